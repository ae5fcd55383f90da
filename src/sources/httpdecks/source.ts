import * as v from 'valibot';
import type { PostResult, Source, SourceListener } from '../../core/contracts/source.ts';
import type { Finding } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';
import { troubleIn } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import { isShortText, SHORT_TEXT } from '../../core/text.ts';
import { Timer, untilAborted } from '../../core/waiting.ts';
import { DeckSource, ownFile } from '../../decks/index.ts';
import { readPostedTrack, type TrackRequest } from '../http/track.ts';
import { filenameOf } from '../shared/file-name.ts';
import { deckLabelOf, EMPTY_DECK, ReportedDecks } from '../shared/reported-decks.ts';
import { type HttpDecksState, httpDecksFindings } from './findings.ts';

/** Silence after which a deck is emptied. */
const SILENCE_MS = 60_000;

/** Also describes the API. */
export const DECK = v.pipe(
  v.strictObject(
    {
      track: v.optional(
        v.pipe(
          // Validated separately, so that errors can name the track.
          v.custom<TrackRequest | null>(() => true),
          v.metadata({ json: { anyOf: [{ $ref: '#/components/schemas/TrackRequest' }, { type: 'null' }] } }),
        ),
      ),
      playing: v.optional(
        v.pipe(
          v.boolean('"playing" is not true or false'),
          v.description('If omitted, the deck plays while a track is loaded.'),
        ),
      ),
      level: v.optional(
        v.pipe(
          v.number('"level" is not a number'),
          v.minValue(0, '"level" is below 0'),
          v.maxValue(1, '"level" is above 1'),
          v.description('Level as the audience hears it, 0 to 1.'),
        ),
      ),
      master: v.optional(
        v.pipe(v.boolean('"master" is not true or false'), v.description('True if the deck sets the tempo.')),
        false,
      ),
      path: v.optional(
        v.pipe(
          v.string('"path" is not text'),
          v.check(isShortText, '"path" is too long'),
          v.metadata(SHORT_TEXT),
          v.description("The track's file on the computer that runs deckcast, for hearing the room."),
        ),
        '',
      ),
    },
    (issue) =>
      issue.expected === 'never'
        ? `"${String(issue.path?.[0]?.key ?? '')}" is none of track, playing, level, master, path`
        : 'the body is not a JSON object',
  ),
  v.description('`PUT /api/v1/decks/{deck}`: omitted fields are unknown; a deck without a track is empty.'),
);

/** `PUT /api/v1/decks/{deck}`: the HTTP server authorizes it and calls `acceptDeck`. */
export class HttpDecksSource extends DeckSource implements Source {
  protected readonly name = 'httpdecks';
  readonly #reported = new ReportedDecks('HTTP');
  /** Monotonic times of last reports. */
  readonly #heardAt = new Map<string, number>();
  /** Labels of decks emptied because their reports stopped. */
  readonly #silent = new Set<string>();
  /** Labels of decks without a play state and a level. */
  readonly #unknown = new Set<string>();
  readonly #silence = new Timer(this.tools.clock);
  #lastHeardAt: number | undefined;

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const table = this.makeTable(listener, { fileOf: ownFile, takesFaders: true });
    this.tools.log.info('waiting for decks', { source: 'httpdecks', path: '/api/v1/decks/1' });
    await untilAborted(signal);
    this.#silence.cancel();
    table.stop();
    this.table = undefined;
  }

  health(): SourceHealth {
    return {
      watching: 'PUT /api/v1/decks/…',
      lastHeardAt: this.#lastHeardAt,
      ...troubleIn(httpDecksFindings(this.#state())),
    };
  }

  async findings(): Promise<readonly Finding[]> {
    return httpDecksFindings(this.#state());
  }

  /** Omitted fields are unknown; without a track, the deck is empty. */
  acceptDeck(deck: string, report: unknown): PostResult {
    const label = deckLabelOf(deck);
    if (label === undefined) {
      return { ok: false, problem: say('httpdecks.deck-label') };
    }
    const read = v.safeParse(DECK, report ?? {}, { abortEarly: true });
    if (!read.success) {
      return { ok: false, problem: read.issues[0].message };
    }
    const { track: posted, playing, level, master, path } = read.output;
    const track = posted === undefined || posted === null ? undefined : readPostedTrack(posted);
    if (track?.ok === false) {
      return { ok: false, problem: `in "track": ${track.problem}` };
    }
    if (this.table === undefined) {
      return { ok: false, problem: say('sources.starting-or-stopping') };
    }
    const { clock } = this.tools;
    this.#lastHeardAt = clock.now();
    if (track === undefined) {
      this.#empty(label);
      return { ok: true };
    }
    this.#heardAt.set(label, clock.monotonic());
    this.#silent.delete(label);
    if (playing === undefined && level === undefined) {
      this.#unknown.add(label);
    } else {
      this.#unknown.delete(label);
    }
    const filename = track.track.filename || filenameOf(path);
    const tags = { ...track.track, location: path, filename };
    this.table.apply(...this.#reported.report(label, { tags, playing, level, master }));
    this.#awaitSilence();
    return { ok: true };
  }

  #state(): HttpDecksState {
    return {
      received: this.#lastHeardAt !== undefined,
      silent: [...this.#silent].sort(),
      unknownDecks: [...this.#unknown].sort(),
    };
  }

  #empty(label: string): void {
    this.#heardAt.delete(label);
    this.#silent.delete(label);
    this.#unknown.delete(label);
    this.table?.apply(...this.#reported.report(label, EMPTY_DECK));
    this.#awaitSilence();
  }

  #awaitSilence(): void {
    const [first] = [...this.#heardAt].sort(([, one], [, other]) => one - other);
    if (first === undefined) {
      this.#silence.cancel();
      return;
    }
    const [label, heardAt] = first;
    const { clock, log } = this.tools;
    this.#silence.set(heardAt + SILENCE_MS - clock.monotonic(), () => {
      log.warn('deck stopped reporting', { source: 'httpdecks', deck: label, for: '1m' });
      this.#empty(label);
      this.#silent.add(label);
    });
  }
}
