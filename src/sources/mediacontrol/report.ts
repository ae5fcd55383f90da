/**
 * Lines of `media-control stream`: `{"type":"data","diff":bool,"payload":{…}}`. Without `diff`, the payload
 * is the whole state (`{}`: nothing plays); with it, the payload changes the last state, and `null` removes a
 * key. Never throws.
 */
import * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import { isShortText } from '../../core/text.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { plausibleLength } from '../shared/playing-time.ts';

const MESSAGE = v.object({
  type: v.literal('data'),
  diff: v.optional(v.boolean(), false),
  payload: v.record(v.string(), v.unknown()),
});

/** Printed once by our Windows script if it cannot read a cover. */
const PICTURE_FAILURE = v.object({
  type: v.literal('failure'),
  what: v.literal('picture'),
  reason: v.string(),
});

/** Any program on the network may send longer texts, which are kept per player. */
const text = v.fallback(v.optional(v.pipe(v.string(), v.check(isShortText)), ''), '');
const base64 = v.fallback(v.optional(v.string(), ''), '');
const number = v.fallback(v.optional(v.number()), undefined);
const flag = v.fallback(v.optional(v.boolean(), false), false);

const STATE = v.object({
  bundleIdentifier: text,
  parentApplicationBundleIdentifier: text,
  title: text,
  artist: text,
  album: text,
  genre: text,
  /** Seconds. */
  duration: number,
  /** Instead of `duration`, in streams started with `--micros`. */
  durationMicros: number,
  playing: flag,
  isAdvertisement: flag,
  contentItemIdentifier: text,
  artworkData: base64,
});

/** Drops other keys and long texts, so that only art can make a state large. */
export type MediaState = v.InferOutput<typeof STATE>;

export const NO_MEDIA: MediaState = v.parse(STATE, {});

export function applyLine(state: MediaState, line: string): MediaState | undefined {
  const message = jsonIn(line, MESSAGE);
  if (message === undefined) {
    return undefined;
  }
  const { diff, payload } = message;
  return v.parse(STATE, diff ? { ...state, ...payload } : payload);
}

/** Undefined for other lines. */
export function pictureFailureIn(line: string): string | undefined {
  return jsonIn(line, PICTURE_FAILURE)?.reason;
}

/** Application, then the helper process that plays (WebKit's for Safari). */
export function bundlesOf(state: MediaState): readonly string[] {
  return [state.parentApplicationBundleIdentifier, state.bundleIdentifier].filter((id) => id !== '');
}

export function trackOf(state: MediaState): Track {
  const { artist, title, album, genre, duration = 0, durationMicros } = state;
  const ms = durationMicros === undefined ? duration * 1000 : durationMicros / 1000;
  return { ...UNKNOWN_TRACK, artist, title, album, genre, durationMs: plausibleLength(ms) };
}
