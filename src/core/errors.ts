/** One class of error for each culprit. Only `main.ts` turns them into an exit status. */
import { REFUSED_PAUSE_MS } from './health.ts';
import { say, type Text } from './message.ts';

/** One mistake in what the user gave us: where it is, and what to do. */
export interface Problem {
  /** `--osc.port=70000`, `conf.yaml: delay`, `DECKCAST_THEME_INTERNAL`. Never holds a secret's value. */
  readonly where: string;
  /** "a port is 1 to 65535". Short, exact, kind; no full stop. */
  readonly what: Text;
}

/** The user's: wrong flags, configuration or files, at least one problem. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problems: readonly Problem[];

  /** `heading` stands above several problems; a single one needs none. */
  constructor(problems: readonly Problem[], heading = 'usage error') {
    const [only, another] = problems;
    super(only !== undefined && another === undefined ? `${only.where}: ${only.what}` : heading);
    this.problems = problems;
  }
}

/** The environment's, and the program cannot go on: a port in use, a log file that cannot be opened. Exit status 1. */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly text: Text;

  constructor(text: Text, options?: ErrorOptions) {
    super(String(text), options);
    this.text = text;
  }
}

/** Theirs: an outside service or device failed us. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /**
   * `retry`: another attempt can succeed. `drop`: not for this publication. `stop`: the user has to change something
   * (`core/health.ts`).
   */
  readonly advice: 'retry' | 'drop' | 'stop';
  /** Milliseconds that the service requested as a pause; they apply to the whole service. With `stop`, how long to pause. */
  readonly retryAfterMs: number | undefined;
  readonly text: Text;

  constructor(
    text: Text,
    advice: 'retry' | 'drop' | 'stop',
    options: { readonly retryAfterMs?: number; readonly cause?: unknown } = {},
  ) {
    super(String(text), { cause: options.cause });
    this.text = text;
    this.advice = advice;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Milliseconds for which nothing is sent after this refusal. */
export function refusedPauseMs(error: unknown): number {
  return (error instanceof UpstreamError ? error.retryAfterMs : undefined) ?? REFUSED_PAUSE_MS;
}

/** Ours: something that cannot happen has happened. */
export class BugError extends Error {
  override readonly name = 'BugError';
}

/** What is loaded late is not there: an update has replaced the files of the program while it runs. */
export function isFileMissing(error: unknown): boolean {
  return codeOf(error) === 'ERR_MODULE_NOT_FOUND';
}

/** The message of anything thrown, in one line. */
export function messageOf(error: unknown): string {
  return String(textOf(error));
}

/** The same as a text that can be translated, where the program itself has raised the error. */
export function textOf(error: unknown): Text {
  if (isFileMissing(error)) {
    // Node's own message names a module, which tells a user nothing.
    return say('error.file-missing');
  }
  if (error instanceof RunError || error instanceof UpstreamError) {
    return error.text;
  }
  if (error instanceof Error) {
    return error.message === '' ? error.name : error.message;
  }
  return String(error);
}

/** What `JSON.parse` says, without the place and the part of the text that it repeats: that may hold a secret. */
export function syntaxMessageOf(error: unknown): string {
  return messageOf(error)
    .replace(/ at position \d+.*$/s, '')
    .replace(/, (\.\.\.)?".*is not valid JSON$/s, '')
    .replace(/ in JSON$/, '');
}

/** The code of an error from Node or a driver (`ENOENT`, `SQLITE_NOTADB`); undefined where there is none. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
