import {
  type DatabaseClientOptions,
  type LinkOptions,
  type LinkReceiver,
  type PlayerFilesOptions,
  ProDjLinkNetwork,
  STATUS_PORT,
  TIMING_PORT,
} from '@deckcast/prodjlink';
import type { Source, SourceListener } from '../../core/contracts/source.ts';
import { type Finding, firstProblem, problemFields } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { troubleIn } from '../../core/health.ts';
import { LastingCause } from '../../core/lasting-cause.ts';
import { say, type Text } from '../../core/message.ts';
import type { Tools } from '../../core/tools.ts';
import { pause } from '../../core/waiting.ts';
import { DeckSource, type DeckTable } from '../../decks/index.ts';
import { ownAddresses } from '../../host/network.ts';
import { describeHolders, holdersOf } from '../../host/ports.ts';
import { RecentEvents } from '../shared/recent-events.ts';
import { RecordingFile } from '../shared/recording-file.ts';
import { aboutMedium, type LinkState, linkFindings, linkProblems } from './findings.ts';
import { LinkBooth } from './link-booth.ts';
import { Media } from './media.ts';
import { OneLibraries } from './one-library.ts';
import { databaseNumberOf, linkOptions, type ProDjLinkSettings } from './options.ts';
import { PlayerPeers } from './player-peers.ts';
import { DatagramRecorder } from './recorder.ts';

export interface ProDjLinkOverrides {
  readonly network?: Partial<LinkOptions>;
  readonly files?: Partial<PlayerFilesOptions>;
  readonly database?: Partial<DatabaseClientOptions>;
}

interface RunningSource {
  readonly network: ProDjLinkNetwork;
  readonly peers: PlayerPeers;
  readonly media: Media;
  readonly oneLibraries: OneLibraries | undefined;
  readonly decks: DeckTable;
  readonly booth: LinkBooth;
}

const CHECK_EVERY_MS = 250;
const LOG_AFTER_MS = 8_000;

export class ProDjLinkSource extends DeckSource<ProDjLinkSettings, Tools> implements Source {
  protected readonly name = 'prodjlink';
  readonly #overrides: ProDjLinkOverrides;
  readonly #recent = new RecentEvents('prodjlink', this.tools.clock);
  #running: RunningSource | undefined;
  /** Programs that hold our ports; may be empty. */
  #holders: Text = '';

