import { spoken } from '../../core/message.ts';
import type { LoggedLine, Tools } from '../../core/tools.ts';
import type { Doctor } from '../../web/index.ts';
import type { WireFinding } from '../../web/wire/doctor.ts';
import type { StartSettings } from '../options.ts';
import type { Examination } from './index.ts';

const TIME_LIMIT_MS = 30_000;

export function createDoctor(
  settings: StartSettings,
  tools: Tools & { logged(): readonly LoggedLine[] },
  parts: () => Required<Pick<Examination, 'members' | 'others' | 'sinks'>>,
  configFile: () => Promise<string | undefined>,
): Doctor {
  async function examine() {
    const doctor = await import('./index.ts');
    const given = { running: true, listenMs: 0, configFile: await configFile(), ...parts() };
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
