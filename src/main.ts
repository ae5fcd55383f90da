/** Entry point; no other module touches the command line, standard streams, signals or exit statuses. */
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
import { isUnreadable } from './settings/file.ts';
import { type Invocation, readInvocation } from './settings/invocation.ts';
import { noConfigFile, settingsFolder } from './settings/places.ts';

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
/** Milliseconds after a signal at which the program exits, whatever is unfinished. */
const ENDS_WITHIN_MS = 1_700;
/**
 * Milliseconds that the exit waits for the disk: longer than normal work takes, and within the two seconds for a stop.
 */
const SLOW_MS = 200;
const CHECK_EVERY_MS = 10;
/** Checked at the start, because a closed window is no longer a terminal. */
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
    return printFailure(error);
  }

  // Every command has the global options, but the type of an arbitrary command doesn't show them.
  const settings = invocation.resolution.settings as Parameters<typeof openLog>[0];
  const remedy = await remedyOf(invocation, disk);
  const wrong = settingsError(invocation.problems, invocation.warnings, remedy);
  if (wrong !== undefined && settings['log.file'] !== '') {
    // The terminal's user would not see it in the log file.
    printFailure(wrong);
  }
  let log: Log;
  try {
    log = await openLog(settings, { disk, clock: systemClock });
  } catch (error) {
    return wrong === undefined ? printFailure(error) : exitStatusOf(wrong);
  }
  signals.log = log;
  try {
    if (wrong !== undefined) {
      throw wrong;
    }
    return await run(invocation, environment, { log, disk, signals });
  } catch (error) {
    if (error instanceof Stopping) {
      return signals.status;
    }
    if (error !== wrong && settings['log.file'] !== '') {
      // The terminal's user would not see it in the log file.
      printFailure(error);
    }
    return reportFailure('deckcast', error, log, settings, process.env);
  } finally {
    // No time limit after a normal end; after a signal, `ENDS_WITHIN_MS` applies.
    await log.close();
    disk.close();
  }
}

/** How to go on after problems with the configuration file; otherwise empty. */
async function remedyOf({ entry, problems, configFile = '' }: Invocation, disk: Disk): Promise<string> {
  const inFile = problems.filter(({ where }) => configFile !== '' && where.startsWith(configFile));
  if (inFile.every(isUnreadable)) {
    return '';
  }
  const backup = `${configFile}.bak`;
  const isKept = (await disk.stat(backup).catch(() => undefined)) !== undefined;
  const instead = isKept
    ? `, or put ${backup} in its place, the file before the last change on the pages`
    : '';
  const check = entry.name === 'config check' ? '' : '; "deckcast config check" examines it';
  return `correct the file${instead}${check}`;
}

async function run(
  invocation: Invocation,
  environment: CommandEnvironment,
  { log, disk, signals }: { readonly log: Log; readonly disk: Disk; readonly signals: Signals },
): Promise<number> {
  const { command, resolution, args, configFile, searched, warnings, reload } = invocation;
  if (searched.length > 0) {
    log[command.warnsWithoutFile ? 'warn' : 'debug'](...noConfigFile(searched));
  }
  for (const { where, what } of warnings) {
    log.warn('configuration warning', { where, what });
  }
  // A show must survive a bug in a corner, or a promise that a library forgot.
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

/** Handles signals from the first moment on, so that an interrupted start is reported too. */
class Signals {
  readonly #stop = new AbortController();
  readonly #hangups = new Set<() => void>();
  #log: Log | undefined;
  #stoppedBy: keyof typeof SIGNALS | undefined;
  #commandRuns = false;
  /** SIGHUP arrived before the command ran. */
  #hungUp = false;

  constructor() {
    process.on('SIGINT', () => this.#stopBy('SIGINT'));
    process.on('SIGTERM', () => this.#stopBy('SIGTERM'));
    process.on('SIGHUP', () => this.#hangUp());
  }

  /** Fires with `Stopping` when the program has to stop. */
  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  get status(): number {
    return this.#stoppedBy === undefined ? DONE : SIGNALS[this.#stoppedBy];
  }

  set log(log: Log) {
    this.#log = log;
  }

  /** Call it before the command waits for anything. */
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
    // From a terminal, SIGHUP means that the window was closed; for a service it means "reload".
    if (!FROM_TERMINAL && !this.#commandRuns) {
      this.#hungUp = true;
    } else if (!FROM_TERMINAL && this.#hangups.size > 0) {
      for (const hangup of this.#hangups) {
        hangup();
      }
    } else if (this.#stoppedBy === undefined) {
      // When a window is closed, the OS and the shell both send SIGHUP; the second one must not force the exit.
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

/** Reports an error on standard error before there is a log, and returns the exit status. */
function printFailure(error: unknown): number {
  process.stderr.write(failureText('deckcast', error, process.env));
  return exitStatusOf(error);
}

/**
 * Ends the process. Node's own exit waits for every thread, even if a disk hangs, and aborts if the terminal is gone,
 * which systems report as a crash. In these cases the process ends by a signal.
 */
async function leave(status: number): Promise<void> {
  for (let waited = 0; waitsForDisk() && waited < SLOW_MS; waited += CHECK_EVERY_MS) {
    await systemClock.sleep(CHECK_EVERY_MS);
  }
  if (waitsForDisk() || (FROM_TERMINAL && status === SIGNALS.SIGHUP)) {
    const signal = Object.entries(SIGNALS).find(([, its]) => its === status)?.[0] ?? 'SIGKILL';
    // Death by signal skips the exit handlers that end helper processes.
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

// A closed reader (`deckcast help | head -1`) is no failure. Accessing the streams also makes full pipes report EAGAIN
// instead of blocking a thread, on which `host/log/standard-error.ts` relies.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const status = await main();
// Flushes standard output; idle connections are not waited for.
process.stdout.write('', () => void leave(status));
