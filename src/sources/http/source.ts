import * as v from 'valibot';
import type { PostResult, Source, SourceHealth, SourceListener } from '../../core/contracts.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { believedBpm, believedYear } from '../../core/track-numbers.ts';
import { untilAborted } from '../../core/waiting.ts';
import { PlayIds } from '../play-ids.ts';
import { LONGEST_MS } from '../playing-time.ts';

/** Longer names are rejected. */
const MAX_TEXT_LENGTH = 1000;
const MAX_SECONDS = LONGEST_MS / 1_000;
const MAX_BPM = 1_000;
const FIELDS = 'artist, title, genre, album, label, remixer, comment, key, bpm, year, duration, filename';

const name = (field: string) =>
  v.pipe(
    v.string(`"${field}" is not text`),
    v.maxLength(MAX_TEXT_LENGTH, `"${field}" has more than ${MAX_TEXT_LENGTH} characters`),
    v.trim(),
  );

const TRACK = v.pipe(
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
        ),
        0,
      ),
      year: v.optional(
        v.pipe(
          v.number('"year" is not a number'),
          v.check((year) => year === 0 || believedYear(year) === year, '"year" is not a year of four digits'),
        ),
        0,
      ),
      duration: v.optional(
        v.pipe(
          v.number('"duration" is not a number of seconds'),
          v.minValue(0, '"duration" is below 0'),
          v.maxValue(MAX_SECONDS, `"duration" is above ${MAX_SECONDS} seconds`),
        ),
        0,
      ),
    },
    (issue) =>
      issue.expected === 'never'
        ? `${issue.path?.[0]?.key === undefined ? 'a key' : `"${String(issue.path[0].key)}"`} is none of ${FIELDS}`
        : 'the body is no JSON object',
  ),
  v.check(({ artist, title }) => artist !== '' || title !== '', 'there is neither "artist" nor "title"'),
);

/**
 * Any program as a source: `POST /api/v1/track`. The HTTP server authorizes the request and passes the body to
 * `accept`.
 */
export class HttpSource implements Source {
  readonly #tools: { readonly log: Logger; readonly clock: Clock };
  readonly #plays: PlayIds;
  #listener: SourceListener | undefined;
  #lastHeardAt: number | undefined;

  constructor(tools: { readonly log: Logger; readonly clock: Clock }) {
    this.#tools = tools;
    this.#plays = new PlayIds('http', tools.clock);
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    this.#listener = listener;
    this.#tools.log.info('waiting for tracks', { source: 'http', path: '/api/v1/track' });
    await untilAborted(signal);
    this.#listener = undefined;
  }

  health(): SourceHealth {
    return {
      watching: 'POST /api/v1/track',
      ...(this.#lastHeardAt === undefined ? {} : { lastHeardAt: this.#lastHeardAt }),
    };
  }

  /** Accepts the parsed JSON of a request. Every accepted track is a play of its own. */
  accept(body: unknown): PostResult {
    const read = v.safeParse(TRACK, body, { abortEarly: true });
    if (!read.success) {
      return { ok: false, problem: read.issues[0].message };
    }
    if (this.#listener === undefined) {
      return { ok: false, problem: 'deckcast is starting or stopping' };
    }
    const { duration, bpm, ...rest } = read.output;
    this.#lastHeardAt = this.#tools.clock.now();
    const durationMs = Math.round(duration * 1000);
    const track = { ...UNKNOWN_TRACK, ...rest, bpm: believedBpm(bpm), durationMs };
    this.#listener.transition(this.#plays.next(track));
    return { ok: true };
  }
}
