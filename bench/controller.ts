/** A controller that a page reads: latency of a fader, and a long fast sweep. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Figure, type Measurement, percentile, withFolder } from './measure.ts';
import { type BenchPeer, startDeckcast, startPeer } from './peer.ts';
import { MEASURED_SECONDS, watchUse } from './processor-use.ts';
import { type Latency, Stopwatch } from './stopwatch.ts';

/** `CONTROLLER_CHANGES=300 npm run bench -- controller` for more. */
const CHANGES = Number(process.env.CONTROLLER_CHANGES ?? 60);
/** Both sides compile their hot paths in these discarded samples. */
const WARM_UP = 10;
/** With two rests for each change, the program holds no track back (`src/show/pipeline/pace.ts`). */
const REST_MS = 500;
const HTTP = '127.0.0.1:29339';
const RELAY = '127.0.0.1:29338';
const PORT = 'DDJ-SB3';
const FADER = 0x13;
const SWEPT_SECONDS = 60;
/** Changes of a fader in a second, of 14 bits: two messages each. */
const SWEPT_A_SECOND = 500;

/** A page with a controller, and with its pace: the next changes after `taken`, the newest of each number. */
class Page {
  readonly #socket = new WebSocket(`ws://${HTTP}/api/v1/midi`);
  readonly #waiting = new Map<string, readonly number[]>();
  #isSending = false;
  /** Newest positions by fader. */
  positions: readonly (number | null)[] = [];

  async open(): Promise<void> {
    this.#socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.type === 'taken') {
        this.#isSending = false;
        this.#send();
      } else if (message.type === 'midi') {
        this.positions = message.controllers[0]?.faders.map(
          ({ position }: { readonly position: number | null }) => position,
        );
        this.#say({ ports: [PORT] });
      }
    });
    await new Promise((resolve) => this.#socket.once('open', resolve));
  }

  move(deck: number, level: number): void {
    const value = Math.round(16_383 * level);
    this.#waiting.set(`${deck} high`, [deck, FADER, value >> 7]);
    this.#waiting.set(`${deck} low`, [deck, FADER + 32, value & 127]);
    this.#send();
  }

  close(): void {
    this.#socket.close();
  }

  #send(): void {
    if (!this.#isSending && this.#waiting.size > 0) {
      this.#isSending = true;
      this.#say({ port: PORT, changes: [...this.#waiting.values()] });
      this.#waiting.clear();
    }
  }

  #say(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }
}

export const controller: Measurement = {
  name: 'controller',
  run: () => withFolder(measure),
};

async function measure(folder: string): Promise<readonly Figure[]> {
  const file = 'ours.txt';
  const flags = [
    '--source=httpdecks',
    '--midi.input=page',
    `--midi.controllers=${PORT}`,
    `--outfile.featured=${join(folder, file)}`,
  ];
  const deckcast = await startDeckcast(HTTP, flags, 'overlay ready', ['gauge']);
  const page = new Page();
  await page.open();
  const stopwatch = new Stopwatch(`ws://${HTTP}/ws`, folder, file);
  try {
    await stopwatch.ready();
    const floor = await measureChanges(folder, stopwatch, page);
    return [...latencyFigures(stopwatch.latency, floor), ...(await sweepFigures(deckcast, page))];
  } finally {
    stopwatch.close();
    page.close();
    await deckcast.stop();
  }
}

