/**
 * `test/cases/<situation>/` holds `case.json` (description, settings, timeline) and, with hardware, `set.jsonl` for the
 * simulator. The output must equal `expected/`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { loadSet } from '@deckcast/simulator';
import { bundleScript } from './bundle.ts';
import { afterTest } from './clean-up.ts';
import { ROOT } from './files.ts';
import { testFolder } from './folder.ts';
import { type HttpPeer, httpPeer } from './http-peer.ts';
import { Namespaces } from './namespaces.ts';
import { type StartedProgram, startProgram } from './program.ts';
import { startShow } from './show.ts';
import { waitFor, waitForFile } from './wait.ts';

const CASES = join(ROOT, 'test', 'cases');
const FROZEN_CLOCK = pathToFileURL(join(ROOT, 'test', 'support', 'frozen-clock.mjs')).href;
const EVENING = Date.UTC(2026, 0, 1, 20);
const TZ = 'Europe/Berlin';

interface Step {
  /** Since the evening began: `HH:MM:SS`. */
  readonly at: string;
  /** Path below `/api/v1/`. */
  readonly post: string;
  readonly body?: object;
  /** Awaited content of the featured file. */
  readonly shows?: string;
}

interface Shown {
  readonly text: string;
  /** Seconds of the set; later actions wait for this content. Undefined: the last. */
  readonly before?: number;
}

export interface Case {
  /** Sentence. */
  readonly about: string;
  readonly settings: object;
  /** The program's clock stands still between steps. */
  readonly timeline?: readonly Step[];
  /** Contents of the featured file, in order. */
  readonly shows?: readonly Shown[];
}

/** By file name in `expected/`. */
export type Outcome = Readonly<Record<string, string>>;

export const situations = readdirSync(CASES);

export function readCase(situation: string): Case {
  return JSON.parse(readFileSync(join(CASES, situation, 'case.json'), 'utf8')) as Case;
}

export function expectedFile(situation: string, name: string): string {
  return join(CASES, situation, 'expected', name);
}

export function runCase(situation: string): Promise<Outcome> {
  const set = join(CASES, situation, 'set.jsonl');
  return existsSync(set) ? runWithHardware(situation, set) : runPosted(situation);
}

function settingsIn(folder: string, { settings }: Case, more: object): string {
  const outputs = {
    outfile: { featured: join(folder, 'featured.txt') },
    history: { filename: join(folder, 'history.txt'), format: '$ELAPSED$ $ARTIST$ - $SONG$ [$GENRE$]' },
    cue: {
      filename: join(folder, 'set.cue'),
      header: { performer: 'DJ Ada', title: 'Friday', file: 'a.wav' },
    },
    session: { filename: join(folder, 'sessions.db') },
  };
  return JSON.stringify({ ...outputs, ...more, ...settings });
}

async function runPosted(situation: string): Promise<Outcome> {
  const evening = readCase(situation);
  const folder = await testFolder();
  const file = (name: string): string => join(folder, name);
  const [receiver, chat] = [await httpPeer(), await httpPeer()];
  const setClock = (ms: number): Promise<void> => replace(file('clock'), String(EVENING + ms));
  await setClock(0);
  await writeFile(
    file('conf.json'),
    settingsIn(folder, evening, {
      webhook: { url: receiver.url },
      chat: { url: chat.url, token: 'token', channel: '42' },
    }),
  );
  const show = await startShow([`--conf=${file('conf.json')}`], {
    env: { NODE_OPTIONS: `--import=${FROZEN_CLOCK}`, TEST_CLOCK: file('clock'), TZ },
  });
  afterTest(() => show.program.stop());
  const screen: string[] = [];
  for (const step of evening.timeline ?? []) {
    await setClock(milliseconds(step.at));
    await show.post(step.post, step.body);
    if (step.shows !== undefined) {
      await waitForFile(file('featured.txt'), (text) => text === step.shows);
      await show.quiet();
      screen.push(`${step.at} ${step.shows}`);
    }
  }
  const sets = await exported(folder);
  return {
    'screen.txt': lines(screen),
    'ws.jsonl': lines(show.messages),
    'webhook.jsonl': lines(bodies(receiver)),
    'chat.txt': lines(bodies(chat).map((body) => JSON.parse(body).content)),
    ...(await written(folder)),
    'set.csv': sets,
  };
}

