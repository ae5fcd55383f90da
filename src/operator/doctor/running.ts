import { spoken } from '../../core/message.ts';
import type { LoggedLine, Tools } from '../../core/tools.ts';
import { healthOf } from '../../sources/shared/combined-member.ts';
import type { Doctor } from '../../web/index.ts';
import type { WireFinding } from '../../web/wire/doctor.ts';
import type { StartSettings } from '../options.ts';
import type { Examination } from './index.ts';

const TIME_LIMIT_MS = 30_000;
/** Every device announces itself within this time. */
const LISTEN_MS = 2_500;

export function createDoctor(
  settings: StartSettings,
  tools: Tools & { logged(): readonly LoggedLine[] },
  parts: () => Required<Pick<Examination, 'members' | 'isInObs' | 'others' | 'sinks' | 'retry'>>,
  configFile: () => Promise<string | undefined>,
): Doctor {
  async function examine() {
    const doctor = await import('./index.ts');
    const now = parts();
    // Devices of a source that is off interest a user who waits for tracks.
    const isSilent = now.members.every((member) => healthOf(member).lastHeardAt === undefined);
    const listenMs = isSilent ? LISTEN_MS : 0;
    const given = { running: true, listenMs, configFile: await configFile(), ...now };
    return doctor.examine(settings, tools, given, AbortSignal.timeout(TIME_LIMIT_MS));
  }
  async function recent(): Promise<ReadonlyMap<string, string>> {
    const all = await Promise.all(
      parts().members.map(async ({ name, source }) => [name, await source.recent?.()] as const),
    );
    return new Map(all.flatMap(([name, recording]) => (recording === undefined ? [] : [[name, recording]])));
  }

  return {
    examine: async () => spoken<readonly WireFinding[]>(await examine()),
    async report(health) {
      const [findings, { report, logText }, recordings] = await Promise.all([
        examine(),
        import('./report.ts'),
        recent(),
      ]);
      return report({ settings, findings, health, recordings, log: logText(tools.logged()) });
    },
  };
}
