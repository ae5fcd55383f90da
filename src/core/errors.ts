/** Error classes, one per culprit. Only `main.ts` turns them into an exit status. */
import { REFUSED_PAUSE_MS } from './health.ts';
import { Message, say, type Text } from './message.ts';

export interface Problem {
  /** `--osc.port=70000`, `/home/dj/conf.yaml: delay`, `DECKCAST_THEME_INTERNAL`. Never a secret. */
  readonly where: string;
  /** "a port is 1 to 65535". No full stop. */
  readonly what: Text;
}

/** User's fault: wrong flags, configuration or files. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problems: readonly Problem[];
  /** How to go on, if the problems do not say it themselves. */
  readonly remedy: string;

  /** `heading`: above several problems. */
  constructor(problems: readonly Problem[], heading = 'usage error', remedy = '') {
    const [only, another] = problems;
    super(only !== undefined && another === undefined ? `${only.where}: ${only.what}` : heading);
    this.problems = problems;
    this.remedy = remedy;
  }
}

/** The environment's fault: a port in use, an unwritable log file. Exit status 1. */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly text: Text;

  constructor(text: Text, options?: ErrorOptions) {
    super(String(text), options);
    this.text = text;
  }
}

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /**
   * `retry` may succeed, `drop` means that this publication never will, `stop` that the user has to change
   * something (`core/health.ts`).
   */
  readonly advice: 'retry' | 'drop' | 'stop';
  /** Pause that the service requested for all requests; with `stop`, our own. */
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

export function refusedPauseMs(error: unknown): number {
  return (error instanceof UpstreamError ? error.retryAfterMs : undefined) ?? REFUSED_PAUSE_MS;
}

export class BugError extends Error {
  override readonly name = 'BugError';
}

/** Late-loaded code is missing, because an update replaced the running program's files. */
export function isFileMissing(error: unknown): boolean {
  return codeOf(error) === 'ERR_MODULE_NOT_FOUND';
}

export function messageOf(error: unknown): string {
  return String(textOf(error));
}

/** `messageOf`, translatable if the program raised the error. */
export function textOf(error: unknown): Text {
  if (isFileMissing(error)) {
    // Node's message names a module.
    return say('error.file-missing');
  }
  if (error instanceof Error && 'text' in error && error.text instanceof Message) {
    return error.text;
  }
  if (error instanceof Error) {
    return error.message === '' ? error.name : error.message;
  }
  return String(error);
}

/** Omits the position and the quoted text, which may contain a secret. */
export function syntaxMessageOf(error: unknown): string {
  return messageOf(error)
    .replace(/ at position \d+.*$/s, '')
    .replace(/, (\.\.\.)?".*is not valid JSON$/s, '')
    .replace(/ in JSON$/, '');
}

/** Code from Node or a driver: `ENOENT`, `SQLITE_NOTADB`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