/** In turns with `peers/relay.ts`, whose latency it returns: a busy computer delays both. */
async function measureChanges(folder: string, ours: Stopwatch, page: Page): Promise<Latency> {
  const relay = await startPeer('relay', [RELAY.split(':')[1] ?? '', join(folder, 'floor.txt')]);
  const floor = new Stopwatch(`ws://${RELAY}/`, folder, 'floor.txt');
  await floor.ready();
  const sender = new WebSocket(`ws://${RELAY}/`);
  await new Promise((resolve) => sender.once('open', resolve));
  const nameOf = (n: number): string => `Change ${n}`;
  const deckOf = (n: number): number => (n % 2) + 1;
  const prepare = async (n: number): Promise<void> => {
    await put(deckOf(n), { track: { artist: 'Bench', title: nameOf(n) }, playing: true });
    page.move(deckOf(n), 1);
  };
  page.move(deckOf(1), 0);
  await prepare(0);
  for (let n = 1; n <= WARM_UP + CHANGES; n += 1) {
    await sleep(REST_MS);
    await floor.sample(() =>
      sender.send(JSON.stringify({ port: PORT, changes: [[deckOf(n), FADER, n % 128]] })),
    );
    // Both decks are open, and the older one is closed.
    await prepare(n);
    await sleep(REST_MS);
    await ours.sample(() => page.move(deckOf(n - 1), 0), `"${nameOf(n)}"`);
  }
  sender.close();
  floor.close();
  await relay.stop();
  return floor.latency;
}

function latencyFigures(ours: Latency, floor: Latency): readonly Figure[] {
  return (['message', 'file'] as const).flatMap((what) =>
    (
      [
        ['median', 0.5],
        ['95th percentile', 0.95],
      ] as const
    ).map(([name, share]) => ({
      what: `fader of a controller to ${what === 'message' ? 'overlay message' : 'renamed file'}, ${name}`,
      unit: 'ms',
      ours: percentile(ours[what].slice(WARM_UP), share),
      against: 'bare relay between WebSockets',
      theirs: percentile(floor[what].slice(WARM_UP), share),
      target: { bound: 'at most', ratio: 2 },
    })),
  );
}

async function sweepFigures(deckcast: BenchPeer, page: Page): Promise<readonly Figure[]> {
  const idle = await watchUse(deckcast);
  const sweep = sweepFor(SWEPT_SECONDS, page);
  const use = await watchUse(deckcast, SWEPT_SECONDS);
  await sweep;
  await sleep(1_000);
  const open = page.positions.slice(0, 4);
  await delayOf(deckcast);
  await sleep(1_000 * MEASURED_SECONDS);
  const idleDelay = await delayOf(deckcast);
  await sweepFor(MEASURED_SECONDS, page);
  const sweptDelay = await delayOf(deckcast);
  const what = `${2 * SWEPT_A_SECOND} messages a second for ${SWEPT_SECONDS} s`;
  return [
    {
      what: `${what}: processor time`,
      unit: '% of a core',
      ours: use.core,
      against: 'the same program at rest',
      theirs: idle.core,
    },
    {
      what: 'the same: delay of the event loop, 99th percentile',
      unit: 'ms',
      ours: sweptDelay,
      against: 'at rest',
      theirs: idleDelay,
      target: { bound: 'at most', ratio: 1.5 },
    },
    {
      what: 'the same: faders that are elsewhere at its end',
      unit: 'of 4',
      ours: open.filter((position) => position !== 1).length,
      against: 'at its start',
      theirs: 4,
      wanted: { bound: 'at most', value: 0 },
    },
  ];
}

/** Moves four faders up and down, and ends with all of them open. */
async function sweepFor(seconds: number, page: Page): Promise<void> {
  const startedAt = performance.now();
  let moves = 0;
  while (performance.now() < startedAt + 1_000 * seconds) {
    for (const due = (performance.now() - startedAt) * (SWEPT_A_SECOND / 1_000); moves < due; moves += 1) {
      page.move(1 + (moves % 4), Math.abs(1 - ((moves / 250) % 2)));
    }
    await sleep(1);
  }
  for (const deck of [1, 2, 3, 4]) {
    page.move(deck, 1);
  }
}

/** Milliseconds, since the last call. */
async function delayOf(deckcast: BenchPeer): Promise<number> {
  return JSON.parse(await deckcast.signalAndRead('SIGUSR2', /gauge=(\{.*\})/)).delayMs;
}

async function put(deck: number, body: object): Promise<void> {
  await fetch(`http://${HTTP}/api/v1/decks/${deck}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
