/** The messages between the program and the process that keeps the sessions. */
import type { EarlierSet } from '../core/contracts.ts';
import { messageOf, RunError, UpstreamError } from '../core/errors.ts';
import type { Publication } from '../core/track.ts';

export type SessionRequest =
  | { readonly do: 'open'; readonly path: string; readonly soFar: EarlierSet | undefined }
  | { readonly do: 'list'; readonly limit: number }
  | { readonly do: 'entries'; readonly session: number }
  | { readonly do: 'resumableSet'; readonly now: number }
  | { readonly do: 'store'; readonly publication: Publication; readonly earlier: EarlierSet | undefined }
  | { readonly do: 'end' };

export type SessionAnswer =
  | { readonly is: 'answer'; readonly value: unknown }
  /** The process is a new one: it needs to know which file, and what has been stored of the set. */
  | { readonly is: 'fresh' }
  | { readonly is: 'problem'; readonly problem: ProblemOnTheWay };

/** An error that crosses from process to process. */
interface ProblemOnTheWay {
  readonly message: string;
  /** Of an UpstreamError. */
  readonly advice?: UpstreamError['advice'];
}

export function problemOf(error: unknown): SessionAnswer {
  const message = messageOf(error);
  const advice = error instanceof UpstreamError ? { advice: error.advice } : {};
  return { is: 'problem', problem: { message, ...advice } };
}

export function errorOf({ message, advice }: ProblemOnTheWay): Error {
  return advice === undefined ? new RunError(message) : new UpstreamError(message, advice);
}
