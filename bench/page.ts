import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { tool } from '../test/support/judge.ts';
import { PASSWORDS, webDavConfiguration } from '../test/support/nginx.ts';
import { type Figure, type Measurement, withFolder } from './measure.ts';
import { startDeckcast } from './peer.ts';

const ORIGIN = 29_095;
const CACHE = 29_096;
const DECKCAST = 29_097;
const CONNECTIONS = 64;
const TRACKS = 6;
const TRACK_MS = 10_000;
/** When each is hidden: once caches must have it, and at another moment of their period. */
const hiddenAfterMs = (track: number): number => 5_500 + track * 700;
/** What the page promises (`sets/page/files.ts`). */
const NAMES_MS = 5_000;
const BARE_MS = 10_000;

/** Counts answers, and tells when the last one came that named each track. */
const SCRIPT = `
local ffi = require 'ffi'
ffi.cdef 'typedef struct { long s; long us; } moment; int gettimeofday(moment *, void *);'
local at, threads = ffi.new 'moment', {}
function setup(thread) table.insert(threads, thread) end
function init() failed = 0 end
function response(status, headers, body)
  if status ~= 200 then failed = failed + 1 end
  local track = string.match(body, 'Secret (%d)')
  if track then
    ffi.C.gettimeofday(at, nil)
    _G['last' .. track] = tonumber(at.s) * 1000 + tonumber(at.us) / 1000
  end
end
function done(summary)
  local wrong, last = 0, {}
  for _, thread in ipairs(threads) do
    wrong = wrong + thread:get('failed')
    for track = 1, ${TRACKS} do
      last[track] = math.max(last[track] or 0, thread:get('last' .. track) or 0)
    end
  end
  io.write('RESULT ', string.format('%.0f %.0f %.0f ', summary.requests, summary.duration / 1000, wrong))
  for track = 1, ${TRACKS} do io.write(string.format('%.0f ', last[track])) end
end
`;

interface Load {
  readonly perSecond: number;
  readonly ms: number;
  /** When the last answer came that named each track; milliseconds since 1970-01-01 UTC. */
  readonly lastNamed: readonly number[];
}

/** The page on nginx, behind the cache of nginx, while everybody reads it: wrk and both servers share this computer. */
export const page: Measurement = {
  name: 'page',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const nginx = await startNginx(folder);
      const deckcast = await startDeckcast(
        [
          'start',
          '--source=http',
          `--http.addr=127.0.0.1:${DECKCAST}`,
          '--session.filename=',
          `--page.url=http://admin:secret@127.0.0.1:${ORIGIN}/tonight/`,
          '--page.delay=0s',
        ],
        'overlay ready',
      );
      try {
        await post('track', { artist: 'Ada', title: 'Track 0' });
        await sleep(2_000);
        const before = await originRequests(folder);
        const [busy, hiddenAt] = await Promise.all([
          load(folder, 'now.json', TRACKS * TRACK_MS + NAMES_MS),
          play(),
        ]);
        const reached = (await originRequests(folder)) - before;
        await writeFile(join(folder, 'www', 'tonight', 'bare.json'), '{}');
        const bare = await load(folder, 'bare.json', BARE_MS);
        return [
          {
            what: 'readers of the page that the cache of nginx answers while tracks change every 10 s',
            unit: 'a second',
            ours: busy.perSecond,
            against: 'the same for a file that nobody writes',
            theirs: bare.perSecond,
            wanted: { bound: 'at least', value: 20_000 },
          },
          {
            what: 'of these, requests that reach the web server behind it',
            unit: 'requests',
            ours: reached,
            against: 'changes and periods of the cache',
            theirs: Math.ceil(busy.ms / NAMES_MS) + TRACKS,
            target: { bound: 'at most', ratio: 1 },
          },
          {
            what: `from hiding a track to the last answer with its name, longest of ${TRACKS}`,
            unit: 'ms',
            ours: Math.max(...hiddenAt.map((at, index) => (busy.lastNamed[index] ?? 0) - at)),
            against: 'as long as caches may keep names',
            theirs: NAMES_MS,
            target: { bound: 'at most', ratio: 1 },
          },
        ];
      } finally {
        await deckcast.stop();
        await stop(nginx);
      }
    });
  },
};

/** Tracks one after the other. When each was hidden. */
async function play(): Promise<readonly number[]> {
  const hiddenAt: number[] = [];
  for (let track = 1; track <= TRACKS; track += 1) {
    await post('track', { artist: 'Ada', title: `Secret ${track}` });
    await sleep(hiddenAfterMs(track));
    await post('hide', { hidden: true });
    hiddenAt.push(Date.now());
    await sleep(TRACK_MS - hiddenAfterMs(track));
  }
  return hiddenAt;
}

async function post(path: string, body: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${DECKCAST}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
}

async function startNginx(folder: string): Promise<ChildProcess> {
  const root = join(folder, 'www');
  await mkdir(join(root, 'tonight'), { recursive: true });
  await Promise.all([folder, root, join(root, 'tonight')].map((path) => chmod(path, 0o777)));
  await writeFile(join(folder, 'passwords'), PASSWORDS);
  await writeFile(join(folder, 'load.lua'), SCRIPT);
  const configuration = join(folder, 'nginx.conf');
  await writeFile(
    configuration,
    webDavConfiguration({
      folder,
      root,
      port: ORIGIN,
      http: `proxy_cache_path ${folder}/cache keys_zone=page:1m;
        server { listen 127.0.0.1:${CACHE}; keepalive_requests 1000000000;
          location / { proxy_pass http://127.0.0.1:${ORIGIN}; proxy_cache page; proxy_cache_lock on; proxy_cache_use_stale updating; } }`,
      server: `access_log ${folder}/access.log;`,
    }),
  );
  const server = spawn(tool('nginx'), ['-c', configuration], { stdio: 'ignore' });
  process.once('exit', () => void server.kill('SIGKILL'));
  for (let answers = false; !answers; ) {
    answers = await fetch(`http://127.0.0.1:${CACHE}/`).then(
      () => true,
      () => sleep(50, false),
    );
  }
  return server;
}

async function stop(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  await gone;
}

async function originRequests(folder: string): Promise<number> {
  return (await readFile(join(folder, 'access.log'), 'utf8')).split('"GET /tonight/now.json').length - 1;
}

async function load(folder: string, file: string, ms: number): Promise<Load> {
  const { stdout } = await promisify(execFile)('wrk', [
    ...['-t', '1', '-c', String(CONNECTIONS), '-d', `${ms / 1_000}s`, '-s', join(folder, 'load.lua')],
    `http://127.0.0.1:${CACHE}/tonight/${file}`,
  ]);
  const [requests = 0, took = 0, failed = 0, ...lastNamed] =
    /RESULT (.*)/.exec(stdout)?.[1]?.trim().split(' ').map(Number) ?? [];
  if (requests === 0 || failed > 0) {
    throw new Error(`${failed} of ${requests} requests failed: ${stdout}`);
  }
  return { perSecond: (requests * 1_000) / took, ms: took, lastNamed };
}
