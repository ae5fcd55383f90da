import { RunError, textOf, UpstreamError } from '../core/errors.ts';
import { type PlainText, plain, textFrom } from '../core/message.ts';
import { Sealed } from '../core/sealed.ts';
import type { SqliteSessions } from './sqlite-sessions.ts';

/** Methods of `SqliteSessions` that the program calls in the helper process. */
type Called =
  | 'list'
  | 'entries'
  | 'resumableSet'
  | 'store'
  | 'ofRecording'
  | 'addRecording'
  | 'correct'
  | 'noteHistory'
  | 'end';

export type ArgumentsOf<Name extends Called> = Parameters<SqliteSessions[Name]>;
export type ResultOf<Name extends Called> = Awaited<ReturnType<SqliteSessions[Name]>>;

/** `soFar` and `args` are packed. */
export type SessionRequest =
  | { readonly do: 'open'; readonly path: string; readonly soFar: unknown }
  | {
      readonly do: Called;
      readonly args: unknown;
      /** Art of the publication to store. */
      readonly bytes?: Uint8Array | undefined;
      readonly accent?: string | undefined;
    };

const SEALED = 'sealed value';

/** Copies a value for another process, to which sealed values cannot pass. */
export function packed(value: unknown): unknown {
  return value instanceof Sealed ? { [SEALED]: value.open() } : mapped(value, packed);
}

/** Undoes `packed`. */
export function unpacked(value: unknown): unknown {
  return isPlain(value) && SEALED in value ? new Sealed(value[SEALED]) : mapped(value, unpacked);
}

function mapped(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(change);
  }
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]))
    : value;
}

/** False for maps and bytes, which pass as they are. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

export type SessionAnswer =
  | { readonly is: 'answer'; readonly packed: unknown }
  /** The process is new and needs the file's path and the stored set. */
  | { readonly is: 'fresh' }
  | { readonly is: 'problem'; readonly problem: ProblemOnTheWay };

interface ProblemOnTheWay {
  readonly text: PlainText;
  readonly advice?: UpstreamError['advice'];
}

export function problemOf(error: unknown): SessionAnswer {
  const text = plain(textOf(error));
  const advice = error instanceof UpstreamError ? { advice: error.advice } : {};
  return { is: 'problem', problem: { text, ...advice } };
}

export function errorOf({ text, advice }: ProblemOnTheWay): Error {
  return advice === undefined ? new RunError(textFrom(text)) : new UpstreamError(textFrom(text), advice);
}
