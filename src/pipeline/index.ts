/**
 * From a source's transition to the publication that every sink receives:
 *
 *   clean → hold → extract → hide → enrich → publish
 *
 * Everything up to `enrich` happens in the call that brings the transition in (or ends its hold). Without an
 * enricher so does the publication.
 */
import type { AskEarlierSet, Enricher, Enrichment, HeldTrack, SourceListener } from '../core/contracts.ts';
import { forgetOldest } from '../core/forget.ts';
import { cleanText, cleanTrack } from '../core/text.ts';
import type { Clock, Logger } from '../core/tools.ts';
import type { NativeArt, PlayId, Publication, Track, Transition } from '../core/track.ts';
import { enrich } from './enrich.ts';
import { extract } from './extract.ts';
import { hiddenByRule } from './hide.ts';
import { Hold } from './hold.ts';
import type { PipelineOptions } from './options.ts';
import { createPlaces } from './place.ts';
import { Play } from './play.ts';
import { createPublisher } from './publish.ts';

/** Plays that are known as featured: more than a source still holds, and less than a run of months would pile up. */
const REMEMBERED_PLAYS = 1_000;

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
  readonly earlierSet?: AskEarlierSet;
  /** Takes each publication, in order; returns at once and never throws. */
  readonly publish: (publication: Publication) => void;
}

export interface Pipeline extends SourceListener {
  /** The operator takes the featured track off; nothing happens when there is none or it is hidden. */
  hide(): void;
  /** The operator shows the featured track, whatever hid it. */
  reveal(): void;
  /** The track that is held is featured now. */
  skipHold(): void;
  /** The operator corrects the featured track; a field left out stays. False when nothing is featured. */
  edit(names: { readonly artist?: string; readonly title?: string }): boolean;
  /** The track that waits out its hold. */
  held(): HeldTrack | undefined;
  /** The settings have other values now: a rule that hides what is on air hides it at once. */
  settingsChanged(): void;
  /** Lets a publication that waits for pictures out without them, forgets what is held, and takes nothing more. */
  stop(): void;
}

export function createPipeline(settings: PipelineSettings, tools: PipelineTools): Pipeline {
  const { clock, enricher } = tools;
  const hold = new Hold(clock, feature);
  const publish = createPublisher(tools);
  const placeOf = createPlaces(clock, tools.earlierSet ?? (() => undefined));
  const featuredPlays = new Set<PlayId>();
  let stopped = false;
  let current: Play | undefined;
  /** The current play's publication waits for pictures: ends the wait and publishes without them. */
  let hurry: (() => void) | undefined;
  /** The same, but publishes nothing. */
  let giveUp: (() => void) | undefined;

  function prepare(track: Track): { readonly track: Track; readonly hidden: boolean } {
    const extracted = extract(track, settings);
    return { track: extracted, hidden: hiddenByRule(track, extracted, settings) };
  }

  function judge(play: Play): void {
    play.setHiddenByRule(prepare(play.transition.track).hidden);
  }

  function prefetch(track: Track, nativeArt?: NativeArt): void {
    const prepared = prepare(track);
    if (!prepared.hidden) {
      enricher?.prefetch(prepared.track, nativeArt);
    }
  }

  function feature(transition: Transition): void {
    // It was featured too: it goes out before the newer one, with whatever it has.
    hurry?.();
    const { track, hidden } = prepare(transition.track);
    featuredPlays.add(transition.playId);
    forgetOldest(featuredPlays, REMEMBERED_PLAYS);
    current = new Play(transition, track, hidden, placeOf(track, hidden || transition.hidden));
    settle(current);
  }

  /** Publishes what the play has to say that the sinks do not know yet. */
  function settle(play: Play): void {
    giveUp?.();
    const kind = play.news();
    if (kind === undefined) {
      return;
    }
    if (play.hidden || play.pictures !== undefined || enricher === undefined) {
      publish(play, kind);
      return;
    }
    const finish = (pictures: Enrichment): void => {
      hurry = undefined;
      giveUp = undefined;
      play.pictures = pictures;
      publish(play, kind);
    };
    const timeoutMs = settings['streaming.timeout'] * 1_000;
    const cancel = enrich(enricher, play.track, play.transition.nativeArt, timeoutMs, tools, finish);
    if (cancel === undefined) {
      return;
    }
    giveUp = () => {
      hurry = undefined;
      giveUp = undefined;
      cancel();
    };
    hurry = () => {
      cancel();
      finish({});
    };
  }

  function change(apply: (play: Play) => void): boolean {
    if (current === undefined || stopped) {
      return false;
    }
    apply(current);
    settle(current);
    return true;
  }

  return {
    transition(raw) {
      if (stopped) {
        return;
      }
      const transition = { ...raw, track: cleanTrack(raw.track) };
      if (featuredPlays.has(transition.playId)) {
        // Back to what was featured before: what was on its way up is not wanted any more.
        hold.drop();
        return;
      }
      const delayMs = settings.delay * 1_000;
      if (delayMs > 0 && !transition.hidden) {
        prefetch(transition.track, transition.nativeArt);
      }
      hold.take(transition, delayMs);
    },
    visibility(playId: PlayId, hidden: boolean) {
      if (!hold.change(playId, { hidden }) && current?.transition.playId === playId) {
        change((play) => play.setHiddenAtSource(hidden));
      }
    },
    learned(playId, raw) {
      const track = cleanTrack(raw);
      if (!hold.change(playId, { track }) && current?.transition.playId === playId) {
        change((play) => {
          play.learn(track);
          judge(play);
        });
      }
    },
    loaded(track, nativeArt) {
      if (!stopped) {
        prefetch(cleanTrack(track), nativeArt);
      }
    },
    hide() {
      change((play) => play.setVerdict('hide'));
    },
    reveal() {
      change((play) => play.setVerdict('reveal'));
    },
    skipHold: () => hold.skip(),
    edit({ artist, title }) {
      return change((play) =>
        play.correct({
          artist: artist === undefined ? play.track.artist : cleanText(artist),
          title: title === undefined ? play.track.title : cleanText(title),
        }),
      );
    },
    held() {
      if (hold.held === undefined) {
        return undefined;
      }
      const { transition, until } = hold.held;
      const { track, hidden } = prepare(transition.track);
      const { deck } = transition;
      return { track, hidden: hidden || transition.hidden, until, ...(deck === undefined ? {} : { deck }) };
    },
    settingsChanged() {
      change(judge);
    },
    stop() {
      stopped = true;
      hold.drop();
      hurry?.();
    },
  };
}
