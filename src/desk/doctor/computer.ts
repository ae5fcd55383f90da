/** Findings about the computer and the program themselves. */
import { type Finding, well } from '../../core/finding.ts';
import type { Tools } from '../../core/tools.ts';
import { dateAndTime } from '../../core/units.ts';
import { writtenFindings } from '../../host/folders.ts';
import { buildInfo } from '../../host/package/build-info.ts';
import { originOf } from '../../host/package/origin.ts';
import { globalOptions } from '../global-options.ts';
import { licenseState } from '../licensed.ts';
import type { StartSettings } from '../options.ts';

/** A clock further behind the build than this is wrong; time zones and slow builds explain less. */
const DAY_MS = 24 * 60 * 60_000;

export async function examineComputer(
  settings: StartSettings,
  { clock, disk }: Tools,
): Promise<readonly Finding[]> {
  return [
    ...(await writtenFindings(globalOptions, settings, disk)),
    clockFinding(clock.now(), Date.parse(buildInfo.builtAt)),
    ...licenseFindings(settings, clock.now()),
    well('program', versions()),
  ];
}

function clockFinding(now: number, builtAt: number): Finding {
  const shown = `the clock shows ${dateAndTime(now)}`;
  return now >= builtAt - DAY_MS
    ? well('computer', shown)
    : {
        area: 'computer',
        severity: 'warning',
        finding: `${shown}, which is before this deckcast was built`,
        means: 'times in tracklists are wrong, and secure connections to services fail',
        todo: 'set the clock of this computer, preferably from the internet',
      };
}

function licenseFindings(settings: StartSettings, now: number): readonly Finding[] {
  const { problem, off } = licenseState(settings, now);
  return problem === undefined || off === ''
    ? []
    : [
        {
          area: 'program',
          severity: 'warning',
          finding: `features that need a license are off: ${off}`,
          means: 'what they would add is missing; everything else works',
          todo: problem,
        },
      ];
}

/** For findings and bug reports. */
export function versions(): string {
  const { version, commit } = buildInfo;
  const { node } = process.versions;
  return `deckcast ${version} (${commit}) from ${originOf().name}, Node ${node}, ${process.platform} ${process.arch}`;
}
