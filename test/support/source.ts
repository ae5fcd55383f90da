/** Running a source in a test, with everything that it reports kept. */
import type { Source, SourceListener } from '../../src/core/contracts.ts';
import type { NativeArt, PlayId, Track, Transition } from '../../src/core/track.ts';
import type { MemberSource } from '../../src/sources/combined-member.ts';
import { waitFor } from './wait.ts';

/** The members of a combined source, by name. None is made again: a test that tries one again says so itself. */
export function membersOf(sources: Readonly<Record<string, Source>>): MemberSource[] {
  return Object.entries(sources).map(([name, source]) => ({ name, source, again: () => source }));
}

export type SourceNotes = ReturnType<typeof sourceNotes>;

/** Keeps everything that a source reports. */
export function sourceNotes() {
  const transitions: Transition[] = [];
  /** `artist - title` of each transition. */
  const announced: string[] = [];
  const visibility: { readonly playId: PlayId; readonly hidden: boolean }[] = [];
  const learned: { readonly playId: PlayId; readonly track: Track; readonly nativeArt?: NativeArt }[] = [];
  const offAir: PlayId[] = [];
  const loaded: Track[] = [];
  /** How the art of each loaded track is fetched, in the same order. */
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
    offAir(playId) {
      offAir.push(playId);
    },
    loaded(track, nativeArt) {
      loaded.push(track);
      loadedArt.push(nativeArt);
    },
  };
  return { listener, transitions, announced, visibility, learned, offAir, loaded, loadedArt };
}

/** The port that a source listens on, where the system chooses it: as its health says; undefined before it listens. */
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
  // A test that does not look at the end still sees its failure in `stop`.
  ended.catch(() => undefined);
  return {
    ...notes,
    /** Settles as the source's run does. */
    ended,
    /** Waits until this many transitions have come. */
    async announces(count: number): Promise<void> {
      await waitFor(
        `${count} transitions`,
        () => (transitions.length >= count ? true : undefined),
        () => announced.join('\n'),
      );
    },
    /** Fires the signal and waits for the end; rejects when the source rejected. */
    async stop(): Promise<void> {
      stop.abort();
      await ended;
    },
  };
}