  constructor(settings: ProDjLinkSettings, tools: Tools, overrides: ProDjLinkOverrides = {}) {
    super(settings, tools);
    this.#overrides = overrides;
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const recording = RecordingFile.at(this.settings['prodjlink.record'], 'prodjlink', this.tools);
    const running = this.#assemble(listener, recording, signal);
    this.#running = running;
    const { network, peers, media, oneLibraries, decks } = running;
    recording?.open();
    const listening = network.run(this.#receiver(running), signal);
    await this.#watch(running, signal);
    await listening;
    decks.stop();
    media.close();
    await peers.close();
    await oneLibraries?.close();
    await recording?.close();
  }

  health(): SourceHealth {
    const running = this.#running;
    if (running === undefined) {
      return { watching: 'PRO DJ LINK' };
    }
    const { booth, media } = running;
    const players = booth.players.length;
    return {
      watching:
        players === 1
          ? say('prodjlink.1-player-pro-dj-link')
          : say('prodjlink.players-pro-dj-link', { count: players }),
      lastHeardAt: booth.lastHeardAt,
      ...troubleIn([
        ...linkProblems(this.#state(running)),
        // DJs know that a medium has no library, but damage comes as a surprise.
        ...media.problems().flatMap((medium) => (medium.isPartial ? [aboutMedium(medium)] : [])),
      ]),
      details: [...booth.health(), ...media.health()],
    };
  }

  async findings(): Promise<readonly Finding[]> {
    return this.#running === undefined ? [] : linkFindings(this.#state(this.#running));
  }

  async recent(): Promise<string | undefined> {
    const { maskedDatagrams } = await import('./masked-events.ts');
    return this.#recent.recording(maskedDatagrams());
  }

  #assemble(
    listener: SourceListener,
    recording: RecordingFile | undefined,
    signal: AbortSignal,
  ): RunningSource {
    const { settings, tools } = this;
    const recorder = new DatagramRecorder((event) => {
      this.#recent.write(event);
      recording?.write(event);
    }, tools.clock);
    const network = new ProDjLinkNetwork({
      ...linkOptions(settings, tools),
      onReceived: (datagram) => recorder.receive(datagram),
      ...this.#overrides.network,
    });
    const peers = new PlayerPeers({
      // Listen-only forbids queries, too.
      mayQuery: settings['prodjlink.metadata'] !== 'off' && !settings['prodjlink.listen-only'],
      sender: network.sender,
      clock: tools.clock,
      log: tools.log,
      files: this.#overrides.files,
      database: this.#overrides.database,
    });
    const key = settings['prodjlink.key'];
    const oneLibraries = key.isEmpty ? undefined : new OneLibraries({ key, clock: tools.clock, signal });
    const media = new Media({
      peers,
      oneLibraries,
      queryMedium: (device, slot) => network.queryMedium(device, slot),
      databaseNumberFor: (device) => {
        const { guest } = network.status();
        const isAnnounced = guest.kind === 'announced';
        const own = isAnnounced ? guest.number : settings['prodjlink.number'];
        const number = databaseNumberOf(device, settings, own);
        return isAnnounced || number === undefined ? number : null;
      },
      clock: tools.clock,
      log: tools.log,
      signal,
    });
    const decks = this.makeTable(listener, { library: media });
    const booth = new LinkBooth({
      media,
      peers,
      tools,
      board: this.board,
      apply: (events) => decks.apply(...events),
    });
    return { network, peers, media, oneLibraries, decks, booth };
  }

  #receiver({ booth, media }: RunningSource): LinkReceiver {
    const { log } = this.tools;
    return {
      device: (event) => booth.device(event),
      status: (device, status) => booth.status(device, status),
      beat: (device, beat) => booth.beat(device, beat),
      position: (device, position) => booth.position(device, position),
      onAir: ({ channels }, address) => booth.onAir(channels, address),
      medium: (device, answer) => media.mediumAnswered(device, answer),
      assignmentOffered: () => booth.assignmentOffered(),
      guest: (state) => {
        if (state.kind === 'announced') {
          log.info('announced to the players, as a guest', { source: 'prodjlink', number: state.number });
        }
      },
    };
  }

  async #watch(running: RunningSource, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.tools;
    const cause = new LastingCause(clock, LOG_AFTER_MS);
    while (!signal.aborted) {
      await pause(clock, CHECK_EVERY_MS, signal);
      if (signal.aborted) {
        return;
      }
      running.booth.checkSilence();
      const found = firstProblem(linkProblems(this.#state(running)));
      if (cause.becomes(found && String(found.finding))) {
        await this.#findHolders(running);
      }
      if (found !== undefined && cause.isToTell()) {
        log.warn('no track information from the players', {
          source: 'prodjlink',
          ...problemFields(found),
        });
      }
    }
  }

  async #findHolders({ network }: RunningSource): Promise<void> {
    const { ports } = network.status();
    const numbers = this.#overrides.network?.ports ?? { timing: TIMING_PORT, status: STATUS_PORT };
    const held = (['timing', 'status'] as const)
      .filter((name) => ports[name].kind === 'failed')
      .map((name) => numbers[name]);
    const holders = await holdersOf('udp', ...held);
    this.#holders = holders.length === 0 ? '' : describeHolders(holders);
  }

  #state({ network, booth }: RunningSource): LinkState {
    return {
      link: network.status(),
      chosenInterface: this.settings['prodjlink.interface'],
      own: ownAddresses(),
      holders: this.#holders,
      ...booth.evidence(),
    };
  }
}
