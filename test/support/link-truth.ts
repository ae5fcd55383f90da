/** Two PRO DJ LINK players with sticks, the DJ's moves, and the truth about the loaded tracks, for tests of names. */
import { setTimeout } from 'node:timers/promises';
import {
  type LinkDevice,
  MEDIUM,
  PLAY_STATE,
  type PlayerStatus,
  Sender,
  SLOT,
  TRACK_TYPE,
} from '@deckcast/prodjlink';
import { playingStatus } from '../../packages/prodjlink/src/testing/booth.ts';
import { type LinkExports, LinkFileServer } from '../../packages/simulator/src/prodjlink/link-file-server.ts';
import { UNKNOWN_TRACK } from '../../src/core/track.ts';
import type { DeckEvent, Tags } from '../../src/decks/index.ts';
import { systemClock } from '../../src/host/clock.ts';
import { LinkBooth } from '../../src/sources/prodjlink/link-booth.ts';
import { Media } from '../../src/sources/prodjlink/media.ts';
import { PlayerPeers } from '../../src/sources/prodjlink/player-peers.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { keptLog } from './log.ts';
import { mediumOf } from './prodjlink-players.ts';
import { waitFor } from './wait.ts';

export const NUMBERS = [1, 2] as const;
export const TRACKS = [1, 2] as const;
/** The last one is the first stick with other tracks under its ids, as after editing at home. */
export const STICKS = ['Red', 'Blue', 'Red again'] as const;
const STATUS_MS = 200;
/** After a calm minute, a medium is read again at once. */
const CALM_MS = 61_000;
const CALM_STEP_MS = 1_000;
/** Real milliseconds within which a known picture is there. */
const LOOK_MS = 20;
/** Players and reader share this process, so all requests are sent within this many turns of its event loop. */
const IDLE_TURNS = 5;

const pictureOf = (id: number): string => `/PIONEER/Artwork/00001/a${id}.jpg`;
/** All sticks have pictures under the same paths. Each picture contains its track's title. */
const mediumNamed = new Map(
  STICKS.map((stick) => [
    stick,
    mediumOf(
      TRACKS.map((id) => ({ id, title: `${stick} ${id}`, artworkPath: pictureOf(id) })),
      Object.fromEntries(TRACKS.map((id) => [pictureOf(id).slice(1), Buffer.from(`${stick} ${id}`)])),
    ),
  ]),
);

type Stick = (typeof STICKS)[number];
export type LinkMove =
  | { readonly do: 'insert'; readonly player: number; readonly stick: Stick; readonly unseen: boolean }
  | { readonly do: 'eject' | 'restart' | 'stale'; readonly player: number; readonly loops: boolean }
  | {
      readonly do: 'load';
      readonly player: number;
      readonly from: number;
      readonly id: number;
      readonly file: boolean;
    }
  | { readonly do: 'silence'; readonly player: number; readonly ms: number }
  | { readonly do: 'twin'; readonly player: number; readonly id: number }
  | { readonly do: 'read'; readonly calls: number };

/** Track on a deck, as the audience knows it. */
interface Held {
  readonly from: number;
  readonly title: string;
}

type Servers = ReadonlyMap<number, { readonly files: LinkFileServer; readonly exports: LinkExports }>;

/** Two players with a slot each, and the real contents. */
export class LinkTruth {
  readonly #clock: FakeClock = fakeClock();
  readonly #stop = new AbortController();
  readonly #servers: Servers;
  readonly #sticks = new Map<number, Stick>();
  readonly #status = new Map<number, PlayerStatus>();
  readonly #held = new Map<number, Held>();
  /** Tracks loaded before a handle turned out stale. Those without a name may stay nameless. */
  readonly #doubtful = new WeakSet<Held>();
  /** Players with stale handles, which the next read discovers. */
  readonly #stale = new Set<number>();
  /** Reported track of each player. Arriving names belong to it. */
  readonly #reported = new Map<number, Held | undefined>();
  readonly #peers: PlayerPeers;
  readonly #media: Media;
  readonly #booth: LinkBooth;
  readonly wrong: string[] = [];
  /** Current names of each deck. */
  readonly #shown = new Map<number, Tags>();

