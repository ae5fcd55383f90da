/** `deckcast demo`: the real program against a simulated device, on this computer only. */
import { runTogether } from '../app/lifetime.ts';
import { checkStart, startOptions } from '../app/options.ts';
import type { Command } from '../config/command.ts';

/** The options of `start`, with defaults that stay on this computer and leave nothing behind. */
const demoOptions = {
  ...startOptions,
  'http.addr': { ...startOptions['http.addr'], default: { host: '127.0.0.1', port: 9090 } },
  'session.filename': { ...startOptions['session.filename'], default: '' },
};

export const demo: Command<typeof demoOptions> = {
  details:
    'Plays ten invented tracks on a simulated Prime 4 and shows what `deckcast start` makes of them, until it is ' +
    'stopped (Ctrl-C). It accepts the flags of `start`, reads no configuration file, and sends nothing beyond this ' +
    'computer unless a flag makes it.',
  noArguments: 'a setting is written --name=value, with two hyphens',
  options: demoOptions,
  configuration: 'none',
  check: checkStart,
  async run({ settings, tools, logAfter, signal }) {
    const { start } = await import('../app/start.ts');
    const { loopback, loopbackInterface, Simulation, TEN_TRACKS } = await import('../simulator/index.ts');
    const simulation = new Simulation({ set: TEN_TRACKS, network: loopback(), ...tools });
    const onLoopback = {
      ...settings,
      source: ['hwdevice'] as const,
      'hwdevice.discovery.interface': [loopbackInterface() ?? 'lo'],
    };
    await runTogether(
      [
        { name: 'simulation', run: (stop) => simulation.run(stop) },
        { name: 'deckcast', run: (stop) => start(onLoopback, { ...tools, logAfter }, stop) },
      ],
      signal,
      tools,
    );
  },
};
