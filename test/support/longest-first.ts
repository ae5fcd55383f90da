/**
 * Starts the longest test files first, so that no worker is left alone with one at the end.
 * Vitest knows durations only from earlier runs in the same folder, not in a fresh clone.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './files.ts';

/** Files of about ten seconds and more, longest first. A moved file only loses its rank. */
const LONGEST = [
  'src/sources/prodjlink/source.test.ts',
  'test/cases.test.ts',
  'test/browser/rights.test.ts',
  'test/prodjlink/recording.test.ts',
  'test/hwdevice/cable.test.ts',
  'test/browser/operator.test.ts',
  'test/browser/setup.test.ts',
  'test/browser/sdk.test.ts',
  'test/reload.test.ts',
  'test/browser/live-extension.test.ts',
  'src/sources/prodjlink/export-library.test.ts',
  'src/sources/hwdevice/library/device-libraries.test.ts',
  'test/prodjlink/set.test.ts',
  'test/browser/first-run.test.ts',
  'test/live/service.test.ts',
  'test/vanished-player.test.ts',
  'test/program.test.ts',
  'test/demo.test.ts',
  'test/browser/motion.test.ts',
  'test/browser/goldens.test.ts',
  'test/browser/operator-phone.test.ts',
  'test/browser/settings.test.ts',
  'test/browser/restarts.test.ts',
  'test/vanished-page.test.ts',
  'test/browser/stages.test.ts',
  'src/sinks/radio/radio.test.ts',
  'packages/stagelinq/src/network.test.ts',
  'test/settings.test.ts',
  'test/doctor/sick-machines.test.ts',
  'src/sources/hwdevice/source.test.ts',
  'src/hearing/doors/doors.test.ts',
  'test/browser/overlay.test.ts',
  'test/browser/decks.test.ts',
  'test/live/instances.test.ts',
  'test/hwdevice/loopback.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(relative(ROOT, moduleId));
      return at === -1 ? LONGEST.length : at;
    };
    // The sort is stable, so the others keep Vitest's order.
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
