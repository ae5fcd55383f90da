import * as v from 'valibot';
import { HIDE_NEXT, NEW_SET, REMOVE, type SaidThing } from '../evidence.ts';
import type { ChaosTimes } from './times.ts';

/** Ms for a returning program to read the library and publish a correction. */
const NAMED_MS = 10_000;

const Place = { position: v.number() };
const Track = v.object({ ...Place, artist: v.string(), title: v.string() });
const Event = v.variant('type', [
  v.object({
    type: v.literal('snapshot'),
    state: v.picklist(['idle', 'featured', 'hidden']),
    track: v.nullable(Track),
    previous: v.array(v.object(Place)),
    at: v.string(),
    shownAt: v.nullable(v.string()),
  }),
  v.object({
    type: v.literal('track'),
    reason: v.picklist(['track', 'reveal', 'correction']),
    track: Track,
  }),
  v.object({ type: v.literal('hidden'), ...Place, offAir: v.exactOptional(v.literal(true)) }),
]);
type Event = v.InferOutput<typeof Event>;

export interface SeenPublication {
  readonly at: number;
  readonly position: number;
  readonly reason: 'track' | 'reveal' | 'correction' | 'hidden';
  readonly token: string | undefined;
  readonly nameless?: true;
  /** Counts the sets that the operator began; absent in the first. */
  readonly set?: number;
}

/** Answer to the operator who begins a new set. */
export interface NewSet {
  readonly at: number;
  readonly accepted: boolean;
  /** The track on air left the air. */
  readonly next: boolean;
}

export function newSetsIn(said: readonly SaidThing[]): readonly NewSet[] {
  return said.flatMap(({ at, where, text }) => {
    const [, next, status] = (where === NEW_SET && /^(next )?(200|409) /.exec(text)) || [];
    return status === undefined ? [] : { at, accepted: status === '200', next: next !== undefined };
  });
}

/** The track is hidden whenever it is played from then on. */
export interface Listing {
  readonly at: number;
  readonly track: number;
}

export function listingsIn(said: readonly SaidThing[]): readonly Listing[] {
  return said.flatMap(({ at, where, text }) => {
    const [, track] = (where === HIDE_NEXT && /^(\d+) 200 /.exec(text)) || [];
    return track === undefined ? [] : { at, track: Number(track) };
  });
}

/** Answer to the operator who removes a row of the set list, or puts it back. */
export interface Removal {
  readonly at: number;
  readonly position: number;
  readonly removed: boolean;
  readonly accepted: boolean;
}

export function removalsIn(said: readonly SaidThing[]): readonly Removal[] {
  return said.flatMap(({ at, where, text }) => {
    const [, position, removed, status] = (where === REMOVE && /^(\d+) (\w+) (200|409) /.exec(text)) || [];
    return status === undefined
      ? []
      : { at, position: Number(position), removed: removed === 'true', accepted: status === '200' };
  });
}

export function publicationsIn(said: readonly SaidThing[], { runs }: ChaosTimes): SeenPublication[] {
  const begun = newSetsIn(said).filter(({ accepted }) => accepted);
  const events = said.filter(({ where }) => where === 'events');
  return events.flatMap(({ at, text }, index) => {
    const read = v.safeParse(Event, JSON.parse(text));
    if (!read.success) {
      return [];
    }
    const startedAt = runs.findLast(({ from }) => from <= at)?.from ?? 0;
    const found = publicationOf(read.output, at, startedAt);
    // At that moment, only the new set has a first track, unless that of the earlier one leaves the air then.
    const leaves = events
      .slice(index)
      .some((later) => later.at === at && later.text.includes('"offAir":true'));
    const isNew = found?.position === 1 && !leaves;
    const set = begun.filter((one) => one.at < at || (one.at === at && isNew)).length;
    return found === undefined ? [] : { ...found, ...(set > 0 && { set }) };
  });
}

