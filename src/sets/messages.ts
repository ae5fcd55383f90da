import type { EarlierSet, HistoryMark } from '../core/contracts/set.ts';
import { RunError, textOf, UpstreamError } from '../core/errors.ts';
import { type PlainText, plain, textFrom } from '../core/message.ts';
import { Sealed } from '../core/sealed.ts';
import type { PlayFacts, Publication, SetEntry } from '../core/track.ts';

export type SessionRequest =
  | { readonly do: 'open'; readonly path: string; readonly soFar: PlainSet | undefined }
  | { readonly do: 'list'; readonly limit: number }
  | { readonly do: 'entries'; readonly session: number }
  | { readonly do: 'resumableSet'; readonly now: number }
  | {
      readonly do: 'store';
      readonly publication: Plain<Publication>;
      readonly earlier: PlainSet | undefined;
      readonly id: string;
    }
  | { readonly do: 'of recording'; readonly recording: string; readonly endedAt: number }
  | {
      readonly do: 'add recording';
      readonly recording: string;
      readonly entries: readonly Plain<SetEntry>[];
      readonly endedAt: number;
    }
  | { readonly do: 'correct'; readonly session: number; readonly entries: readonly Plain<SetEntry>[] }
  | { readonly do: 'note history'; readonly mark: HistoryMark }
  | { readonly do: 'end' };

/** Sealed values cannot pass to another process. */
export type Plain<Entry extends Pick<SetEntry, 'facts'>> = Omit<Entry, 'facts'> & {
  readonly facts?: PlayFacts;
};
export type PlainSet = Omit<EarlierSet, 'entries' | 'before'> & {
  readonly entries: readonly Plain<SetEntry>[];
  readonly before?: readonly Plain<SetEntry>[];
};

export function unsealed<Entry extends Pick<SetEntry, 'facts'>>({ facts, ...entry }: Entry): Plain<Entry> {
  return { ...entry, ...(facts && { facts: facts.open() }) };
}

export function sealedAgain<Entry extends Pick<SetEntry, 'facts'>>({
  facts,
  ...entry
}: Plain<Entry>): Omit<Entry, 'facts'> & Pick<SetEntry, 'facts'> {
  return { ...(entry as unknown as Omit<Entry, 'facts'>), ...(facts && { facts: new Sealed(facts) }) };
}

export function unsealedSet(set: EarlierSet | undefined): PlainSet | undefined {
  if (set === undefined) {
    return undefined;
  }
  const { before, entries, ...rest } = set;
  const plain = (all: readonly SetEntry[]) => all.map((entry) => unsealed(entry));
  return { ...rest, entries: plain(entries), ...(before && { before: plain(before) }) };
}

export function sealedSet(set: PlainSet | undefined): EarlierSet | undefined {
  if (set === undefined) {
    return undefined;
  }
  const { before, entries, ...rest } = set;
  const sealed = (all: PlainSet['entries']) => all.map((entry) => sealedAgain<SetEntry>(entry));
  return { ...rest, entries: sealed(entries), ...(before && { before: sealed(before) }) };
}

export type SessionAnswer =
  | { readonly is: 'answer'; readonly value: unknown }
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
