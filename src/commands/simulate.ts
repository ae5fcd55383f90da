/** Loopback only. */

import {
  type AnySet,
  LINK_RIGS,
  LinkReplay,
  LinkSimulation,
  linkLoopback,
  loadSet,
  loopback,
  loopbackInterface,
  Simulation,
  TEN_TRACKS,
  tenTracksOn,
} from '@deckcast/simulator';
import { defineOptions } from '../core/option.ts';
import { globalOptions } from '../operator/global-options.ts';
import type { Command } from '../settings/command.ts';
import { choice, existingFile } from '../settings/kinds.ts';
import { throwAsOurs } from './simulation-errors.ts';

const simulateOptions = defineOptions('Command flags', {
  ...globalOptions,
  as: {
    kind: choice(['hwdevice', 'prodjlink']),
    default: 'hwdevice',
    help: 'gear to simulate with ten tracks: a Prime 4, or CDJ players with a mixer',
  },
  players: {
    kind: choice(LINK_RIGS),
    default: '2',
    help: 'with --as=prodjlink: how many players beside the mixer, or an all-in-one',
  },
  set: {
    kind: existingFile,
    default: '',
    help: 'set file, or a recording (--hwdevice.record, --prodjlink.record), which names its gear',
  },
});

export const simulate: Command<typeof simulateOptions> = {
  details:
    'Simulates Denon / Engine OS devices, or PRO DJ LINK players, on this computer until it is stopped: for people ' +
    'who write themes or look for a bug. Or plays a recording of them once more. Nothing it sends leaves the ' +
    'computer. You can write your own set (help page: /help/set-file).',
  options: simulateOptions,
  configuration: 'own',
  async run({ settings, tools: { log, clock }, signal }) {
    const loaded: AnySet =
      settings.set !== ''
        ? await loadSet(settings.set).catch(throwAsOurs)
        : settings.as === 'prodjlink'
          ? { on: 'prodjlink', set: tenTracksOn(settings.players) }
          : { on: 'hwdevice', set: TEN_TRACKS };
    const lo = loopbackInterface() ?? 'lo';
    if (loaded.on === 'prodjlink') {
      log.info('watch it from another terminal', {
        hint: `deckcast start --source=prodjlink --prodjlink.interface=${lo}`,
      });
      const tools = { network: linkLoopback(), clock, log };
      const simulation =
        'recording' in loaded
          ? new LinkReplay({ recording: loaded.recording, ...tools })
          : new LinkSimulation({ set: loaded.set, ...tools });
      await simulation.run(signal).catch(throwAsOurs);
    } else {
      log.info('watch it from another terminal', {
        hint: `deckcast start --hwdevice.discovery.interface=${lo}`,
      });
      await new Simulation({ set: loaded.set, network: loopback(), clock, log })
        .run(signal)
        .catch(throwAsOurs);
    }
  },
};
