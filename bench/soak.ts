/**
 * Compares resources at the end of a long set with those at its beginning. `npm run soak`: twelve hours with skipped
 * pauses; `npm run soak -- --hours=1 --real`: a real hour.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Figure, percentile, row } from './measure.ts';
import { type BenchPeer, startDeckcast } from './peer.ts';
import { ProcessTree } from './process-tree.ts';
import { openOutputs } from './soak/outputs.ts';
import { jumpingTime, realTime } from './soak/passing-time.ts';
import { soakSet } from './soak/set.ts';
import { onNextSend } from './stopwatch.ts';

const ADDRESS = '127.0.0.1:29350';
const TRACKS_AN_HOUR = 1_000 / 12;
/** Besides the one after the warm-up. */
const READINGS = 24;
/** First and last readings to compare. */
const COMPARED = 4;

interface Reading {
  /** MiB. */
  readonly memory: number;
  readonly heap: number;
  readonly openFiles: number;
  readonly handles: number;
  /** 99th percentile since the last reading, ms. */
  readonly loopDelay: number;
  /** Median from the device's bytes to the overlay since the last reading, ms. */
  readonly latency: number;
  /** Seconds per hour of the set. */
  readonly processor: number;
}

const { values } = parseArgs({
  options: { hours: { type: 'string', default: '12' }, real: { type: 'boolean', default: false } },
});
const hours = Number(values.hours);
const tracks = Math.ceil(TRACKS_AN_HOUR * hours);
const folder = mkdtempSync(join(tmpdir(), 'deckcast-soak-'));
try {
  await soak();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function soak(): Promise<void> {
  const startedAt = performance.now();
  const time = values.real ? realTime() : await jumpingTime();
  const { clock } = time;
  const outputs = await openOutputs(folder, clock);
  const set = await soakSet(tracks, folder, time);
  const stop = new AbortController();
  const ended = set.simulation.run(stop.signal);
  const deckcast = await startDeckcast(
    ADDRESS,
    [`--hwdevice.library=${join(folder, 'copies')}`, ...outputs.args],
    'medium library ready',
    ['gauge', ...time.preload],
  );
  await outputs.watch(ADDRESS);
  const tree = new ProcessTree(deckcast.pid);
  const readings: Reading[] = [];
  let latencies: number[] = [];
  let usedBefore = tree.usedSeconds();
  const from = clock.monotonic();
  for (let n = 0; n < tracks; n += 1) {
    const due = from + ((n + 1) * 3_600_000) / TRACKS_AN_HOUR;
    const shown = outputs.nextTrack();
    await set.bringIn(n);
    // The first track has no other deck to close: it is on air before its fader opens.
    latencies.push(...(n === 0 ? [] : [await latencyOf(() => set.closeOther(n), shown)]));
    await outputs.arrived(n + 1);
    await time.pass(due - clock.monotonic());
    if (n + 1 >= ((readings.length + 1) * tracks) / (READINGS + 1)) {
      const used = tree.usedSeconds();
      const processor = ((used - usedBefore) * (READINGS + 1)) / hours;
      usedBefore = used;
      readings.push(await read(deckcast, tree, percentile(latencies, 0.5), processor));
      latencies = [];
      console.error(`after ${n + 1} tracks: ${JSON.stringify(readings.at(-1))}`);
    }
  }
  const arrived = await outputs.arrived(tracks);
  await deckcast.stop();
  stop.abort();
  await ended;
  outputs.close();
  time.close();
  const faster = (hours * 3_600_000) / (performance.now() - startedAt);
  console.log(`${hours} hours at ${faster.toPrecision(2)} times speed, ${tracks} tracks\n`);
  console.log('| measured | at the end | compared with | ratio | target | |\n|---|---|---|---|---|---|');
  for (const figure of figuresOf(readings.slice(1))) {
    console.log(row(figure));
  }
  console.log(
    `\ntracks that arrived: ${[...arrived].map(([output, count]) => `${output} ${count}`).join(', ')}`,
  );
  const beats = Object.entries(outputs.beats).map(([output, count]) => `${output} ${count}`);
  console.log(`beats and frames that arrived: ${beats.join(', ')}`);
}

function latencyOf(act: () => void, shown: Promise<void>): Promise<number> {
  let start = 0;
  onNextSend((at) => {
    start = at;
  });
  act();
  return shown.then(() => performance.now() - start);
}

async function read(
  deckcast: BenchPeer,
  tree: ProcessTree,
  latency: number,
  processor: number,
): Promise<Reading> {
  const { delayMs, heapMiB, handles } = JSON.parse(await deckcast.signalAndRead('SIGUSR2', /gauge=(\{.*\})/));
  const [memory, openFiles] = [tree.memory(), tree.openFiles()];
  return { memory, heap: heapMiB, openFiles, handles, loopDelay: delayMs, latency, processor };
}

function figuresOf(readings: readonly Reading[]): Figure[] {
  const median = (some: readonly Reading[], of: keyof Reading): number =>
    percentile(
      some.map((reading) => reading[of]),
      0.5,
    );
  const figure = (of: keyof Reading, what: string, unit: string, ratio: number): Figure => ({
    what,
    unit,
    ours: median(readings.slice(-COMPARED), of),
    against: 'at the beginning',
    theirs: median(readings.slice(0, COMPARED), of),
    target: { bound: 'at most', ratio },
  });
  return [
    figure('memory', 'resident memory, with helper processes', 'MiB', 1.2),
    figure('heap', 'heap without garbage', 'MiB', 1.2),
    figure('openFiles', 'open files and connections', '', 1.1),
    figure('handles', 'handles of the event loop', '', 1.1),
    figure('loopDelay', 'event-loop delay, 99th percentile', 'ms', 1.5),
    figure('latency', 'device to overlay, median', 'ms', 1.2),
    figure('processor', 'processor time for an hour of the set', 's', 1.2),
  ];
}
