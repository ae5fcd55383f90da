/**
 * Process that enriches the tracks of a long night and prints its memory.
 * Arguments: address of the streaming service, of the catalog, a cover file, number of tracks, simulated hours.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret } from '../../src/core/option.ts';
import type { Clock } from '../../src/core/tools.ts';
import type { NativeArt } from '../../src/core/track.ts';
import { systemClock } from '../../src/host/clock.ts';
import { nodeDisk } from '../../src/host/disk/node-disk.js';
import { enrichOptions, enrichPart } from '../../src/show/pictures/index.ts';
import { keptLog } from './log.ts';
import { CATALOG_KEY, CATALOG_SECRET } from './services/catalog.ts';
import { longSetTrack } from './services/long-set.ts';
import { STREAMING_ID, STREAMING_SECRET } from './services/streaming.ts';
import { settingsOf } from './settings.ts';

const [streamingUrl = '', catalogUrl = '', cover = '', tracks = '', hours = ''] = process.argv.slice(2);

/** Real timers, and a clock that leaps from track to track. */
function leapingClock(): Clock & { leap(ms: number): void } {
  let leapt = 0;
  return {
    ...systemClock,
    now: () => systemClock.now() + leapt,
    monotonic: () => systemClock.monotonic() + leapt,
    leap(ms) {
      leapt += ms;
    },
  };
}

/** Memory of this process and its children at rest. Freed memory is returned with a delay. */
async function residentMiB(): Promise<number> {
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.();
    await sleep(200);
  }
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  const pages = ['self', ...children].map((pid) => readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages.reduce((sum, count) => sum + Number(count), 0) * 4096) / 2 ** 20;
}

const clock = leapingClock();
const enricher = await enrichPart.create(
  settingsOf(enrichOptions, {
    'streaming.id': new Secret(STREAMING_ID),
    'streaming.secret': new Secret(STREAMING_SECRET),
    'streaming.api_url': streamingUrl,
    'streaming.auth_url': streamingUrl,
    'streaming.code_url': streamingUrl,
    'catalog.key': new Secret(CATALOG_KEY),
    'catalog.secret': new Secret(CATALOG_SECRET),
    'catalog.url': catalogUrl,
    // Long, because a busy computer must not time out.
    'streaming.timeout': 60,
  }),
  {
    log: keptLog(),
    clock,
    fetch,
    userAgent: 'deckcast/0',
    disk: nodeDisk,
  },
  { licensed: true },
);
const stop = new AbortController();
const ended = enricher.run(stop.signal);

let withArt = 0;
let withCode = 0;
let afterTen = 0;
for (let number = 1; number <= Number(tracks); number++) {
  const track = longSetTrack(number);
  // Every third stick has no art.
  const nativeArt: NativeArt | undefined = number % 3 === 0 ? undefined : () => readFile(cover);
  enricher.prefetch(track, nativeArt);
  const { art, code } = await enricher.enrich(track, nativeArt, new AbortController().signal);
  withArt += art === undefined ? 0 : 1;
  withCode += code === undefined ? 0 : 1;
  clock.leap((Number(hours) * 3_600_000) / Number(tracks));
  if (number === 10) {
    afterTen = await residentMiB();
  }
}
process.stdout.write(JSON.stringify({ withArt, withCode, afterTen, atEnd: await residentMiB() }));
stop.abort();
await ended;
