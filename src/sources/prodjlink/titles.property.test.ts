/** Never a wrong title: hands that load, pull and swap at random, players that fall silent, restart or share a number. */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { amount } from '../../../test/support/full-length.ts';
import { keptLog } from '../../../test/support/log.ts';
import { mediumOf } from '../../../test/support/prodjlink-players.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { systemClock } from '../../app/clock.ts';
import {
  type LinkDevice,
  MEDIUM,
  PLAY_STATE,
  type PlayerStatus,
  Sender,
  SLOT,
} from '../../prodjlink/index.ts';
import { playingStatus } from '../../prodjlink/testing/booth.ts';
import { type LinkExports, LinkFileServer } from '../../simulator/prodjlink/link-file-server.ts';
import type { DeckEvent } from '../decks/index.ts';
import { LinkBooth } from './link-booth.ts';
import { Media } from './media.ts';
import { PlayerPeers } from './player-peers.ts';

const RUNS = amount({ short: 10, full: 1_000 });
const NUMBERS = [1, 2] as const;
const TRACKS = [1, 2] as const;
/** The last one is the first, with other tracks under its numbers: a DJ has changed it at home. */
const STICKS = ['Red', 'Blue', 'Red again'] as const;
const STATUS_MS = 200;
const ENOUGH_MS = 50;

const mediumNamed = new Map(
  STICKS.map((stick) => [stick, mediumOf(TRACKS.map((id) => ({ id, title: `${stick} ${id}` })))]),
);

type Stick = (typeof STICKS)[number];
type Move =
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
  | { readonly do: 'twin'; readonly player: number }
  | { readonly do: 'read'; readonly calls: number };

const player = fc.constantFrom(...NUMBERS);
const moves: fc.Arbitrary<Move> = fc.oneof(
  fc.record({
    do: fc.constant('insert' as const),
    player,
    stick: fc.constantFrom(...STICKS),
    unseen: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom('eject', 'restart', 'stale'), player, loops: fc.boolean() }),
  fc.record({
    do: fc.constant('load' as const),
    player,
    from: player,
    id: fc.constantFrom(...TRACKS),
    file: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  }),
  fc.record({ do: fc.constant('silence' as const), player, ms: fc.integer({ min: 500, max: 9_000 }) }),
  fc.record({ do: fc.constant('read' as const), calls: fc.integer({ min: 1, max: 40 }) }),
);
const twin: fc.Arbitrary<Move> = fc.record({ do: fc.constant('twin' as const), player });

/** Each begins with a stick. Two players with one number are met in some alone: there, names may stay away. */
const evenings = fc
  .tuple(
    fc.constant<Move>({ do: 'insert', player: 1, stick: 'Red', unseen: false }),
    fc.array(moves, { minLength: 10, maxLength: 30 }),
    fc.option(fc.tuple(twin, fc.array(moves, { maxLength: 10 })), { freq: 4 }),
  )
  .map(([first, some, met]) => [first, ...some, ...(met === null ? [] : [met[0], ...met[1]])]);

/** What a deck holds, as the room knows it. */
interface Held {
  readonly from: number;
  readonly title: string;
}

/** Two players, each with a slot, and what really is in them. */
class Truth {
  readonly #clock: FakeClock = fakeClock();
  readonly #stop = new AbortController();
  readonly #servers = new Map<number, { readonly files: LinkFileServer; readonly exports: LinkExports }>();
  readonly #status = new Map<number, PlayerStatus>();
  readonly #held = new Map<number, Held>();
  /** What each player has reported that it holds: names that come are of that. */
  readonly #reported = new Map<number, Held | undefined>();
  readonly #peers: PlayerPeers;
  readonly #media: Media;
  readonly #booth: LinkBooth;
  readonly wrong: string[] = [];
  /** The title of each deck now. */
  readonly #shown = new Map<number, string>();
  #twins = 0;

