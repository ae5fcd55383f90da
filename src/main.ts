/** The only place that touches the command line, the standard streams, signals and exit statuses. */
import { isatty } from 'node:tty';
import { DONE, exitStatusOf, failureText, reportFailure, settingsError } from './app/failure.ts';
import { program } from './commands/index.ts';
import { RunError } from './core/errors.ts';
import type { Disk } from './core/tools.ts';
import { systemClock } from './host/clock.ts';
import { openDisk } from './host/disk/index.ts';
import { quickFiles } from './host/disk/quick-files.ts';
import { faultLog } from './host/faults.ts';
import { STOP_WITHIN_MS, Stopping } from './host/lifetime.ts';
import { type Log, openLog } from './host/log/index.ts';
import { buildInfo } from './host/package/build-info.ts';
import { print } from './host/print.ts';
import type { CommandEnvironment } from './settings/command.ts';
import { type Invocation, readInvocation } from './settings/invocation.ts';
import { noConfigFile, settingsFolder } from './settings/places.ts';

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
/** Milliseconds after a signal at which the program leaves, whatever is still under way. */
const ENDS_WITHIN_MS = 1_700;
/** Milliseconds that the end of the process waits for the disk: longer than it may be busy, within the two seconds. */
const SLOW_MS = 200;
const CHECK_EVERY_MS = 10;
/** Determined at the start: a window that was closed is no longer a terminal. */
const FROM_TERMINAL = isatty(0);

/** Reads the command line and runs the command. Resolves to the exit status. */
async function main(): Promise<number> {
  const signals = new Signals();
  const disk = openDisk(systemClock);
  let environment: CommandEnvironment;
  let invocation: Invocation;
  try {
    environment = { ...readEnvironment(), files: quickFiles(disk, systemClock), disk };
    invocation = await readInvocation(program, process.argv.slice(2), environment);
  } catch (error) {
    return complain(error);
  }

  // Every command has the global options, which the type of an arbitrary command does not show.
  const settings = invocation.resolution.settings as Parameters<typeof openLog>[0];
  const wrong = settingsError(invocation.problems, invocation.warnings);
  if (wrong !== undefined && settings['log.file'] !== '') {
    // In the file alone, the person who types the command would not see it.
    complain(wrong);
  }
  let log: Log;
  try {
    log = await openLog(settings, { disk, clock: systemClock });
  } catch (error) {
    return wrong === undefined ? complain(error) : exitStatusOf(wrong);
  }
  signals.log = log;
  try {
    if (wrong !== undefined) {
      throw wrong;
    }
    return await run(invocation, environment, { log, disk, signals });
  } catch (error) {
    if (error !== wrong && settings['log.file'] !== '') {
      // As above.
      complain(error);
    }
    return reportFailure('deckcast', error, log, settings, process.env);
  } finally {
    // A command that ends by itself has time; a signal limits also this (`ENDS_WITHIN_MS`).
    await log.close();
    disk.close();
  }
}

async function run(
  invocation: Invocation,
  environment: CommandEnvironment,
  { log, disk, signals }: { readonly log: Log; readonly disk: Disk; readonly signals: Signals },
): Promise<number> {
  const { command, resolution, args, configFile, searched, warnings, reload } = invocation;
  if (searched.length > 0) {
    log.warn(...noConfigFile(searched));
  }
  for (const { where, what } of warnings) {
    log.warn('configuration warning', { where, what });
  }
  // A show must not end because of a mistake of ours in a corner, nor of a promise that a library forgot.
  let faults = 0;
  const countFault = (): void => {
    faults += 1;
  };
  process.on('uncaughtException', faultLog(log, countFault));

  const running = command.run({
    settings: resolution.settings,
    resolution,
    args,
    ...(configFile === undefined ? {} : { configFile }),
    environment,
    print,
    logged: log.logged,
    faults: () => faults,
    reopenLog: () => log.reopen(),
    reload,
    onHangup: (call) => signals.onHangup(call),
    tools: { log, clock: systemClock, disk, fetch, userAgent: `deckcast/${buildInfo.version}` },
    signal: signals.stop,
  });
  signals.commandRuns();
  await running;
  return signals.status;
}

