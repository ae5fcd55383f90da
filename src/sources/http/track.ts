import * as v from 'valibot';
import { plausibleBpm, plausibleIsrc, plausibleYear } from '../../core/plausible.ts';
import { cleanText, isShortText, MAX_TEXT, SHORT_TEXT } from '../../core/text.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { LONGEST_TRACK_MS } from '../shared/playing-time.ts';

const MAX_SECONDS = LONGEST_TRACK_MS / 1_000;
const MAX_BPM = 1_000;
const FIELDS =
  'artist, title, genre, album, label, remixer, comment, key, bpm, year, isrc, duration, filename';

const name = (field: string) =>
  v.pipe(
    v.string(`"${field}" is not text`),
    v.check(isShortText, `"${field}" has more than ${MAX_TEXT} characters`),
    v.metadata(SHORT_TEXT),
    // Blanks and control characters alone make no name.
    v.transform(cleanText),
  );

export const TRACK = v.pipe(
  v.strictObject(
    {
      artist: v.optional(name('artist'), ''),
      title: v.optional(name('title'), ''),
      genre: v.optional(name('genre'), ''),
      album: v.optional(name('album'), ''),
      filename: v.optional(name('filename'), ''),
      label: v.optional(name('label'), ''),
      remixer: v.optional(name('remixer'), ''),
      comment: v.optional(name('comment'), ''),
      key: v.optional(name('key'), ''),
      bpm: v.optional(
        v.pipe(
          v.number('"bpm" is not a number'),
          v.minValue(0, '"bpm" is below 0'),
          v.ltValue(MAX_BPM, `"bpm" is not below ${MAX_BPM}`),
          v.description('Beats a minute, below 1000; 0 when unknown.'),
        ),
        0,
      ),
      year: v.optional(
        v.pipe(
          v.number('"year" is not a number'),
          v.check(
            (year) => year === 0 || plausibleYear(year) === year,
            '"year" is not a year of four digits',
          ),
          v.description('Four digits; 0 when unknown.'),
        ),
        0,
      ),
      isrc: v.optional(
        v.pipe(
          name('isrc'),
          v.check(
            (isrc) => isrc === '' || plausibleIsrc(isrc) !== '',
            '"isrc" is not a recording code like DEABC2600001',
          ),
          v.description('ISRC of the recording; hyphens and lower case are accepted.'),
        ),
        '',
      ),
      duration: v.optional(
        v.pipe(
          v.number('"duration" is not a number of seconds'),
          v.minValue(0, '"duration" is below 0'),
          v.maxValue(MAX_SECONDS, `"duration" is above ${MAX_SECONDS} seconds`),
          v.description('Seconds; 0 when unknown.'),
        ),
        0,
      ),
    },
    (issue) =>
      issue.expected === 'never'
        ? `${issue.path?.[0]?.key === undefined ? 'a key' : `"${String(issue.path[0].key)}"`} is none of ${FIELDS}`
        : 'the body is not a JSON object',
  ),
  v.check(({ artist, title }) => artist !== '' || title !== '', '"artist" and "title" are both missing'),
  v.description(
    '`POST /api/v1/track`: needs an artist or a title; unknown keys are rejected. Texts have at most 1000 characters.',
  ),
);
export type TrackRequest = v.InferInput<typeof TRACK>;

export function readPostedTrack(
  body: unknown,
): { readonly ok: true; readonly track: Track } | { readonly ok: false; readonly problem: string } {
  const read = v.safeParse(TRACK, body, { abortEarly: true });
  if (!read.success) {
    return { ok: false, problem: read.issues[0].message };
  }
  const { duration, bpm, isrc, ...rest } = read.output;
  const durationMs = Math.round(duration * 1000);
  const numbers = { bpm: plausibleBpm(bpm), isrc: plausibleIsrc(isrc), durationMs };
  return { ok: true, track: { ...UNKNOWN_TRACK, ...rest, ...numbers } };
}
