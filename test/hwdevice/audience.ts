/** The real program on one end of a cable, simulated devices on the other, and what an audience sees of it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SetAction } from '@deckcast/simulator';
import { bundleScript } from '../support/bundle.ts';
import { CABLE, Namespaces } from '../support/namespaces.ts';
import { type ProgramEnd, type StartedProgram, startProgram } from '../support/program.ts';
import { waitFor, waitForFile } from '../support/wait.ts';

const LOOK_EVERY_MS = 5;
const HTTP = '127.0.0.1:9090';

export interface SeenTrack {
  /** `Artist - Title` of each message of `/ws`, in order. */
  readonly messages: readonly string[];
  /** Each content that the featured file has had, in order. */
  readonly contents: readonly string[];
  /** What `--hwdevice.record` wrote. */
  readonly recording: string;
  /** What the program wrote until it was asked to stop. */
  readonly log: string;
  readonly ending: ProgramEnd;
}

/** What the DJ does, or what is waited for before the next move. */
export type SetStep =
  | SetAction
  /** As `/ws` and the file name it. */
  | { readonly shown: string }
  /** A line of the program, so often. */
  | { readonly logged: string; readonly times: number }
  /** What `--hwdevice.record` has written, so often. */
  | { readonly recorded: string; readonly times: number };

export interface Evening {
  /** Lines of a set file or of a recording. */
  readonly set: readonly string[];
  /** Performed before the devices are switched on. */
  readonly first?: SetAction;
  /** One after the other, each when the one before is over; of a recording there are none. */
  readonly steps?: readonly SetStep[];
  /** Shown when the evening is over. */
  readonly until: string;
}

/** Plays the set to `deckcast start` and resolves with what came out. Leaves nothing behind. */
export async function watch({ set, first, steps = [], until }: Evening): Promise<SeenTrack> {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-evening-'));
  const programs: StartedProgram[] = [];
  const namespaces = new Namespaces();
  const run = async (
    end: 'stage' | 'booth',
    args: readonly string[],
    entry?: string,
  ): Promise<StartedProgram> => {
    const script = entry === undefined ? {} : { script: await bundleScript(entry, folder) };
    const program = await startProgram(args, { within: namespaces.within(end), listens: true, ...script });
    programs.push(program);
    return program;
  };
  try {
    const setFile = join(folder, 'set.jsonl');
    const featured = join(folder, 'featured.txt');
    const recording = join(folder, 'recording.jsonl');
    await writeFile(setFile, set.join('\n'));

    const main = await run('booth', [
      'start',
      `--http.addr=${HTTP}`,
      '--session.filename=',
      `--outfile.featured=${featured}`,
      `--hwdevice.record=${recording}`,
    ]);
    const contents = followFile(featured);
    await main.waitForLine('overlay ready');
    const socket = await run('booth', [`ws://${HTTP}/ws`], 'support/socket-script.ts');
    await socket.waitForLine('connected');
    const action = first === undefined ? [] : [JSON.stringify(first)];
    const stage = await run('stage', [setFile, CABLE, ...action], 'support/simulator-script.ts');

    const wait = (what: string, isSo: () => boolean): Promise<true> =>
      waitFor(
        what,
        () => isSo() || undefined,
        () => [main, socket, stage].map(({ evidence }) => evidence).join('\n'),
      );
    const isShown = (name: string): Promise<true> =>
      wait(
        `"${name}" on /ws and in the file`,
        () => messagesIn(socket).at(-1) === name && contents.seen.at(-1) === name,
      );
    for (const [number, step] of steps.entries()) {
      if ('shown' in step) {
        await isShown(step.shown);
      } else if ('logged' in step) {
        const { logged, times } = step;
        await wait(`"${logged}" ${times} times`, () => main.stderr.split(logged).length > times);
      } else if ('recorded' in step) {
        const { recorded, times } = step;
        await waitForFile(
          recording,
          (text) => text.split(recorded).length > times,
          () => main.evidence,
        );
      } else {
        stage.writeLine(`perform ${number} ${JSON.stringify(step)}`);
        await stage.waitForLine(`performed ${number} `);
      }
    }
    await isShown(until);
    contents.stop();
    const log = main.stderr;
    const ending = await main.stop();
    return {
      messages: messagesIn(socket),
      contents: contents.seen,
      recording: await readFile(recording, 'utf8'),
      log,
      ending,
    };
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
    namespaces.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

function messagesIn({ stdout }: StartedProgram): string[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => {
      const { artist, title }: { artist?: unknown; title?: unknown } = JSON.parse(line);
      return `${artist} - ${title}`;
    });
}

/** Notes every new content of a file. */
function followFile(path: string): { readonly seen: string[]; stop(): void } {
  const seen: string[] = [];
  let reading = false;
  const timer = setInterval(async () => {
    if (reading) {
      return;
    }
    reading = true;
    const content = await readFile(path, 'utf8').catch(() => '');
    if (content !== '' && content !== seen.at(-1)) {
      seen.push(content);
    }
    reading = false;
  }, LOOK_EVERY_MS);
  return { seen, stop: () => clearInterval(timer) };
}
