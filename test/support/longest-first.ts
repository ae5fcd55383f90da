/**
 * The order of the files: those that take longest begin first, so that no worker is left alone with one at the end.
 * Vitest knows how long files took in the last run of the same folder; a fresh clone has had none.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './files.ts';

/** Longest first. In turn those that wait for devices and those that draw, so that neither leaves the processor idle. A file that moves loses its place here, no more. */
const LONGEST = [
  'test/prodjlink/set.test.ts',
  'test/browser/goldens.test.ts',
  'src/sources/prodjlink/source.test.ts',
  'test/browser/gallery.test.ts',
  'src/sources/hwdevice/library/device-libraries.test.ts',
  'test/browser/frames.test.ts',
  'test/hwdevice/cable.test.ts',
  'test/browser/overlay.test.ts',
  'test/browser/settings.test.ts',
  'test/hwdevice/evening.test.ts',
  'test/browser/sdk.test.ts',
  'test/live/service.test.ts',
  'test/browser/motion.test.ts',
  'test/completion.test.ts',
  'test/browser/first-run.test.ts',
  'test/browser/setup.test.ts',
  'test/browser/live-extension.test.ts',
  'test/cases.test.ts',
  'test/browser/theme-options.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(relative(ROOT, moduleId));
      return at === -1 ? LONGEST.length : at;
    };
    // The others as Vitest has them: the sort is stable.
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
