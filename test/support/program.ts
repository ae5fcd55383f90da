/** Starts the real executable with a folder and home of its own, and ends it by its id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from './wait.ts';

/** A stop takes two seconds at most, unless the computer is busy. */
const HANGS_AFTER_MS = 15_000;

/** `bin/deckcast.js` of this checkout. It runs the result of the last `npm run build`. */
export const EXECUTABLE = fileURLToPath(new URL('../../bin/deckcast.js', import.meta.url));

/** Environment in which the program's clock is ahead of ours. */
export function clockAhead(ms: number): Readonly<Record<string, string>> {
  const script = new URL('clock-ahead.mjs', import.meta.url).href;
  return { NODE_OPTIONS: `--import=${script}`, TEST_AHEAD: String(ms) };
}

/** Environment in which time passes by this factor faster for the program, or slower. */
export function fastClock(pace: number): Readonly<Record<string, string>> {
  const script = new URL('clock-fast.mjs', import.meta.url).href;
  return { NODE_OPTIONS: `--import=${script}`, TEST_PACE: String(pace) };
}

/** Environment in which SIGUSR2 causes an unhandled rejection. */
export const FORGETS_A_PROMISE: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=${new URL('fault.mjs', import.meta.url).href}`,
};

export interface ProgramEnd {
  /** Exit status; null after a signal. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProgramOptions {
  /** Command prefix: `['ip', 'netns', 'exec', name]` runs it in a network namespace. */
  readonly within?: readonly string[];
  /** Path of Node; the system shows the process under this name. */
  readonly node?: string;
  /** Script for Node; the executable by default. */
  readonly script?: string;
  /** Added to an environment without the machine's settings. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files to create in its folder: content by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Opens standard input for `writeLine`. */
  readonly listens?: true;
}

export class StartedProgram {
  /** Working directory and home; removed by `stop`. */
  readonly folder: string;
  /** Settles when the process is gone. */
  readonly ended: Promise<ProgramEnd>;
  readonly #child: ChildProcess;
  #gone = false;
  #stdout = '';
  #stderr = '';

  constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.folder = folder;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status, signal) => {
        this.#gone = true;
        resolve({ status, signal });
      });
    });
    // A failed start surfaces in `ended` if a test awaits it.
    this.ended.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Both outputs, for a failing test's message. */
  get evidence(): string {
    return `standard output:\n${this.#stdout}\nstandard error:\n${this.#stderr}`;
  }

  /** First line of either output that contains or matches `text`. Rejects when the program has ended. */
  waitForLine(text: string | RegExp): Promise<string> {
    const matches = (line: string): boolean =>
      typeof text === 'string' ? line.includes(text) : text.test(line);
    let seen = -1;
    return waitFor(
      `a line with ${text}`,
      () => {
        const isOver = this.#gone;
        const said = this.#stdout.length + this.#stderr.length;
        // Search only new output, because some programs print a lot.
        if (said === seen && !isOver) {
          return undefined;
        }
        seen = said;
        const found = `${this.#stdout}\n${this.#stderr}`.split('\n').find(matches);
        if (found === undefined && isOver) {
          throw new Error(`the program ended without a line with ${text}\n${this.evidence}`);
        }
        return found;
      },
      () => this.evidence,
    );
  }

  /** Writes a line to standard input. Needs `listens`. */
  writeLine(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Sends a signal to this process only. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends the program (SIGTERM, then SIGKILL if it hangs) and removes its folder. Returns how it ended. */
  async stop(): Promise<ProgramEnd> {
    const force = setTimeout(() => this.#child.kill('SIGKILL'), HANGS_AFTER_MS);
    this.#child.kill('SIGTERM');
    try {
      return await this.ended;
    } finally {
      clearTimeout(force);
      await rm(this.folder, { recursive: true, force: true });
    }
  }
}

/** Starts a show with this source on a free port, without a session store. Stop it in every exit path. */
export function startFrom(source: string, ...flags: readonly string[]): Promise<StartedProgram> {
  const always = [`--source=${source}`, '--http.addr=127.0.0.1:0', '--session.filename='];
  return startProgram(['start', ...always, ...flags]);
}

/** Starts the executable (or another script) with these arguments. Stop it in every exit path of the test. */
export async function startProgram(
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<StartedProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-test-'));
  const config = join(folder, '.config');
  const { PATH, TZ } = process.env;
  await mkdir(config);
  for (const [name, content] of Object.entries(options.files ?? {})) {
    await writeFile(join(folder, name), content);
  }
  const command = [
    ...(options.within ?? []),
    options.node ?? process.execPath,
    options.script ?? EXECUTABLE,
    ...args,
  ];
  const [file = process.execPath, ...rest] = command;
  const child = spawn(file, rest, {
    cwd: folder,
    stdio: [options.listens ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: {
      ...(PATH === undefined ? {} : { PATH }),
      ...(TZ === undefined ? {} : { TZ }),
      HOME: folder,
      XDG_CONFIG_HOME: config,
      ...options.env,
    },
  });
  return new StartedProgram(child, folder);
}
