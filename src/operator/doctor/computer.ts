import { type Finding, okFinding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import type { Tools } from '../../core/tools.ts';
import { dateAndTime } from '../../core/units.ts';
import { writtenFindings } from '../../host/folders.ts';
import { buildInfo } from '../../host/package/build-info.ts';
import { originOf } from '../../host/package/origin.ts';
import { globalOptions } from '../global-options.ts';
import { licenseState } from '../licensed.ts';
import type { StartSettings } from '../options.ts';

/** More than time zones and slow builds explain. */
const DAY_MS = 24 * 60 * 60_000;

export async function examineComputer(
  settings: StartSettings,
  { clock, disk }: Tools,
): Promise<readonly Finding[]> {
  return [
    ...(await writtenFindings(globalOptions, settings, disk)),
    clockFinding(clock.now(), Date.parse(buildInfo.builtAt)),
    ...licenseFindings(settings, clock.now()),
    okFinding('program', versions()),
  ];
}

function clockFinding(now: number, builtAt: number): Finding {
  const shown = say('doctor.clock-shows', { time: dateAndTime(now) });
  return now >= builtAt - DAY_MS
    ? okFinding('computer', shown)
    : {
        area: 'computer',
        severity: 'warning',
        finding: say('doctor.before-deckcast-built', { shown }),
        means: say('doctor.times-tracklists-wrong-secure-connections'),
        todo: say('doctor.set-clock-computer-preferably-internet'),
      };
}

function licenseFindings(settings: StartSettings, now: number): readonly Finding[] {
  const { problem, off } = licenseState(settings, now);
  return problem === undefined || off.length === 0
    ? []
    : [
        {
          area: 'program',
          severity: 'warning',
          finding: say('doctor.features-need-license-off', { reason: off }),
          means: say('doctor.they-would-add-missing-everything-else'),
          todo: problem,
        },
      ];
}

export function versions(): Text {
  const { version, commit } = buildInfo;
  const { node } = process.versions;
  const system = `${process.platform} ${process.arch}`;
  return say('doctor.versions', { version, commit, origin: originOf().name, node, system });
}