/** Removes times, which differ. */
async function runWithHardware(situation: string, set: string): Promise<Outcome> {
  const evening = readCase(situation);
  const folder = await testFolder();
  const namespaces = new Namespaces();
  afterTest(() => namespaces.remove());
  const run = async (args: readonly string[], entry?: string): Promise<StartedProgram> => {
    const script = entry === undefined ? {} : { script: await bundleScript(`support/${entry}.ts`, folder) };
    const within = namespaces.within('booth');
    const program = await startProgram(args, { within, listens: true, ...script });
    afterTest(() => program.stop());
    return program;
  };
  const conf = join(folder, 'conf.json');
  await writeFile(conf, settingsIn(folder, evening, { hwdevice: { discovery: { interface: ['lo'] } } }));
  const main = await run(['start', `--conf=${conf}`, '--http.addr=127.0.0.1:9090']);
  await main.waitForLine('overlay ready');
  const socket = await run(['ws://127.0.0.1:9090/ws'], 'socket-script');
  await socket.waitForLine('connected');
  // The test runs the timeline, because a busy computer would miss short states.
  const still = readFileSync(set, 'utf8').replace(/^.*"do".*$/gm, '');
  await writeFile(join(folder, 'set.jsonl'), still);
  const stage = await run([join(folder, 'set.jsonl'), 'lo'], 'simulator-script');
  await main.waitForLine('device connected');
  const seen: string[] = [];
  const shows = async (text: string): Promise<void> => {
    await waitForFile(
      join(folder, 'featured.txt'),
      (content) => content === text,
      () => main.evidence,
    );
    seen.push(text);
  };
  const coming = [...(evening.shows ?? [])];
  let now = 0;
  for (const { at, action } of await timelineOf(set)) {
    await sleep((at - now) * 1_000);
    now = at;
    for (let [next] = coming; next?.before !== undefined && next.before <= at; [next] = coming) {
      await shows(next.text);
      coming.shift();
    }
    stage.writeLine(`perform 0 ${JSON.stringify(action)}`);
  }
  for (const { text } of coming) {
    await shows(text);
  }
  const messages = await waitFor('the last message', () => {
    const all = socket.stdout.split('\n').filter((line) => line.startsWith('{'));
    return all.length >= seen.length ? all : undefined;
  });
  // A stopping program gives its files only a short time, which a busy disk may exceed.
  socket.writeLine('quiet');
  await socket.waitForLine('quiet');
  await main.stop();
  const outcome = {
    'screen.txt': lines(seen),
    'ws.jsonl': lines(messages),
    ...(await written(folder)),
    'log.txt': featuredLines(main.stderr),
  };
  return Object.fromEntries(Object.entries(outcome).map(([name, text]) => [name, withoutTimes(text)]));
}

async function timelineOf(set: string) {
  const loaded = await loadSet(set);
  if (loaded.on !== 'hwdevice') {
    throw new Error(`${set} is no set on Denon DJ players`);
  }
  return loaded.set.timeline;
}

async function written(folder: string): Promise<Outcome> {
  return {
    'history.txt': await contentOf(join(folder, 'history.txt')),
    'set.cue': withoutSetId(await contentOf(join(folder, 'set.cue'))),
  };
}

async function exported(folder: string): Promise<string> {
  const program = await startProgram(
    ['export', '--format=csv', `--session.filename=${join(folder, 'sessions.db')}`],
    { env: { TZ } },
  );
  afterTest(() => program.stop());
  await program.ended;
  return program.stdout;
}

/** Must not contain hidden names. */
function featuredLines(log: string): string {
  return lines(log.split('\n').flatMap((line) => /level=info (msg="track .*)/.exec(line)?.[1] ?? []));
}

function withoutTimes(text: string): string {
  return text
    .replace(/"timestamp":"[^"]*"/g, '"timestamp":"*"')
    .replace(/"timestamp_epoch":\d+/g, '"timestamp_epoch":0')
    .replace(/"elapsed":"[^"]*"/g, '"elapsed":"*"')
    .replace(/INDEX 01 (?!00:00:00)\S+/g, 'INDEX 01 *')
    .replace(/^\d\d:\d\d:\d\d /gm, '')
    .replace(/ after=\S+/g, '');
}

function withoutSetId(sheet: string): string {
  return sheet.replace(/^REM DECKCAST_SET [0-9a-f-]{36}$/m, 'REM DECKCAST_SET *');
}

function bodies(peer: HttpPeer): string[] {
  // A chat is asked for its channel first.
  return peer.requests.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

function contentOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '(no such file)');
}

function milliseconds(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

/** The program may read it at any moment. */
async function replace(path: string, content: string): Promise<void> {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}
