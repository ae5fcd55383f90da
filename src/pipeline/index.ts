/**
 * From a source's transition to the publication that every sink receives:
 *
 *   clean → hold → extract → hide → enrich → publish
 *
 * Everything up to `enrich` happens in the call that brings the transition in (or ends its hold). Without an
 * enricher so does the publication.
 */
import type {
  DeckState,
  DeckView,
  Enricher,
  GetEarlierSet,
  HeldTrack,
  SourceListener,
} from '../core/contracts.ts';
import { evictOldest } from '../core/evict.ts';
import { cleanText, cleanTrack } from '../core/text.ts';
import type { Clock, LoggedLine, Logger } from '../core/tools.ts';
import type { PlayId, Publication, Shown, Transition } from '../core/track.ts';
import { Hold } from './hold.ts';
import { Judgement, type OperatorNames } from './judgement.ts';
import type { PipelineOptions } from './options.ts';
import { PictureWait } from './picture-wait.ts';
import { FeaturedPlay } from './play.ts';
import { createPublisher } from './publish.ts';
import { createSetPositions } from './set-position.ts';

/** Plays that are known as featured: more than a source still holds, and less than a run of months would pile up. */
const REMEMBERED_PLAYS = 1_000;
/** Milliseconds after it was featured in which the names of a play may still come. */
const NAMES_MAY_COME_MS = 10_000;

export type PipelineSettings = PipelineOptions & {
  /** Seconds that a publication may wait for pictures. */
  readonly 'streaming.timeout': number;
};

export interface PipelineTools {
  readonly clock: Clock;
  readonly log: Logger;
  /** Absent: nothing is looked up and nothing waits. */
  readonly enricher?: Enricher;
  /** Absent: this run begins a set of its own. */
  readonly earlierSet?: GetEarlierSet;
  /** Takes each publication, in order; returns at once and never throws. */
  readonly publish: (publication: Publication) => void;
}

export interface Pipeline extends SourceListener {
  /**
   * The operator takes the featured track off, be it that its pictures are still waited for. False when nothing is
   * featured; so are the others.
   */
  hide(): boolean;
  /** The operator shows the featured track, whatever hid it. */
  reveal(): boolean;
  /** The operator corrects the featured track; a field left out stays. */
  edit(names: OperatorNames): boolean;
  /** The track that is held is featured now. */
  skipHold(): void;
  /** The track that waits out its hold. */
  held(): HeldTrack | undefined;
  /** Whether a track is featured whose pictures are still waited for. */
  isWaiting(): boolean;
  /** What may be shown of a deck, by the same judgement as a publication. */
  view(deck: DeckState): DeckView;
  /** The line as it may be shown now: without the names of a track that was hidden after it was logged. */
  viewLine(line: LoggedLine): LoggedLine;
  /** The settings have other values now: a rule that hides what is on air hides it at once. */
  settingsChanged(): void;
  /** Lets a publication that waits for pictures out without them, forgets what is held, and takes nothing more. */
  stop(): void;
}

/** What a source says of a track. */
type Told = Pick<Transition, 'track' | 'hidden'>;

