/** Error classes, one per culprit. Only `main.ts` turns them into an exit status. */
import { REFUSED_PAUSE_MS } from './health.ts';
import { Message, say, type Text, type TextId } from './message.ts';

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

/** Not a bug of ours: something outside is in the way. */
export function isExpected(error: unknown): boolean {
  return error instanceof RunError || error instanceof UpstreamError;
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

/** English, for logs: keeps the message of Node and libraries, with its path. */
export function messageOf(error: unknown): string {
  return String(ownTextOf(error) ?? rawMessageOf(error));
}

/** Text for users, translatable if the program or the operating system raised the error. */
export function textOf(error: unknown): Text {
  const own = ownTextOf(error);
  if (own !== undefined) {
    return own;
  }
  const reason = systemReasonOf(error);
  const place = placeOf(error);
  return reason === undefined
    ? rawMessageOf(error)
    : place === ''
      ? reason
      : say('core.about', { about: reason, text: place });
}

function ownTextOf(error: unknown): Text | undefined {
  if (isFileMissing(error)) {
    // Node's message names a module.
    return say('error.file-missing');
  }
  return error instanceof Error && 'text' in error && error.text instanceof Message ? error.text : undefined;
}

function rawMessageOf(error: unknown): string {
  if (error instanceof Error) {
    return error.message === '' ? error.name : error.message;
  }
  return String(error);
}

/** Errors of the operating system, its resolver and fetch, by Node's codes. */
const SYSTEM: Readonly<Record<string, TextId>> = {
  EACCES: 'system.forbidden',
  EADDRINUSE: 'system.port-taken',
  EADDRNOTAVAIL: 'system.no-such-address',
  EAI_AGAIN: 'service.name-server-silent',
  EBUSY: 'system.in-use',
  ECONNABORTED: 'system.connection-lost',
  ECONNREFUSED: 'service.nothing-listens',
  ECONNRESET: 'system.connection-lost',
  EDQUOT: 'system.disk-full',
  EEXIST: 'system.exists',
  EHOSTUNREACH: 'service.no-route-to-host',
  EIO: 'system.disk-fails',
  EISDIR: 'system.is-folder',
  ELOOP: 'system.links-in-circle',
  EMFILE: 'system.too-many-files',
  ENAMETOOLONG: 'system.name-too-long',
  ENETDOWN: 'system.network-down',
  ENETUNREACH: 'service.no-route-to-network',
  ENFILE: 'system.too-many-files',
  ENODEV: 'system.no-such-device',
  ENOENT: 'system.no-such-file',
  ENOMEM: 'system.out-of-memory',
  ENOSPC: 'system.disk-full',
  ENOTDIR: 'system.no-folder',
  ENOTEMPTY: 'system.not-empty',
  ENOTFOUND: 'service.no-such-host',
  ENXIO: 'system.no-such-device',
  EPERM: 'system.forbidden',
  EPIPE: 'system.connection-lost',
  EROFS: 'system.read-only',
  ETIMEDOUT: 'system.no-answer',
  ETXTBSY: 'system.in-use',
  UND_ERR_BODY_TIMEOUT: 'system.no-answer',
  UND_ERR_HEADERS_TIMEOUT: 'system.no-answer',
  UND_ERR_SOCKET: 'system.connection-lost',
};

/** Begins the codes of Node's HTTP parser. */
const PARSER = 'HPE_';

/** Reason of an error of the operating system, without its file or address; otherwise undefined. */
export function systemReasonOf(error: unknown): Message | undefined {
  const code = String(codeOf(error));
  const id = Object.hasOwn(SYSTEM, code)
    ? SYSTEM[code]
    : code.startsWith(PARSER)
      ? 'service.no-http'
      : undefined;
  return id && say(id, { code });
}

/** File or address of an error of the operating system; otherwise empty. */
function placeOf(error: unknown): string {
  const { path, hostname, address, port } = error as Partial<Record<string, unknown>>;
  if (typeof path === 'string' || typeof hostname === 'string') {
    return String(path ?? hostname);
  }
  return typeof address === 'string' ? (typeof port === 'number' ? `${address}:${port}` : address) : '';
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
