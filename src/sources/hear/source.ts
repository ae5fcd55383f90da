/** A track of the collection that the room hears is a playing deck. */

import type { CollectionTrack, RoomHeard, RoomHearing } from '../../core/contracts/hearing.ts';
import type { Source, SourceListener, SourceTools } from '../../core/contracts/source.ts';
import type { Finding } from '../../core/finding.ts';
import { problemIn, type SourceHealth } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import { Once } from '../../core/once.ts';
import { untilAborted } from '../../core/waiting.ts';
import { DeckSource, ownFile } from '../../decks/index.ts';
import type { DeckSettings } from '../../decks/options.ts';
import { EMPTY_DECK, ReportedDecks } from '../shared/reported-decks.ts';

/** Two tracks in the mix, and those they are mistaken for. */
const DECKS = 4;
/** A track neither heard nor found this long leaves its deck. */
const FORGOTTEN_MS = 30_000;
/**
 * Share of the sound above which no other track is expected yet. Two tracks in a mix fall below it before
 * they are equally loud.
 */
const MOST_OF_IT = 0.5;
/** Sound without any known track is reported after this. */
const NOTHING_MS = 30_000;
/** Nothing counts as on air after sound without any loaded track this long. */
const OFF_AIR_MS = 20_000;

type HearTools = Pick<SourceTools, 'clock' | 'log' | 'hearing' | 'collection'>;

interface Candidate extends CollectionTrack {
  /** Last heard or found; monotonic. */
  seenAt: number;
  isHeard: boolean;
}

export class HearSource extends DeckSource<DeckSettings, HearTools> implements Source {
  protected readonly name = 'hear';
  readonly #reported = new ReportedDecks('Room');
  readonly #decks = new Map<string, Candidate>();
  #want: (paths: ReadonlySet<string>) => void = () => undefined;
  #isAlone = false;
  #lastHeardAt: number | undefined;
  /** Start of sound without a heard track or a file being read; monotonic. */
  #nothingSince: number | undefined;
  /** The same, regardless of files being read; monotonic. */
  #unheardSince: number | undefined;
  readonly #silence = new Once();

  constructor(settings: DeckSettings, { hearing, ...tools }: HearTools) {
    super(settings, { ...tools, ...(hearing && { hearing: proposing(hearing) }) });
  }

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const { hearing, collection } = this.tools;
    const table = this.makeTable(listener, { fileOf: ownFile });
    const followed = hearing?.follow((state) => this.#update(state));
    this.#want = (paths) => followed?.want(paths);
    const end = collection?.follow(
      (tracks) => this.#find(tracks),
      () => this.#isAlone,
    );
    await untilAborted(signal);
    end?.();
    followed?.close();
    table.stop();
    this.table = undefined;
  }

  health(): SourceHealth {
    return {
      watching: say('hear.sound-room'),
      lastHeardAt: this.#lastHeardAt,
      problem:
        this.#lastHeardAt === undefined ? problemIn(this.tools.collection?.findings?.() ?? []) : undefined,
    };
  }

  async findings(): Promise<readonly Finding[]> {
    return this.#isNothing()
      ? [
          {
            area: 'software',
            severity: 'warning',
            finding: say('hear.none-your-music-heard-sound-comes'),
            means: say('hear.plays-not-hear-library-not-described'),
            todo: say('hear.if-library-look-how-far-described'),
          },
        ]
      : [];
  }

  /** Decks whose tracks were not seen lately become empty. */
  #find(tracks: readonly CollectionTrack[]): void {
    const now = this.tools.clock.monotonic();
    for (const track of tracks) {
      const known = [...this.#decks.values()].find(({ path }) => path === track.path);
      if (known === undefined) {
        this.#load(track, now);
      } else {
        known.seenAt = now;
      }
    }
    for (const [label, { seenAt }] of this.#decks) {
      if (now >= seenAt + FORGOTTEN_MS && this.#decks.size > 1) {
        this.#decks.delete(label);
        this.table?.apply(...this.#reported.report(label, EMPTY_DECK));
      }
    }
    this.#want(new Set([...this.#decks.values()].map(({ path }) => path)));
  }

  /** Takes a free deck, or the one seen least recently. */
  #load({ path, track }: CollectionTrack, now: number): void {
    const labels = Array.from({ length: DECKS }, (_, n) => String(n + 1));
    const oldest = [...this.#decks].sort(([, one], [, other]) => one.seenAt - other.seenAt)[0];
    const label = labels.find((one) => !this.#decks.has(one)) ?? oldest?.[0] ?? '1';
    this.#decks.set(label, { path, track, seenAt: now, isHeard: false });
    this.#report(label, false);
  }

  /** The table measures its level from the same sound. */
  #update({ levels, shares, unreadable }: RoomHeard): void {
    const { clock, log } = this.tools;
    const now = clock.monotonic();
    let isAnyHeard = false;
    let isAnyRead = false;
    this.#isAlone = false;
    for (const [label, candidate] of this.#decks) {
      const isHeard = (levels?.get(candidate.path) ?? 0) > 0;
      if (isHeard) {
        candidate.seenAt = now;
        this.#lastHeardAt = clock.now();
        isAnyHeard = true;
        this.#isAlone ||= (shares?.get(candidate.path) ?? 0) > MOST_OF_IT;
      }
      isAnyRead ||= levels?.has(candidate.path) === false && !unreadable.has(candidate.path);
      if (isHeard !== candidate.isHeard) {
        candidate.isHeard = isHeard;
        this.#report(label, isHeard);
      }
    }
    this.#unheardSince = levels === undefined || isAnyHeard ? undefined : (this.#unheardSince ?? now);
    if (now >= (this.#unheardSince ?? Number.POSITIVE_INFINITY) + OFF_AIR_MS) {
      this.table?.clearAir();
    }
    // A track may be heard until its file has been read.
    const isNothing = levels !== undefined && !isAnyHeard && !isAnyRead;
    this.#nothingSince = isNothing ? (this.#nothingSince ?? now) : undefined;
    if (!this.#isNothing()) {
      if (isAnyHeard) {
        this.#silence.ends();
      }
    } else if (this.#silence.begins()) {
      log.info('none of your music is heard', { source: 'hear' });
    }
  }

  #isNothing(): boolean {
    const since = this.#nothingSince ?? Number.POSITIVE_INFINITY;
    return this.tools.clock.monotonic() >= since + NOTHING_MS;
  }

  #report(label: string, playing: boolean): void {
    const candidate = this.#decks.get(label);
    if (candidate !== undefined) {
      const tags = { ...candidate.track, location: candidate.path };
      const report = { tags, playing, level: undefined, master: false };
      this.table?.apply(...this.#reported.report(label, report));
    }
  }
}

/** Proposed files require stronger evidence. */
function proposing(hearing: RoomHearing): RoomHearing {
  const { beats } = hearing;
  return { follow: (changed) => hearing.follow(changed, 'proposed'), ...(beats && { beats }) };
}
