/**
 * From a source's transition to the publication that every sink receives:
 *
 *   clean → hold → extract → hide → enrich → publish
 *
 * Everything up to `enrich` happens in the call that brings the transition in (or ends its hold). Without an
 * enricher so does the publication.
 */
import { evictOldest } from '../../core/evict.ts';
import { readLive } from '../../core/option.ts';
import { cleanText, cleanTrack } from '../../core/text.ts';
import { isNamed, type PlayId, type Shown, type Transition } from '../../core/track.ts';
import type { Pipeline, PipelineSettings, PipelineTools } from './contract.ts';
import { HiddenBefore } from './hidden-before.ts';
import { Hold } from './hold.ts';
import { Judgement } from './judgement.ts';
import { Pace } from './pace.ts';
import { PictureWait } from './picture-wait.ts';
import { FeaturedPlay } from './play.ts';
import { createPublisher } from './publish.ts';
import { createSetPositions } from './set-position.ts';

export type { Pipeline, PipelineSettings, PipelineTools };

/** Featured plays that are remembered: more than a source still refers to, but bounded in a run of months. */
const REMEMBERED_PLAYS = 1_000;
/** Milliseconds after it was featured in which the names of a play may still change; one without any waits for them. */
const NAMES_MAY_COME_MS = 10_000;

/** A track as its source reports it. */
type Reported = Pick<Transition, 'track' | 'hidden'>;

