/**
 * Holds the state of `advance.ts`, makes events of calls and timers, and carries out effects. Publishes synchronously if
 * no pictures are awaited.
 */
import type { Enrichment } from '../../core/contracts/enricher.ts';
import { messageOf } from '../../core/errors.ts';
import { raise } from '../../core/faults.ts';
import { say } from '../../core/message.ts';
import { readLive } from '../../core/option.ts';
import { cleanTrack } from '../../core/text.ts';
import type { PlayId, Track } from '../../core/track.ts';
import { Timer } from '../../core/waiting.ts';
import { advance } from './advance.ts';
import type { Pipeline, PipelineSettings, PipelineTools } from './contract.ts';
import { isListed, isSameEntry, listEntry } from './hide.ts';
import { type Grounds, hiddenBy } from './judgement.ts';
import { endedAt } from './play.ts';
import { currentPlay, type Effect, emptyPipeline, type PipelineEvent, playOf, wakesAt } from './state.ts';
import { goesOn, playThatGoesOn, shows, viewDeck, viewEntry, viewHeld, viewLine, viewOf } from './views.ts';

export type { Pipeline, PipelineSettings, PipelineTools };

export function createPipeline(live: PipelineSettings, tools: PipelineTools): Pipeline {
  const { clock, enricher, log, tap, source, logged, listHidden } = tools;
  /** Entries of `hide.tracks` that the configuration file has yet to get, or couldn't: they hide at once. */
  const unsaved = new Set<string>();
  const settings: PipelineSettings = Object.create(live, {
    'hide.tracks': { get: () => [...readLive(live, 'hide.tracks'), ...unsaved] },
  });
  const wakeTimer = new Timer(clock);
  let state = emptyPipeline();
  let search: AbortController | undefined;
  /** Outputs may call back while an effect is carried out. */
  const effects: Effect[] = [];
  let isBusy = false;

  /** Returns whether a play took the event. Raises our own errors elsewhere, not at the caller. */
  function apply(event: PipelineEvent): boolean {
    try {
      if (event.kind === 'transition') {
        tap?.arrived(event.transition);
      }
      const at = { monotonic: clock.monotonic(), wall: clock.now() };
      const step = advance(state, event, { at, settings });
      state = step.state;
      effects.push(...step.effects);
      if (!isBusy) {
        carryOutAll();
      }
      return step.applied;
    } catch (fault) {
      raise(fault);
      return false;
    }
  }

  function carryOutAll(): void {
    isBusy = true;
    for (let effect = effects.shift(); effect !== undefined; effect = effects.shift()) {
      try {
        carryOut(effect);
      } catch (fault) {
        raise(fault);
      }
    }
    isBusy = false;
    setTimer();
  }

  function setTimer(): void {
    const next = wakesAt(state);
    if (next === undefined) {
      wakeTimer.cancel();
    } else {
      wakeTimer.set(next - clock.monotonic(), () => apply({ kind: 'time', by: next }));
    }
  }

  function carryOut(effect: Effect): void {
    switch (effect.kind) {
      case 'publish': {
        const { publication } = effect;
        tap?.published(publication);
        tools.publish(publication);
        break;
      }
      case 'publish earlier':
        tools.publishEarlier?.(effect.publication);
        break;
      case 'log':
        log[effect.level](effect.message, effect.fields);
        break;
      case 'prefetch':
        enricher?.().prefetch(effect.track, effect.nativeArt);
        break;
      case 'seek pictures':
        seekPictures(effect);
        break;
      case 'leave air':
        // Not while it reports the play.
        queueMicrotask(() => source?.().leaveAir?.((play) => play === effect.playId));
        break;
      case 'flush pictures':
        search?.abort(new Error('the time for art and codes is over'));
        break;
      case 'end pictures':
        search?.abort(new Error('the pictures are no longer needed'));
        search = undefined;
    }
  }

  function seekPictures({ track, nativeArt }: Extract<Effect, { kind: 'seek pictures' }>): void {
    const abort = new AbortController();
    const found = enricher?.().enrich(track, nativeArt, abort.signal) ?? {};
    if (!(found instanceof Promise)) {
      apply({ kind: 'pictures', pictures: found });
      return;
    }
    search = abort;
    const arrive = (pictures: Enrichment): void => {
      if (search === abort) {
        search = undefined;
        apply({ kind: 'pictures', pictures });
      }
    };
    found.then(arrive, (error: unknown) => {
      log.warn('fetching art failed', { reason: messageOf(error) });
      arrive({});
    });
  }

  const grounds = (): Grounds => ({
    rules: settings,
    hiddenBefore: state.hiddenBefore,
    correctedBefore: state.correctedBefore,
  });

  /** Loaded or held track of this play. */
  function trackOf(play: PlayId): Track | undefined {
    const { held } = state;
    const decks = source?.().decks?.() ?? [];
    return held?.transition.playId === play
      ? held.transition.track
      : decks.find((deck) => deck.play === play)?.track;
  }

  function onAir(deck: string, play?: PlayId): boolean {
    if (source?.().putOnAir?.(deck, play) !== true) {
      return false;
    }
    if (state.held?.transition.deck === deck) {
      apply({ kind: 'skip hold' });
    }
    return true;
  }

  /** Applies a command that takes the track on air off it, and `held` if that is given. */
  function leaveAir(command: PipelineEvent, held?: PlayId): boolean {
    const before = state;
    if (!apply(command)) {
      return false;
    }
    const { current } = before;
    source?.().leaveAir?.(
      (play) => play === held || (current !== undefined && playOf(before, play)?.place.position === current),
    );
    return true;
  }

  function newSet(leavesAir = false): boolean {
    const command: PipelineEvent = { kind: 'new set', leavesAir };
    return leavesAir ? leaveAir(command) : apply(command);
  }

  return {
    resume: (set) => void apply({ kind: 'resume', set }),
    restoreHides: (set) => void apply({ kind: 'restore hides', set }),
    transition: (transition) => apply({ kind: 'transition', transition }),
    visibility: (playId, hidden) => apply({ kind: 'visibility', playId, hidden }),
    namesChanged: (playId, track, nativeArt) => apply({ kind: 'names', playId, track, nativeArt }),
    offAir: (playId) => void apply({ kind: 'off air', playId }),
    ended: (playId, at) => void apply({ kind: 'ended', playId, at }),
    loaded: (track, nativeArt) => apply({ kind: 'loaded', track, nativeArt }),
    sourceReplaced: (removed) => void apply({ kind: 'new source', removed }),
    hide: (position) => apply({ kind: 'hide', position }),
    reveal: (position) => apply({ kind: 'reveal', position }),
    edit: (names, position) => apply({ kind: 'correct', names, position }),
    remove: (position, isRemoved) => apply({ kind: 'remove', position, isRemoved }),
    async hideNextTime(isListed, play) {
      if (listHidden === undefined) {
        return say('hide.no-file');
      }
      const current = currentPlay(state)?.judgement.reported;
      const meant = play === undefined ? current : trackOf(play);
      if (meant === undefined) {
        return play === undefined ? say('web.nothing-air') : say('hide.no-longer-next');
      }
      const entry = listEntry(cleanTrack(meant));
      if (entry === '') {
        return say('hide.no-name');
      }
      apply({ kind: 'list for later', entry });
      const position = play === undefined ? undefined : playOf(state, play)?.place.position;
      if (isListed && position !== undefined && [state.current, state.onScreen].includes(position)) {
        apply({ kind: 'hide', position, only: true });
      }
      for (const one of [...unsaved].filter((other) => isSameEntry(other, entry))) {
        unsaved.delete(one);
      }
      if (!isListed) {
        return listHidden(entry, false);
      }
      unsaved.add(entry);
      const problem = await listHidden(entry, true);
      if (problem === undefined) {
        unsaved.delete(entry);
      }
      return problem;
    },
    newSet,
    endShow: () => leaveAir({ kind: 'end show' }, state.held?.transition.playId),
    skip: () => void apply({ kind: 'skip hold' }),
    settingsChanged: () => void apply({ kind: 'new settings' }),
    enricherChanged: () => void apply({ kind: 'new enricher' }),
    stop: () => void apply({ kind: 'stop' }),
    isOnAir: (position) => state.current === position,
    goesOn: (track) => goesOn(track, state),
    onAirSince({ track, source: name }) {
      const play = playThatGoesOn(track, state);
      return play?.source === name ? play.place.at : undefined;
    },
    shows: (play) => shows(play, state),
    isWaiting: () => state.awaited !== undefined,
    held: () => viewHeld(state, grounds()),
    hiddenBy() {
      const current = currentPlay(state);
      return current && hiddenBy(current.judgement);
    },
    endedAt: () => currentPlay(state)?.place.endedAt,
    silentMs: () => currentPlay(state)?.place.silentMs,
    silence() {
      const current = currentPlay(state);
      const known = current?.place.endedAt;
      if (known !== undefined) {
        return { since: known, why: 'ended' };
      }
      const silence = current && source?.().silence?.((play) => playOf(state, play) === current);
      return silence && { ...silence, since: endedAt(current, silence.since).place.endedAt ?? silence.since };
    },
    isListed() {
      const current = currentPlay(state);
      return current !== undefined && isListed(current.judgement.reported, settings);
    },
    get onAir() {
      return source?.().putOnAir && onAir;
    },
    get track() {
      const now = source?.();
      return now?.accept?.bind(now);
    },
    get deck() {
      const now = source?.();
      return now?.acceptDeck?.bind(now);
    },
    decks: () => (source?.().decks?.() ?? []).map((deck) => viewDeck(deck, state, grounds())),
    audible: () =>
      (source?.().audible?.() ?? []).map(({ play, share, ...reported }) => ({
        share,
        ...viewOf(play, reported, state, grounds()),
      })),
    viewEntry: (entry) => viewEntry(entry, state, grounds()),
    logged: () => (logged?.() ?? []).map((line) => viewLine(line, state)),
  };
}