/** Names may come late: nameless publications get their correction's token. */
export function withLateNames(
  seen: readonly SeenPublication[],
  { blind }: Pick<ChaosTimes, 'blind'>,
): SeenPublication[] {
  return seen.map((one, index) => {
    const next = seen[index + 1];
    const isLate =
      one.nameless === true &&
      next?.reason === 'correction' &&
      next.position === one.position &&
      blind.some(({ from, to }) => one.at >= from && next.at <= to + NAMED_MS);
    return isLate ? { ...one, token: next.token } : one;
  });
}

function publicationOf(event: Event, at: number, startedAt: number): SeenPublication | undefined {
  switch (event.type) {
    case 'hidden':
      return event.offAir ? undefined : { at, position: event.position, reason: 'hidden', token: undefined };
    case 'track':
      return {
        at,
        position: event.track.position,
        reason: event.reason,
        token: tokenIn(event.track.title),
        ...(event.track.artist === '' && event.track.title === '' && { nameless: true }),
      };
    case 'snapshot':
      return missedBefore(event, at, startedAt);
  }
}

/** Busy computers may open our socket late; the first message tells. */
function missedBefore(
  { state, track, previous, at: sentAt, shownAt }: Extract<Event, { type: 'snapshot' }>,
  at: number,
  startedAt: number,
): SeenPublication | undefined {
  if (state === 'idle') {
    return undefined;
  }
  if (track === null || shownAt === null) {
    const [before = { position: 0 }] = previous;
    return { at, position: before.position + 1, reason: 'hidden', token: undefined };
  }
  const age = Date.parse(sentAt) - Date.parse(shownAt);
  const { position, title } = track;
  return { at: Math.max(startedAt, at - age), position, reason: 'track', token: tokenIn(title) };
}

export function tokensIn(text: string): string[] {
  return text.match(/tok\d+q/g) ?? [];
}

export function tokenIn(text: string): string | undefined {
  return tokensIn(text)[0];
}

const HEADER = /^(?:REM DECKCAST_SET [0-9a-f-]{36}$|(PERFORMER|TITLE|FILE) ".*"( WAVE)?$)/;

export interface CueReading {
  readonly tokens: readonly (string | undefined)[];
  readonly problems: readonly string[];
}

/** As strict as the strictest player. */
export function readCue(sheet: string): CueReading {
  const problems: string[] = [];
  const tokens: (string | undefined)[] = [];
  const lines = sheet.split(/\r?\n/);
  if (lines.pop() !== '') {
    problems.push('the last line does not end');
  }
  const first = lines.findIndex((line) => line.startsWith('  TRACK'));
  const header = first < 0 ? lines : lines.slice(0, first);
  problems.push(...header.filter((line) => !HEADER.test(line)).map((line) => `header line: ${line}`));
  if (!header.some((line) => line.startsWith('FILE '))) {
    problems.push('no FILE line');
  }
  let before = -1;
  const blocks = first < 0 ? [] : lines.slice(first);
  for (let index = 0; index < blocks.length; index += 4) {
    const [track = '', title = '', performer = '', start = ''] = blocks.slice(index, index + 4);
    const number = String(index / 4 + 1).padStart(2, '0');
    if (track !== `  TRACK ${number} AUDIO`) {
      problems.push(`expected track ${number}: ${track}`);
    }
    if (!/^ {4}TITLE "[^"]*"$/.test(title) || !/^ {4}PERFORMER "[^"]*"$/.test(performer)) {
      problems.push(`names of track ${number}: ${title} ${performer}`);
    }
    const [, minutes, seconds, frames] =
      /^ {4}INDEX 01 (\d{2,}):([0-5]\d):([0-6]\d|7[0-4])$/.exec(start) ?? [];
    const at = (Number(minutes) * 60 + Number(seconds)) * 75 + Number(frames);
    if (!(at > before)) {
      problems.push(`time of track ${number}: ${start}`);
    }
    before = at;
    tokens.push(tokenIn(title));
  }
  return { tokens, problems };
}
