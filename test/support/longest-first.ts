/**
 * The order of the files: those that take longest begin first, so that no worker is left alone with one at the end.
 * Vitest knows how long files took in the last run of the same folder; a fresh clone has had none.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './files.ts';

/**
 * Those of more than ten seconds, longest first. In turn those that wait and those that draw or compute, so that neither leaves the
 * processor idle. A file that moves loses its place here, no more.
 */
const LONGEST = [
  'test/prodjlink/recording.test.ts',
  'test/browser/goldens.test.ts',
  'src/sources/prodjlink/source.test.ts',
  'test/browser/first-run.test.ts',
  'test/cases.test.ts',
  'test/browser/operator.test.ts',
  'test/prodjlink/set.test.ts',
  'test/browser/sdk.test.ts',
  'test/hwdevice/cable.test.ts',
  'test/browser/motion.test.ts',
  'src/sources/prodjlink/export-library.test.ts',
  'test/browser/setup.test.ts',
  'src/sources/hwdevice/library/device-libraries.test.ts',
  'test/hwdevice/evening.test.ts',
  'test/live/service.test.ts',
  'test/browser/live-extension.test.ts',
  'test/browser/stages.test.ts',
  'test/browser/gallery.test.ts',
  'test/reload.test.ts',
  'src/hearing/decode/stream.test.ts',
  'src/sources/hwdevice/source.test.ts',
  'test/browser/settings.test.ts',
  'test/vanished-player.test.ts',
  'test/settings.test.ts',
  'src/hearing/room.test.ts',
  'test/demo.test.ts',
  'src/host/sqlite/encrypted.test.ts',
  'test/browser/restarts.test.ts',
  'src/hearing/decode/file.test.ts',
  'test/vanished-page.test.ts',
  'test/browser/rights.test.ts',
  'src/sinks/radio/radio.test.ts',
  'test/doctor/sick-machines.test.ts',
  'test/program.test.ts',
  'test/browser/operator-phone.test.ts',
  'test/browser/set-page.test.ts',
  'test/live/instances.test.ts',
  'test/chaos/chaos.test.ts',
  'test/every-command.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/browser/overlay.test.ts',
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
