import type { StartTools } from '../app/start.ts';
import { defineOptions, type SettingsOf } from '../core/option.ts';
import type { Tools } from '../core/tools.ts';
import { runTogether } from '../host/lifetime.ts';
import { checkStart, type StartSettings, startOptions } from '../operator/options.ts';
import type { Command } from '../settings/command.ts';
import { choice } from '../settings/kinds.ts';
import { throwAsOurs } from './simulation-errors.ts';

const demoOptions = defineOptions('Command flags', {
  // Stays on this computer and leaves no files behind.
  ...startOptions,
  'http.addr': { ...startOptions['http.addr'], default: { host: '127.0.0.1', port: 9090 } },
  'session.filename': { ...startOptions['session.filename'], default: '' },
  as: {
    kind: choice(['hwdevice', 'prodjlink', 'traktor', 'virtualdj', 'icecast']),
    default: 'hwdevice',
    help: 'gear to simulate: a Prime 4, two CDJ players, Traktor, VirtualDJ, or a program that broadcasts',
  },
});

type DemoSettings = SettingsOf<typeof demoOptions>;

export const demo: Command<typeof demoOptions> = {
  details:
    'Plays ten invented tracks on a simulated Prime 4, or with --as on something else, and shows what `deckcast start` ' +
    'makes of them, until it is stopped (Ctrl-C). It accepts the flags of `start`, reads no configuration file, and ' +
    'sends nothing beyond this computer unless a flag makes it.',
  noArguments: 'a setting is written --name=value, with two hyphens',
  options: demoOptions,
  configuration: 'none',
  waitsForFolders: true,
  check: checkStart,
  async run({ settings, tools, logged, faults, signal }) {
    const { start } = await import('../app/start.ts');
    const { source, makeSource, play } = await stage(settings, tools, signal);
    await runTogether(
      [
        { name: 'simulation', run: (stop) => play(stop).catch(throwAsOurs) },
        {
          name: 'deckcast',
          run: (stop) =>
            start({ ...settings, ...source }, { ...tools, logged, faults, makeSource, isDemo: true }, stop),
        },
      ],
      signal,
      tools,
    );
  },
};

interface Stage {
  /** Settings that find the simulated device. */
  readonly source: Partial<StartSettings>;
  /** For devices at fixed ports: this one uses others, so that another demo and real programs see nothing of it. */
  readonly makeSource?: StartTools['makeSource'];
  readonly play: (stop: AbortSignal) => Promise<void>;
}

async function stage(settings: DemoSettings, tools: Tools, signal: AbortSignal): Promise<Stage> {
  const simulator = await import('@deckcast/simulator');
  const set = simulator.TEN_TRACKS;
  switch (settings.as) {
    case 'prodjlink': {
      const { ProDjLinkSource } = await import('../sources/prodjlink/source.ts');
      const network = await simulator.linkApart();
      const { ports, portmapPort, databasePort: queryPort } = network;
      const players = new simulator.LinkSimulation({ set: simulator.tenTracksOn('2'), network, ...tools });
      return {
        source: {
          source: ['prodjlink'],
          'prodjlink.interface': simulator.loopbackInterface() ?? 'lo',
        },
        makeSource: (...made) =>
          new ProDjLinkSource(...made, {
            network: { ports },
            files: { portmapPort },
            database: { queryPort },
          }),
        play: (stop) => players.run(stop),
      };
    }
    case 'traktor': {
      const port = await simulator.unusedPort();
      return {
        source: { source: ['traktor'], 'traktor.addr': { host: '127.0.0.1', port } },
        play: (stop) => simulator.playTraktor(set, port, tools.clock, stop),
      };
    }
    case 'virtualdj': {
      const virtualDj = new simulator.SimulatedVirtualDj();
      const url = await virtualDj.serve(signal);
      return {
        source: { source: ['virtualdj'], 'virtualdj.url': url },
        play: (stop) => simulator.playVirtualDj(set, virtualDj, tools.clock, stop),
      };
    }
    case 'icecast': {
      const port = await simulator.unusedPort();
      return {
        source: { source: ['icecast'], 'icecast.addr': { host: '127.0.0.1', port } },
        play: (stop) => simulator.playBroadcast(set, port, tools.clock, stop),
      };
    }
    default: {
      const { HwDeviceSource } = await import('../sources/hwdevice/source.ts');
      const [port] = await simulator.unusedUdpPorts(1);
      const simulation = new simulator.Simulation({ set, network: simulator.loopback(port), ...tools });
      return {
        source: {
          source: ['hwdevice'],
          'hwdevice.discovery.interface': [simulator.loopbackInterface() ?? 'lo'],
        },
        makeSource: (...made) => new HwDeviceSource(...made, { network: { port } }),
        play: (stop) => simulation.run(stop),
      };
    }
  }
}
