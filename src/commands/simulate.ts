/** `deckcast simulate`: devices without hardware, on loopback only. */
import { globalOptions } from '../app/global-options.ts';
import type { Command } from '../config/command.ts';
import { existingFile } from '../config/kinds.ts';
import { defineOptions } from '../core/option.ts';
import { loadSet, loopback, loopbackInterface, Simulation, TEN_TRACKS } from '../simulator/index.ts';

const simulateOptions = defineOptions({
  ...globalOptions,
  set: {
    kind: existingFile,
    default: '',
    help: 'set file, or a recording made with --hwdevice.record; ten tracks on one device without it',
    group: 'Command flags',
  },
});

export const simulate: Command<typeof simulateOptions> = {
  details:
    'Simulates Denon / Engine OS devices on this computer until it is stopped: for people who write themes or look ' +
    'for a bug. Nothing it sends leaves the computer. src/simulator/README.md describes the set file.',
  options: simulateOptions,
  configuration: 'own',
  async run({ settings, tools, signal }) {
    const { log, clock } = tools;
    const set = settings.set === '' ? TEN_TRACKS : await loadSet(settings.set);
    log.info('watch it from another terminal', {
      hint: `deckcast start --hwdevice.discovery.interface=${loopbackInterface() ?? 'lo'}`,
    });
    await new Simulation({ set, network: loopback(), clock, log }).run(signal);
  },
};
