import { everyPath, type NetworkOptions, type NetworkReceiver, StagelinqNetwork } from '@deckcast/stagelinq';
import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import { type Finding, problemFields } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { troubleOf } from '../../core/health.ts';
import { LastingCause } from '../../core/lasting-cause.ts';
import { say } from '../../core/message.ts';
import { pause } from '../../core/waiting.ts';
import { DeckSource, type DeckTable } from '../../decks/index.ts';
import { RecentEvents } from '../shared/recent-events.ts';
import { RecordingFile } from '../shared/recording-file.ts';
import { beatReceiver } from './deck-beats.ts';
import { deckReceiver } from './deck-receiver.ts';
import { DeviceRegistry } from './device-registry.ts';
import { diagnoseCrowd } from './diagnosis.ts';
import { DeviceLibraries } from './library/device-libraries.ts';
import { networkOptions } from './network-options.ts';
import type { HwDeviceSettings } from './options.ts';
import { recordingReceiver } from './recorder.ts';
import { WATCHED_PATHS } from './states.ts';
import { KnownSurroundings } from './surroundings.ts';

const CHECK_EVERY_MS = 1_000;

/** No device announces itself: the user may play with something else. */
const NO_GEAR_CHOSEN: Finding = {
  area: 'devices',
  severity: 'warning',
  finding: say('hwdevice.no-gear-chosen'),
  means: '',
  todo: say('hwdevice.choose-gear'),
};

export interface HwDeviceOverrides {
  readonly network?: Partial<NetworkOptions>;
}

interface RunningSource {
  readonly network: StagelinqNetwork;
  readonly registry: DeviceRegistry;
  readonly libraries: DeviceLibraries;
  readonly decks: DeckTable;
}

export class HwDeviceSource extends DeckSource<HwDeviceSettings, SourceTools> implements Source {
  protected readonly name = 'hwdevice';
  readonly #overrides: HwDeviceOverrides;
  readonly #recent = new RecentEvents('hwdevice', this.tools.clock);
  readonly #surroundings = new KnownSurroundings(this.tools.clock);
  #running: RunningSource | undefined;

  constructor(settings: HwDeviceSettings, tools: SourceTools, overrides: HwDeviceOverrides = {}) {
    super(settings, tools);
    this.#overrides = overrides;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const recording = RecordingFile.at(this.settings['hwdevice.record'], 'hwdevice', this.tools);
    const running = this.#assemble(listener, recording, signal);
    this.#running = running;
    recording?.open();
    running.libraries.open(() => running.decks.libraryChanged());
    void this.#surroundings.look([]);
    const over = new AbortController();
    void this.#watchMissing(running, AbortSignal.any([signal, over.signal]));
    try {
      await running.network.run(signal);
    } finally {
      over.abort();
      running.decks.stop();
      running.libraries.close();
      await recording?.close();
    }
  }

  health(): SourceHealth {
    const running = this.#running;
    if (running === undefined) {
      return { watching: say('hwdevice.0-devices') };
    }
    const health = running.registry.health(() => this.#diagnose(running));
    const maxDevices = this.settings['hwdevice.discovery.max_devices'];
    const { clock } = this.tools;
    const heardAt = running.network.heardAt();
    const crowd = diagnoseCrowd(running.network.status(), maxDevices);
    return {
      ...health,
      lastHeardAt:
        heardAt === undefined ? undefined : Math.round(clock.now() - (clock.monotonic() - heardAt)),
      ...(crowd && troubleOf(crowd)),
      details: [...(health.details ?? []), ...running.libraries.health()],
    };
  }

  async findings(): Promise<readonly Finding[]> {
    const running = this.#running;
    if (running === undefined) {
      return [];
    }
    const { gather } = await import('./examine.ts');
    const { network, registry } = running;
    const connected = registry.connected.map((device) => ({ device }));
    const status = network.status();
    return gather(this.settings, {
      status,
      ...registry.evidence(status),
      connected,
      running: true,
    });
  }

  async recent(): Promise<string | undefined> {
    const { maskedDeviceEvents } = await import('./masked-events.ts');
    return this.#recent.recording(maskedDeviceEvents());
  }

  protected override beatsWanted(wanted: boolean): void {
    this.#running?.network.readBeats(wanted);
  }

  #assemble(
    listener: SourceListener,
    recording: RecordingFile | undefined,
    signal: AbortSignal,
  ): RunningSource {
    const settings = this.settings;
    const { clock, disk, log } = this.tools;
    const libraries = new DeviceLibraries({ folder: settings['hwdevice.library'], clock, disk, log, signal });
    const decks = this.makeTable(listener, { library: libraries });
    const maxDevices = settings['hwdevice.discovery.max_devices'];
    const registry = new DeviceRegistry(this.tools, signal, maxDevices, (token) => decks.labelsOn(token));
    const receivers: readonly NetworkReceiver[] = [
      registry.receiver,
      libraries.receiver,
      {
        failed: (_device, _error, attempt) => {
          if (attempt === 1) {
            void this.#surroundings.look(registry.evidence(network.status()).failing);
          }
        },
      },
      deckReceiver(decks, libraries, signal),
      beatReceiver(this.board, clock),
      recordingReceiver((event) => {
        this.#recent.write(event);
        recording?.write(event);
      }),
    ];
    const network = new StagelinqNetwork(this.#networkOptions(), ...receivers);
    network.readBeats(this.board.isWanted);
    return { network, registry, libraries, decks };
  }

  #networkOptions(): NetworkOptions {
    const recording = this.settings['hwdevice.record'] !== '';
    return {
      ...networkOptions(this.settings, this.tools),
      paths: () => (recording ? everyPath() : WATCHED_PATHS),
      ...this.#overrides.network,
    };
  }

  /** Logs why no device is connected, and each other reason that takes its place. */
  async #watchMissing(running: RunningSource, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.tools;
    const cause = new LastingCause(clock, this.settings['hwdevice.discovery.timeout']);
    while (!signal.aborted) {
      const isUnchosen =
        this.tools.isDefaultSource?.() === true &&
        running.network.heardAt() === undefined &&
        running.registry.isEmpty;
      const found = isUnchosen ? NO_GEAR_CHOSEN : this.#diagnose(running);
      const problem = running.registry.connected.length === 0 ? found : undefined;
      // The log has each device that left.
      const isLogged = problem?.area === 'devices' && running.registry.isMissing;
      cause.becomes(isLogged ? undefined : problem && String(problem.finding));
      if (problem !== undefined && cause.isToTell()) {
        log.warn('no device connected; still searching', problemFields(problem));
      }
      await pause(clock, CHECK_EVERY_MS, signal);
    }
  }

  #diagnose({ network, registry }: RunningSource): Finding | undefined {
    const chosen = this.settings['hwdevice.discovery.interface'];
    const status = network.status();
    return this.#surroundings.problem({ status, chosen, ...registry.evidence(status) });
  }
}