export function createPipeline(settings: PipelineSettings, tools: PipelineTools): Pipeline {
  const { clock, enricher, log } = tools;
  const hold = new Hold(clock, feature);
  const pace = new Pace(clock);
  const publisher = createPublisher(tools);
  const hiddenBefore = new HiddenBefore(tools.hiddenByHand ?? []);
  let earlierSet = tools.earlierSet ?? (() => undefined);
  const placeOf = createSetPositions(clock, earlierSet);
  /** The newest, oldest first: the last one is on air. */
  const plays = new Map<PlayId, FeaturedPlay>();
  let current: FeaturedPlay | undefined;
  /** The last one that was published; not the current one while that waits for its pictures. */
  let onScreen: FeaturedPlay | undefined;
  /** The current play's publication waits for its pictures. */
  let waiting: PictureWait | undefined;
  /** The current play, when its color was cleared while the next track was held. */
  let revealedLater: FeaturedPlay | undefined;
  /** The log has said that tracks come too fast. */
  let toldOfRush = false;
  let stopped = false;
  /** The play that a new source may still be playing. */
  let inherited: FeaturedPlay | undefined;

  /**
   * Whether that is the play on air by another id: the source is another one now, it reported something in between that was
   * never featured, or the names came after the track.
   */
  function goesOn({ playId, track, hidden, deck }: Transition): boolean {
    const mayBe = deck !== undefined || (inherited !== undefined && inherited === current);
    inherited = undefined;
    if (!mayBe || current?.judgement.isReportedAs(track) !== true) {
      return false;
    }
    plays.set(playId, current);
    hearAs(playId, hidden);
    return true;
  }

  /** The current play is heard under this id from now on: what its deck says now decides, not what another one said. */
  function hearAs(playId: PlayId, hidden: boolean): void {
    hold.drop();
    if (current !== undefined) {
      current.heardAs = playId;
    }
    setHiddenAtSource(playId, hidden);
  }

  function setHiddenAtSource(playId: PlayId, hidden: boolean): void {
    const wasCleared = revealedLater !== undefined && revealedLater === plays.get(playId);
    revealedLater = undefined;
    updatePlay(playId, ({ judgement }) => {
      if (wasCleared) {
        // In between, its color was none: hiding it now is a new decision.
        judgement.setHiddenAtSource(false);
      }
      judgement.setHiddenAtSource(hidden);
    });
  }

  function judged({ track, hidden }: Reported): Judgement {
    return new Judgement(settings, hiddenBefore, track, hidden);
  }

  /** A track that is not on air as it may be shown; hidden also when the same track is on air and hidden. */
  function preview({ track, hidden }: Reported): Shown {
    return judged({ track, hidden: hidden || current?.judgement.hides(track) === true }).shown;
  }

  /** What a source has loaded or hears, as it may be shown; as its play is, once that was featured. */
  function viewOf(play: PlayId | undefined, { track: raw, hidden }: Reported) {
    const track = cleanTrack(raw);
    const featured = play === undefined ? undefined : plays.get(play);
    if (featured !== undefined) {
      const { judgement } = hiddenAgain(featured) ?? featured;
      return { ...judgement.shownAs(track), hiddenBy: judgement.hiddenByAs(track) };
    }
    const onAirHides = current?.judgement.hides(track) === true;
    const { hiddenBy } = onAirHides && current ? current.judgement : judged({ track, hidden });
    return { ...preview({ track, hidden }), hiddenBy };
  }

  function prefetch(coming: Reported & Pick<Transition, 'nativeArt'>): void {
    const { hidden, track } = preview(coming);
    if (!hidden) {
      enricher?.prefetch(track, coming.nativeArt);
    }
  }

  /** `reportedAt`: on the monotonic clock. */
  function feature(transition: Transition, reportedAt: number): void {
    pace.count();
    const judgement = judged(transition);
    const place = placeOf((entry) => judgement.isOf(entry));
    rememberEarlierRun(place.position);
    const times = { reportedAt, featuredAt: clock.monotonic() };
    const play = new FeaturedPlay(transition, judgement, place, times);
    plays.set(play.id, play);
    evictOldest(plays, REMEMBERED_PLAYS);
    // The earlier track was featured too: it goes out first, with the pictures that have come.
    waiting?.flush();
    current?.end();
    current = play;
    publishWhenReady(play);
    revealLater();
  }

  /** What hides a track now hides it in the set that this run continues, too. `position`: of the first play. */
  function rememberEarlierRun(position: number): void {
    for (const entry of earlierSet()?.entries ?? []) {
      if (!entry.hidden && entry.position !== position) {
        const play = FeaturedPlay.ofEarlierRun(entry, judged(entry));
        plays.set(play.id, play);
      }
    }
    earlierSet = () => undefined;
  }

  /** Publishes the pending change of a play once its pictures are there. */
  function publishWhenReady(play: FeaturedPlay): void {
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
    if (!isNamed(track)) {
      // Its own cover tells what a track is, before its names can hide it: it is fetched, and shown with them.
      enricher.prefetch(track, play.nativeArt);
    }
    const nativeArt = isNamed(track) ? play.nativeArt : undefined;
    const wanted = { track, nativeArt, deadline: play.deadline };
    waiting = PictureWait.begin(wanted, { enricher, clock, log }, (pictures) => {
      waiting = undefined;
      play.pictures = pictures;
      publish(play);
    });
  }

  function publish(play: FeaturedPlay): void {
    onScreen = play;
    // First: a new track comes with those before it.
    publishEarlierChanges();
    publisher.publish(play);
  }

  /** Sinks that name earlier plays must know when one of them is hidden, or the same track when it is played again. */
  function publishEarlierChanges(): void {
    const hidden = lastHidden();
    for (const play of plays.values()) {
      const { judgement, isConcealed } = play;
      if (play === current || play === onScreen || play.pendingChange() === 'track') {
        continue;
      }
      const now = hiddenAgain(play, hidden) === undefined ? judgement.shown : judgement.concealed;
      if (now.hidden !== isConcealed) {
        publisher.publishEarlier(play, now);
      }
    }
  }

  /** The last play of each track that is hidden, on air or over, by all that identifies the track. */
  function lastHidden(): Map<string, FeaturedPlay> {
    const last = new Map<string, FeaturedPlay>();
    for (const play of plays.values()) {
      for (const identity of play.judgement.hidden ? play.judgement.identities : []) {
        if (play.place.position > (last.get(identity)?.place.position ?? 0)) {
          last.set(identity, play);
        }
      }
    }
    return last;
  }

  /** Which play has the same track again, and is hidden. */
  function hiddenAgain({ judgement, place }: FeaturedPlay, hidden = lastHidden()): FeaturedPlay | undefined {
    return judgement.identities
      .map((identity) => hidden.get(identity))
      .find((later) => later !== undefined && later.place.position > place.position);
  }

  function change(apply: (play: FeaturedPlay) => void): boolean {
    if (current === undefined || stopped) {
      return false;
    }
    apply(current);
    publishWhenReady(current);
    return true;
  }

  /** Applies news from the source to a featured play; publishes it if that is on air. */
  function updatePlay(playId: PlayId, apply: (play: FeaturedPlay) => void): void {
    const play = plays.get(playId);
    if (play === current) {
      change(apply);
    } else if (play?.endedHidden === false) {
      apply(play);
      clearScreen();
      publishEarlierChanges();
    }
  }

  /** The hold is over in which a deck's color was cleared. */
  function revealLater(): void {
    const play = revealedLater;
    revealedLater = undefined;
    if (play !== undefined) {
      setHiddenAtSource(play.id, false);
    }
  }

  /** Outputs keep showing a play while the next one waits for its pictures, but not when it is hidden meanwhile. */
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
      const known = plays.get(transition.playId);
      if (known !== undefined && known === current) {
        hearAs(transition.playId, transition.hidden);
        return;
      }
      if (known !== undefined) {
        // Back to what was featured before, so the held transition is obsolete.
        hold.drop();
        revealLater();
        return;
      }
      if (goesOn(transition)) {
        return;
      }
      const delayMs = readLive(settings, 'delay') * 1_000;
      if (delayMs > 0) {
        prefetch(transition);
      }
      if (pace.waitMs > 0 && !toldOfRush) {
        toldOfRush = true;
        log.warn('tracks change faster than people hear: some are left out', { source: transition.source });
      }
      hold.start(transition, Math.max(delayMs, pace.waitMs));
    },
    visibility(playId: PlayId, hidden: boolean) {
      if (hold.change(playId, { hidden }) !== undefined) {
        return;
      }
      const play = plays.get(playId);
      if (play?.heardAs !== playId) {
        // It is heard on another deck, whose color counts.
        return;
      }
      if (play === current && !hidden && hold.held !== undefined) {
        // A DJ who cues the next track clears the color for what the deck plays then.
        revealedLater = current;
      } else {
        setHiddenAtSource(playId, hidden);
      }
    },
    namesChanged(playId, raw, nativeArt) {
      const track = cleanTrack(raw);
      const held = hold.change(playId, { track, ...(nativeArt && { nativeArt }) });
      if (held === undefined) {
        updatePlay(playId, (play) => {
          const isNew = clock.monotonic() - play.featuredAt <= NAMES_MAY_COME_MS;
          const lacksNames = play === current && !isNamed(play.shown.track);
          play.updateTrack(track, isNew || lacksNames, nativeArt);
        });
      } else if (!goesOn(held)) {
        prefetch(held);
      }
    },
    loaded(track, nativeArt) {
      if (!stopped) {
        prefetch({ track: cleanTrack(track), hidden: false, ...(nativeArt && { nativeArt }) });
      }
    },
    hide(position = current?.place.position) {
      const play = [...plays.values()].findLast(({ place }) => place.position === position);
      if (play === undefined || stopped) {
        return false;
      }
      play.judgement.setVerdict('hide');
      // While the next one waits for its pictures, nobody can say which of the two was meant.
      if (play === current || play === onScreen) {
        return change(({ judgement }) => judgement.setVerdict('hide'));
      }
      publishEarlierChanges();
      return true;
    },
    isOnAir: (position) => current?.place.position === position,
    reveal: () => change(({ judgement }) => judgement.setVerdict('reveal')),
    listForLater: () => current?.judgement.listForLater(),
    edit({ artist, title }) {
      return change((play) => {
        play.correct({
          ...(artist === undefined ? {} : { artist: cleanText(artist) }),
          ...(title === undefined ? {} : { title: cleanText(title) }),
        });
        if (waiting === undefined) {
          // The pictures of a corrected track get a new deadline.
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
      const { playId: play, deck } = transition;
      return { ...preview(transition), play, until, ...(deck === undefined ? {} : { deck }) };
    },
    isWaiting: () => waiting !== undefined,
    hiddenBy: () => current?.judgement.hiddenBy,
    view: ({ track, hidden, ...deck }) => ({ ...deck, ...viewOf(deck.play, { track, hidden }) }),
    viewHeard: ({ play, track, hidden, share }) => ({ share, ...viewOf(play, { track, hidden }) }),
    viewEntry(entry) {
      const shown = preview(entry);
      return shown.hidden ? { ...entry, ...shown } : entry;
    },
    viewLine(line) {
      const { artist, title, ...fields } = line.fields;
      const names = artist !== undefined || title !== undefined;
      const isHidden =
        names &&
        [...plays.values()].some(
          (play) => play.place.position === fields.position && (play.judgement.hidden || play.isConcealed),
        );
      return isHidden ? { ...line, fields: { ...fields, hidden: true } } : line;
    },
    settingsChanged() {
      for (const { judgement } of plays.values()) {
        judgement.judge();
      }
      change(() => undefined);
      clearScreen();
      publishEarlierChanges();
    },
    sourceReplaced() {
      inherited = current;
      for (const { judgement } of plays.values()) {
        const hidden = judgement.hiddenByHand ? judgement.hiddenTrack() : undefined;
        if (hidden !== undefined) {
          hiddenBefore.add(hidden.fingerprint);
        }
      }
      // If it still plays, it is reported again.
      hold.drop();
    },
    stop() {
      stopped = true;
      hold.drop();
      waiting?.flush();
    },
  };
}