export function createPipeline(settings: PipelineSettings, tools: PipelineTools): Pipeline {
  const { clock, enricher, log } = tools;
  const hold = new Hold(clock, feature);
  const tell = createPublisher(tools);
  const placeOf = createSetPositions(clock, tools.earlierSet ?? (() => undefined));
  /** The newest, oldest first: the last one is on air. */
  const plays = new Map<PlayId, FeaturedPlay>();
  let current: FeaturedPlay | undefined;
  /** The last one that was published; not the current one while that waits for its pictures. */
  let onScreen: FeaturedPlay | undefined;
  /** The current play's publication waits for its pictures. */
  let waiting: PictureWait | undefined;
  let stopped = false;

  function judged({ track, hidden }: Told): Judgement {
    return new Judgement(settings, track, hidden);
  }

  /** What may be shown of a track that is not on air: nothing, too, if the same is on air and hidden. */
  function preview({ track, hidden }: Told): Shown {
    return judged({ track, hidden: hidden || current?.judgement.hides(track) === true }).shown;
  }

  function prefetch(coming: Told & Pick<Transition, 'nativeArt'>): void {
    const { hidden, track } = preview(coming);
    if (!hidden) {
      enricher?.prefetch(track, coming.nativeArt);
    }
  }

  function feature(transition: Transition): void {
    // It was featured too: it goes out before the newer one, with whatever it has.
    waiting?.flush();
    if (current !== undefined) {
      // They are large, and nobody sees that play again.
      current.pictures = undefined;
    }
    const judgement = judged(transition);
    const { track, hidden } = judgement.shown;
    current = new FeaturedPlay(transition, judgement, placeOf(track, hidden), clock.monotonic());
    plays.set(current.id, current);
    evictOldest(plays, REMEMBERED_PLAYS);
    settle(current);
  }

  /** Publishes what the play has to say that the sinks do not know yet, once its pictures are there. */
  function settle(play: FeaturedPlay): void {
    const { hidden, track } = play.shown;
    const lacksPictures = !hidden && play.pictures === undefined && play.pendingChange() !== undefined;
    if (lacksPictures && waiting?.track === track) {
      return;
    }
    waiting?.cancel();
    waiting = undefined;
    if (!lacksPictures || enricher === undefined) {
      publish(play);
      return;
    }
    play.deadline ??= clock.monotonic() + settings['streaming.timeout'] * 1_000;
    const wanted = { track, nativeArt: play.transition.nativeArt, deadline: play.deadline };
    waiting = PictureWait.begin(wanted, { enricher, clock, log }, (pictures) => {
      waiting = undefined;
      play.pictures = pictures;
      publish(play);
    });
  }

  function publish(play: FeaturedPlay): void {
    onScreen = play;
    tell(play);
  }

  function change(apply: (play: FeaturedPlay) => void): boolean {
    if (current === undefined || stopped) {
      return false;
    }
    apply(current);
    settle(current);
    return true;
  }

  /** What a source tells of a play that was featured: all of it is judged, and the one on air is published. */
  function news(playId: PlayId, apply: (play: FeaturedPlay) => void): void {
    const play = plays.get(playId);
    if (play === current) {
      change(apply);
    } else if (play !== undefined) {
      apply(play);
      clearScreen();
    }
  }

  /** Outputs go on showing a play while the next one waits for its pictures, but not when it is hidden meanwhile. */
  function clearScreen(): void {
    if (onScreen?.judgement.hidden === true) {
      waiting?.flush();
    }
  }

  return {
    transition(raw) {
      if (stopped) {
        return;
      }
      const transition = { ...raw, track: cleanTrack(raw.track) };
      if (plays.has(transition.playId)) {
        // Back to what was featured before: what was on its way up is not wanted any more.
        hold.drop();
        return;
      }
      const delayMs = settings.delay * 1_000;
      if (delayMs > 0) {
        prefetch(transition);
      }
      hold.take(transition, delayMs);
    },
    visibility(playId: PlayId, hidden: boolean) {
      if (hold.change(playId, { hidden }) === undefined) {
        news(playId, ({ judgement }) => judgement.setHiddenAtSource(hidden));
      }
    },
    namesChanged(playId, raw) {
      const track = cleanTrack(raw);
      const held = hold.change(playId, { track });
      if (held === undefined) {
        news(playId, (play) =>
          play.updateTrack(track, clock.monotonic() - play.featuredAt <= NAMES_MAY_COME_MS),
        );
      } else {
        prefetch(held);
      }
    },
    loaded(track, nativeArt) {
      if (!stopped) {
        prefetch({ track: cleanTrack(track), hidden: false, ...(nativeArt && { nativeArt }) });
      }
    },
    hide: () => change(({ judgement }) => judgement.setVerdict('hide')),
    reveal: () => change(({ judgement }) => judgement.setVerdict('reveal')),
    edit({ artist, title }) {
      return change((play) => {
        play.correct({
          ...(artist === undefined ? {} : { artist: cleanText(artist) }),
          ...(title === undefined ? {} : { title: cleanText(title) }),
        });
        if (waiting === undefined) {
          // Pictures of another track than before have a time of their own.
          play.deadline = undefined;
        }
      });
    },
    skipHold: () => hold.skip(),
    held() {
      if (hold.held === undefined) {
        return undefined;
      }
      const { transition, until } = hold.held;
      const { deck } = transition;
      return { ...preview(transition), until, ...(deck === undefined ? {} : { deck }) };
    },
    isWaiting: () => waiting !== undefined,
    view({ play, track: raw, hidden, ...deck }) {
      const track = cleanTrack(raw);
      const known = play === undefined ? undefined : plays.get(play);
      return {
        ...deck,
        ...(known === undefined || (known !== current && current?.judgement.hides(track))
          ? preview({ track, hidden })
          : known.judgement.shownAs(track)),
      };
    },
    viewLine(line) {
      const { artist, title, ...fields } = line.fields;
      const names = artist !== undefined || title !== undefined;
      const isHidden =
        names &&
        [...plays.values()].some(
          ({ place, judgement }) => place.position === fields.position && judgement.hidden,
        );
      return isHidden ? { ...line, fields: { ...fields, hidden: true } } : line;
    },
    settingsChanged() {
      for (const { judgement } of plays.values()) {
        judgement.judge();
      }
      change(() => undefined);
      clearScreen();
    },
    stop() {
      stopped = true;
      hold.drop();
      waiting?.flush();
    },
  };
}