/** Signals, handled from the first moment on: a start that is ended is reported, too. */
class Signals {
  readonly #stop = new AbortController();
  readonly #hangups = new Set<() => void>();
  #log: Log | undefined;
  #stoppedBy: keyof typeof SIGNALS | undefined;
  #commandRuns = false;
  /** SIGHUP came before the command ran, and is passed on to it. */
  #hungUp = false;

  constructor() {
    process.on('SIGINT', () => this.#stopBy('SIGINT'));
    process.on('SIGTERM', () => this.#stopBy('SIGTERM'));
    process.on('SIGHUP', () => this.#hangUp());
  }

  /** Fires when the program has to stop, with `Stopping`. */
  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** How the process ends once the command is over. */
  get status(): number {
    return this.#stoppedBy === undefined ? DONE : SIGNALS[this.#stoppedBy];
  }

  set log(log: Log) {
    this.#log = log;
  }

  /** To be called before the command waits for anything. */
  onHangup(call: () => void): void {
    this.#hangups.add(call);
  }

  commandRuns(): void {
    this.#commandRuns = true;
    if (this.#hungUp) {
      this.#hangUp();
    }
  }

  #stopBy(signal: keyof typeof SIGNALS): void {
    const leaveNow = (): void => {
      void Promise.resolve(this.#log?.closeNow()).then(() => leave(SIGNALS[signal]));
    };
    if (this.#stoppedBy !== undefined) {
      leaveNow();
      return;
    }
    this.#stoppedBy = signal;
    if (this.#log === undefined) {
      process.stderr.write(`deckcast: ended by ${signal} before it had started\n`);
      leaveNow();
      return;
    }
    this.#log.info('stopping', { signal });
    systemClock.after(ENDS_WITHIN_MS, leaveNow);
    this.#stop.abort(new Stopping(`stopped by ${signal}`, systemClock.monotonic() + STOP_WITHIN_MS));
  }

  #hangUp(): void {
    // From a terminal it means that the window was closed; to a service it means "read your files again".
    if (!FROM_TERMINAL && !this.#commandRuns) {
      this.#hungUp = true;
    } else if (!FROM_TERMINAL && this.#hangups.size > 0) {
      for (const hangup of this.#hangups) {
        hangup();
      }
    } else if (this.#stoppedBy === undefined) {
      // The system and the shell both send it when a window is closed: the second one must not end the program at once.
      this.#stopBy('SIGHUP');
    }
  }
}

function readEnvironment(): CommandEnvironment {
  const { env, platform } = process;
  return { platform, env, configDir: settingsFolder(process), cwd: workingDirectory() };
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new RunError('the working directory was removed: change to one that is there');
  }
}

/** Reports on standard error what ended the program before there was a log, and returns the exit status. */
function complain(error: unknown): number {
  process.stderr.write(failureText('deckcast', error, process.env));
  return exitStatusOf(error);
}

/**
 * Ends the process. Node's own exit waits for every thread, also for one that a disk keeps waiting without end, and
 * aborts where the terminal is gone, which systems report as a crash. A signal does neither, so that is how the process
 * ends then.
 */
async function leave(status: number): Promise<void> {
  for (let waited = 0; waitsForDisk() && waited < SLOW_MS; waited += CHECK_EVERY_MS) {
    await systemClock.sleep(CHECK_EVERY_MS);
  }
  if (waitsForDisk() || (FROM_TERMINAL && status === SIGNALS.SIGHUP)) {
    const signal = Object.entries(SIGNALS).find(([, its]) => its === status)?.[0] ?? 'SIGKILL';
    // Such an end notifies no one, and helper processes have to be notified.
    process.emit('exit', status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    return;
  }
  process.exit(status);
}

function waitsForDisk(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}

// A reader that stops reading (`deckcast help | head -1`) is no reason to fail. And a pipe that Node's stream has opened
// answers when it is full, where one that it has not holds up a thread: `host/log/standard-error.ts` counts on that.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const status = await main();
// Waits for what is still on its way to standard output; idle connections are not worth waiting for.
process.stdout.write('', () => void leave(status));