  private constructor(portmapPort: number) {
    const tools = { clock: this.#clock, log: keptLog() };
    // Files come in real time, whatever the clock of the booth does meanwhile.
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

  static async open(): Promise<Truth> {
    const opened: { readonly files: LinkFileServer; readonly exports: LinkExports }[] = [];
    let port = 0;
    for (const number of NUMBERS) {
      const exports: LinkExports = {};
      const files = new LinkFileServer(exports);
      port = await files.open(port, addressOf(number));
      opened.push({ files, exports });
    }
    const truth = new Truth(port);
    for (const [index, number] of NUMBERS.entries()) {
      const server = opened[index];
      if (server !== undefined) {
        truth.#servers.set(number, server);
      }
      truth.#status.set(number, empty(number));
      truth.#booth.device({ kind: 'found', device: deviceOf(number) });
    }
    return truth;
  }

  async do(move: Move): Promise<void> {
    switch (move.do) {
      case 'insert':
        // Unseen: out with the one and in with the other, while nothing of that player arrives.
        if (move.unseen) {
          this.#takeOut(move.player, false);
          this.#putIn(move.player, move.stick);
          await this.#pass(4_000, move.player);
        } else if (this.#status.get(move.player)?.usb === MEDIUM.empty) {
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
        await this.#pass(2 * STATUS_MS, move.player);
        this.#booth.device({ kind: 'found', device: deviceOf(move.player) });
        break;
      }
      case 'stale':
        this.#servers.get(move.player)?.files.reinsert();
        break;
      case 'load':
        this.#load(move);
        break;
      case 'silence':
        await this.#pass(move.ms, move.player);
        break;
      case 'twin':
        this.#meetTwin(move.player);
        break;
      case 'read':
        await this.#read(move.calls);
    }
    await this.#pass(STATUS_MS);
  }

  /** So many calls are answered, everything is read, or nothing comes. */
  async #read(calls: number): Promise<void> {
    const count = (): number =>
      [...this.#servers.values()].reduce((sum, { files }) => sum + files.calls.length, 0);
    const from = count();
    const isRead = (): boolean => this.#media.health().every(({ state }) => /known|has no/.test(state));
    // Nothing is read for a deck in a loop.
    const end = performance.now() + ENOUGH_MS;
    while (count() - from < calls && !isRead() && performance.now() < end) {
      await setImmediate();
    }
  }

  /** Waits until nothing more is read, then looks whether every deck that can have its name has it. */
  async end(): Promise<void> {
    if (this.#twins > 0 || [...this.#status.values()].some(({ emergencyLoop }) => emergencyLoop)) {
      return;
    }
    const missing = (): string[] =>
      [...this.#held].flatMap(([number, { title }]) => {
        const shown = this.#shown.get(number) ?? '';
        return shown === title ? [] : [`${title} of player ${number}`];
      });
    await waitFor(
      'every name',
      async () => {
        await this.#pass(STATUS_MS);
        return missing().length === 0 || undefined;
      },
      () => `${missing().join()} ${JSON.stringify([...this.#shown])} ${JSON.stringify(this.#media.health())}`,
    );
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

  readonly #sticks = new Map<number, Stick>();

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

  /** Decks that play from this player stand empty, or go on in a loop. */
  #dropFrom(owner: number, loops: boolean): void {
    for (const [number, held] of this.#held) {
      if (held.from === owner && loops) {
        this.#change(number, { emergencyLoop: true, playState: PLAY_STATE.emergencyLoop });
      } else if (held.from === owner) {
        this.#held.delete(number);
        this.#change(number, { trackId: 0, playState: PLAY_STATE.empty, emergencyLoop: false });
      }
    }
  }

  #load({ player: number, from, id, file }: Extract<Move, { do: 'load' }>): void {
    const stick = this.#sticks.get(from);
    if (stick !== undefined) {
      this.#held.set(number, { from, title: file ? '' : `${stick} ${id}` });
      this.#change(number, {
        ...{ sourcePlayer: from, slot: SLOT.usb, trackType: file ? 2 : 1, trackId: id },
        ...{ playState: PLAY_STATE.playing, emergencyLoop: false },
      });
    }
  }

  /** Another player with the same number, and a stick of its own in it. */
  #meetTwin(number: number): void {
    this.#twins += 1;
    const address = `127.0.0.${90 + number}`;
    const device = { ...deviceOf(number), address, key: `${address}/${number}` };
    this.#booth.device({ kind: 'found', device });
    this.#booth.status(device, { ...empty(number), usb: MEDIUM.mounted });
    this.#send(number);
    this.#booth.device({ kind: 'gone', device, why: 'silence' });
  }

  #change(number: number, change: Partial<PlayerStatus>): void {
    const status = this.#status.get(number) ?? empty(number);
    this.#status.set(number, { ...status, ...change });
  }

  /** `silent`: what this player sends gets lost. */
  async #pass(ms: number, silent?: number): Promise<void> {
    for (let left = ms; left > 0; left -= STATUS_MS) {
      for (const number of NUMBERS) {
        if (number !== silent) {
          this.#send(number);
        }
      }
      this.#booth.checkSilence();
      await this.#clock.advance(STATUS_MS);
    }
  }

  #send(number: number): void {
    const held = this.#held.get(number);
    if (this.#reported.get(number) !== held) {
      this.#shown.delete(number);
    }
    this.#reported.set(number, held);
    this.#booth.status(deviceOf(number), this.#status.get(number) ?? empty(number));
  }

  #check(events: readonly DeckEvent[]): void {
    for (const event of events) {
      const number = Number(/\/(\d+)#/.exec(event.device)?.[1]);
      if (event.kind === 'tags' && event.tags.title !== undefined) {
        const { title } = event.tags;
        const truth = this.#reported.get(number)?.title ?? '';
        this.#shown.set(number, title);
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

test('whatever hands and network do, a title is that of the loaded track, and comes where it can be known', async () => {
  await fc.assert(
    fc.asyncProperty(evenings, async (evening) => {
      const truth = await Truth.open();
      try {
        for (const move of evening) {
          await truth.do(move);
          await truth.do({ do: 'read', calls: 3 });
        }
        await truth.end();
        expect(truth.wrong).toEqual([]);
      } finally {
        await truth.close();
      }
    }),
    { numRuns: RUNS },
  );
});
