/** Runs a source and records its reports. */
import type { Source, SourceListener } from '../../src/core/contracts/source.ts';
import type { NativeArt, PlayId, Track, Transition } from '../../src/core/track.ts';
import type { MemberSource } from '../../src/sources/shared/combined-member.ts';
import { waitFor } from './wait.ts';

/** Members of a combined source by name. None is restarted; tests of a restart say so themselves. */
export function membersOf(sources: Readonly<Record<string, Source>>): MemberSource[] {
  return Object.entries(sources).map(([name, source]) => ({ name, source, again: () => source }));
}

export type SourceNotes = ReturnType<typeof sourceNotes>;

/** Records a source's reports. */
export function sourceNotes() {
  const transitions: Transition[] = [];
  /** `artist - title` of each transition. */
  const announced: string[] = [];
  const visibility: { readonly playId: PlayId; readonly hidden: boolean }[] = [];
  const learned: { readonly playId: PlayId; readonly track: Track; readonly nativeArt?: NativeArt }[] = [];
  const offAir: PlayId[] = [];
  const ends: { readonly playId: PlayId; readonly at: number }[] = [];
  const loaded: Track[] = [];
  /** Art loader of each loaded track, in order. */
  const loadedArt: (NativeArt | undefined)[] = [];
  const listener: SourceListener = {
    transition(transition) {
      transitions.push(transition);
      announced.push(`${transition.track.artist} - ${transition.track.title}`);
    },
    visibility(playId, hidden) {
      visibility.push({ playId, hidden });
    },
    namesChanged(playId, track, nativeArt) {
      learned.push({ playId, track, ...(nativeArt && { nativeArt }) });
    },
    ended: (playId, at) => void ends.push({ playId, at }),
    offAir(playId) {
      offAir.push(playId);
    },
    loaded(track, nativeArt) {
      loaded.push(track);
      loadedArt.push(nativeArt);
    },
  };
  return { listener, transitions, announced, visibility, learned, offAir, ends, loaded, loadedArt };
}

/** Port from a source's health; undefined before it listens. */
export function portOf(source: Source): number | undefined {
  const [, port] = /:([1-9]\d*)/.exec(String(source.health().watching)) ?? [];
  return port === undefined ? undefined : Number(port);
}

export type RunningSource = ReturnType<typeof runSource>;

export function runSource(source: Source) {
  const stop = new AbortController();
  const { listener, ...notes } = sourceNotes();
  const { transitions, announced } = notes;
  const ended = source.run(listener, stop.signal);
  // A failure surfaces in `stop` if a test does not await the end.
  ended.catch(() => undefined);
  return {
    ...notes,
    /** Settles with the source's run. */
    ended,
    /** Waits until this many transitions have come. */
    async announces(count: number): Promise<void> {
      await waitFor(
        `${count} transitions`,
        () => (transitions.length >= count ? true : undefined),
        () => announced.join('\n'),
      );
    },
    /** Aborts the source and waits for its end. Rejects if the source rejected. */
    async stop(): Promise<void> {
      stop.abort();
      await ended;
    },
  };
}