  private constructor(servers: Servers, portmapPort: number) {
    this.#servers = servers;
    const tools = { clock: this.#clock, log: keptLog() };
    // Files are read in real time, whatever the booth's clock does.
    const files = { portmapPort, restMs: 0, readBytes: 8192, clock: systemClock };
    this.#peers = new PlayerPeers({ mayQuery: true, sender: new Sender(), files, ...tools });
    this.#media = new Media({ peers: this.#peers, signal: this.#stop.signal, ...tools });
    this.#booth = new LinkBooth({
      media: this.#media,
      peers: this.#peers,
      tools,
      apply: (events) => this.#check(events),
    });
  }

  static async open(): Promise<LinkTruth> {
    const servers: Map<number, { files: LinkFileServer; exports: LinkExports }> = new Map();
    let port = 0;
    for (const number of NUMBERS) {
      const exports: LinkExports = {};
      const files = new LinkFileServer(exports);
      port = await files.open(port, addressOf(number));
      servers.set(number, { files, exports });
    }
    const truth = new LinkTruth(servers, port);
    for (const number of NUMBERS) {
      truth.#status.set(number, empty(number));
      truth.#putIn(number, STICKS[0]);
      truth.#booth.device({ kind: 'found', device: deviceOf(number) });
    }
    return truth;
  }

  async do(move: LinkMove): Promise<void> {
    switch (move.do) {
      case 'insert':
        // Swaps sticks unseen, while no packet of that player arrives.
        this.#takeOut(move.player, false);
        if (move.unseen) {
          this.#putIn(move.player, move.stick);
          await this.#pass(4_000, { silent: move.player });
        } else {
          await this.#pass(STATUS_MS);
          this.#putIn(move.player, move.stick);
        }
        break;
      case 'eject':
        this.#change(move.player, { usb: MEDIUM.removing });
        await this.#pass(STATUS_MS);
        this.#takeOut(move.player, move.loops);
        break;
      case 'restart': {
        this.#booth.device({ kind: 'gone', device: deviceOf(move.player), why: 'silence' });
        const { usb } = this.#status.get(move.player) ?? {};
        this.#held.delete(move.player);
        this.#status.set(move.player, { ...empty(move.player), ...(usb === undefined ? {} : { usb }) });
        this.#dropFrom(move.player, move.loops);
        await this.#pass(2 * STATUS_MS, { silent: move.player });
        this.#booth.device({ kind: 'found', device: deviceOf(move.player) });
        break;
      }
      case 'stale':
        this.#servers.get(move.player)?.files.reinsert();
        this.#stale.add(move.player);
        for (const held of this.#held.values()) {
          if (held.from === move.player) {
            this.#doubtful.add(held);
          }
        }
        break;
      case 'load':
        this.#load(move);
        break;
      case 'silence':
        await this.#pass(move.ms, { silent: move.player });
        break;
      case 'twin':
        await this.#meetTwin(move.player, move.id);
        break;
      case 'read':
        await this.#read(move.calls);
    }
    await this.#pass(STATUS_MS);
  }

  /**
   * Lets a calm minute pass: loops end, and every deck with a track that can be named must have its name and picture.
   */
  async rest(): Promise<void> {
    for (const [number, { emergencyLoop }] of this.#status) {
      if (emergencyLoop) {
        this.#unload(number);
      }
    }
    await this.#pass(CALM_MS, { stepMs: CALM_STEP_MS });
    await waitFor(
      'every stick to be read',
      async () => {
        await this.#read(Number.POSITIVE_INFINITY);
        await this.#pass(STATUS_MS);
        return this.#isAllRead || undefined;
      },
      () => JSON.stringify(this.#media.health()),
    );
    await this.#read(Number.POSITIVE_INFINITY);
    this.#stale.clear();
    for (const [number, held] of this.#held) {
      const tags = this.#shown.get(number);
      const shown = tags?.title ?? '';
      const isDoubtful = this.#doubtful.has(held);
      if (shown !== held.title && !(shown === '' && isDoubtful)) {
        this.wrong.push(`player ${number} shows ${shown} at rest instead of ${held.title}`);
      }
      const picture = tags === undefined ? '' : await this.#pictureInTime(tags);
      if (picture !== shown && !(picture === '' && isDoubtful)) {
        this.wrong.push(`player ${number} shows the picture of ${picture} at rest with ${shown}`);
      }
    }
  }

  get #isAllRead(): boolean {
    return this.#media.health().every(({ state }) => /has \d+ tracks|has no|damaged/.test(String(state)));
  }

  /** Waits until this many calls were received, or no more come. */
  async #read(calls: number): Promise<void> {
    const count = (): number =>
      [...this.#servers.values()].reduce((sum, { files }) => sum + files.calls.length, 0);
    const from = count();
    let before = from;
    for (let idle = 0; idle < IDLE_TURNS && count() - from < calls; idle += 1) {
      await setTimeout(1);
      if (count() > before) {
        before = count();
        idle = 0;
      }
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#media.close();
    await this.#peers.close();
    for (const { files } of this.#servers.values()) {
      files.close();
    }
  }

  #putIn(number: number, stick: Stick): void {
    const server = this.#servers.get(number);
    if (server !== undefined) {
      server.exports['/C/'] = mediumNamed.get(stick)?.files ?? {};
      server.files.reinsert();
      this.#sticks.set(number, stick);
      this.#change(number, { usb: MEDIUM.mounted });
    }
  }

  #takeOut(number: number, loops: boolean): void {
    const server = this.#servers.get(number);
    if (server !== undefined) {
      delete server.exports['/C/'];
      server.files.reinsert();
    }
    this.#sticks.delete(number);
    this.#change(number, { usb: MEDIUM.empty });
    this.#dropFrom(number, loops);
  }

  /** Empties decks that play from this player, or lets them loop. */
  #dropFrom(owner: number, loops: boolean): void {
    for (const [number, held] of this.#held) {
      if (held.from === owner && loops) {
        this.#change(number, { emergencyLoop: true, playState: PLAY_STATE.emergencyLoop });
      } else if (held.from === owner) {
        this.#unload(number);
      }
    }
  }

  #unload(number: number): void {
    this.#held.delete(number);
    this.#change(number, { trackId: 0, playState: PLAY_STATE.empty, emergencyLoop: false });
  }

  #load({ player: number, from, id, file }: Extract<LinkMove, { do: 'load' }>): void {
    const stick = this.#sticks.get(from);
    if (stick !== undefined) {
      const held = { from, title: file ? '' : `${stick} ${id}` };
      this.#hold(number, held, id, file ? TRACK_TYPE.file : TRACK_TYPE.rekordbox);
    }
  }

  #hold(number: number, held: Held, id: number, trackType: number = TRACK_TYPE.rekordbox): void {
    this.#held.set(number, held);
    if (this.#stale.has(held.from)) {
      this.#doubtful.add(held);
    }
    this.#change(number, {
      ...{ sourcePlayer: held.from, slot: SLOT.usb, trackType, trackId: id },
      ...{ playState: PLAY_STATE.playing, emergencyLoop: false },
    });
  }

  /** Connects another player with the same number for a moment, and the other deck plays from its stick. */
  async #meetTwin(number: number, id: number): Promise<void> {
    const address = `127.0.0.${90 + number}`;
    const device = { ...deviceOf(number), address, key: `${address}/${number}` };
    const [other = number] = NUMBERS.filter((one) => one !== number);
    this.#booth.device({ kind: 'found', device });
    this.#booth.status(device, { ...empty(number), usb: MEDIUM.mounted });
    await this.#pass(STATUS_MS);
    this.#hold(other, { from: number, title: `Twin ${id}` }, id);
    await this.#pass(STATUS_MS);
    await this.#read(Number.POSITIVE_INFINITY);
    this.#unload(other);
    await this.#pass(STATUS_MS);
    this.#booth.device({ kind: 'gone', device, why: 'silence' });
  }

  #change(number: number, change: Partial<PlayerStatus>): void {
    const status = this.#status.get(number) ?? empty(number);
    this.#status.set(number, { ...status, ...change });
  }

  /** `silent`: packets of this player get lost. */
  async #pass(
    ms: number,
    { silent, stepMs = STATUS_MS }: { readonly silent?: number; readonly stepMs?: number } = {},
  ): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      for (const number of NUMBERS) {
        if (number !== silent) {
          this.#send(number);
        }
      }
      this.#booth.checkSilence();
      await this.#clock.advance(stepMs);
    }
  }

  #send(number: number): void {
    const held = this.#held.get(number);
    const reported = this.#reported.get(number);
    // A reload of the same track is no news.
    if (reported?.from !== held?.from || reported?.title !== held?.title) {
      this.#shown.delete(number);
    }
    this.#reported.set(number, held);
    this.#booth.status(deviceOf(number), this.#status.get(number) ?? empty(number));
  }

  /** A picture that is sought again waits for its player's next report. */
  async #pictureInTime(tags: Tags): Promise<string> {
    let picture: string | undefined;
    const seeking = this.#picture(tags).then((found) => {
      picture = found;
    });
    await Promise.race([seeking, setTimeout(LOOK_MS)]);
    return waitFor('a picture', async () => {
      if (picture === undefined) {
        await this.#pass(STATUS_MS);
      }
      return picture;
    });
  }

  /** Title in the track's picture; empty without one. It must never be another track's. */
  async #picture(tags: Tags): Promise<string> {
    const found = await this.#media
      .artOf(tags)?.(this.#stop.signal)
      .catch(() => undefined);
    const picture = Buffer.from(found ?? []).toString();
    if (picture !== '' && picture !== tags.title) {
      this.wrong.push(`${tags.title} has the picture of ${picture}`);
    }
    return picture;
  }

  #check(events: readonly DeckEvent[]): void {
    for (const event of events) {
      const number = Number(/\/(\d+)#/.exec('device' in event ? event.device : '')?.[1]);
      const { title, location = '' } = event.kind === 'tags' ? event.tags : {};
      if (title !== undefined) {
        const shown = { ...UNKNOWN_TRACK, title, location };
        const truth = this.#reported.get(number)?.title ?? '';
        this.#shown.set(number, shown);
        void this.#picture(shown);
        if (title !== '' && title !== truth) {
          this.wrong.push(`player ${number} shows ${title} instead of ${truth}`);
        }
      }
    }
  }
}

const addressOf = (number: number): string => `127.0.0.${80 + number}`;

function deviceOf(number: number): LinkDevice {
  const address = addressOf(number);
  const key = `${address}/${number}`;
  return { key, number, name: 'CDJ-2000nexus', address, mac: null, role: 'player' };
}

function empty(number: number): PlayerStatus {
  return playingStatus({
    ...{ number, sourcePlayer: 0, slot: 0, trackType: 0, trackId: 0, playState: PLAY_STATE.empty },
    ...{ usb: MEDIUM.empty, sd: MEDIUM.empty, emergencyLoop: false, nextMaster: null },
  });
}
