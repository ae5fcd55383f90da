/** Pipeline on a clock that stands still, with its publications. */

import { expect } from 'vitest';
import type { DeckState, DeckView, HeardTrack } from '../../src/core/contracts/deck.ts';
import type { Enricher } from '../../src/core/contracts/enricher.ts';
import type { GetEarlierSet } from '../../src/core/contracts/set.ts';
import type { Source } from '../../src/core/contracts/source.ts';
import type { Text } from '../../src/core/message.ts';
import { readLive } from '../../src/core/option.ts';
import type { LoggedLine } from '../../src/core/tools.ts';
import type { Publication } from '../../src/core/track.ts';
import { regex } from '../../src/settings/kinds.ts';
import { createPipeline, type Pipeline, type PipelineSettings } from '../../src/show/pipeline/index.ts';
import { pipelineOptions } from '../../src/show/pipeline/options.ts';
import { afterTest } from './clean-up.ts';
import { fakeClock } from './clock.ts';
import { keptLog } from './log.ts';
import { settingsOf } from './settings.ts';
import { transition } from './tracks.ts';

type Settings = { -readonly [Name in keyof PipelineSettings]: PipelineSettings[Name] };

export const A = transition({ artist: 'Ada', title: 'Blue', filename: 'blue.mp3' });
export const B = transition({ artist: 'Bo', title: 'Red' }, { deck: '2' });
export const C = transition({ artist: 'Cy', title: 'Green' });

/** Stopped, with track A. */
const DECK: DeckState = {
  deck: '1',
  device: 'prime4',
  track: A.track,
  loaded: true,
  reachable: true,
  playing: false,
  color: '',
  featured: false,
  announced: false,
  hidden: false,
  reason: '',
};

/** Serializes a value, to check that it contains no names. */
export function textOf(value: unknown): string {
  return JSON.stringify(value);
}

export function pipelineUnderTest(enricher?: Enricher, earlierSet?: GetEarlierSet, clock = fakeClock()) {
  const log = keptLog();
  const published: Publication[] = [];
  const ofEarlier: Publication[] = [];
  const recorded: Publication[] = [];
  const settings: Settings = {
    ...settingsOf(pipelineOptions, {}),
    'streaming.timeout': 4,
  };
  const decks: DeckState[] = [];
  const audible: HeardTrack[] = [];
  const lines: LoggedLine[] = [];
  const file: { written: Promise<Text | undefined> } = { written: Promise.resolve(undefined) };
  let followed: Source | undefined;
  const created: Pipeline = createPipeline(settings, {
    clock,
    log,
    ...(enricher === undefined ? {} : { enricher: () => enricher }),
    publish(publication) {
      published.push(publication);
      recorded.push(publication);
    },
    publishEarlier(publication) {
      ofEarlier.push(publication);
      recorded.push(publication);
    },
    source: () => ({
      run: async () => undefined,
      health: () => ({ watching: 'nothing' }),
      decks: () => decks,
      audible: () => audible,
      leaveAir: (isLeaving) => followed?.leaveAir?.(isLeaving),
    }),
    logged: () => lines,
    async listHidden(entry, isListed) {
      const problem = await file.written;
      if (problem !== undefined) {
        return problem;
      }
      const others = readLive(settings, 'hide.tracks').filter((one) => one !== entry);
      settings['hide.tracks'] = isListed ? [...others, entry] : others;
      created.settingsChanged();
      return undefined;
    },
  });
  let earlier = earlierSet?.();
  /** Continues the earlier set at the first use, so that a test may change settings before. */
  const pipeline = new Proxy(created, {
    get(target, name, receiver) {
      const set = earlier;
      earlier = undefined;
      if (set !== undefined) {
        target.resume(set);
        // Outputs are cleared first. A test's story begins after that.
        expect(published.splice(0)).toMatchObject([{ kind: 'off air' }]);
      }
      return Reflect.get(target, name, receiver);
    },
  });
  async function hideBy(field: 'title' | 'genre', source: string): Promise<void> {
    const parsed = await regex().parse(source);
    settings[`hide.regex.${field}`] = parsed.ok ? parsed.value : undefined;
  }
  return {
    clock,
    log,
    published,
    /** Publications for the set's record. */
    recorded,
    settings,
    /** `written`: until the configuration file has what `hideNextTime` changes, or why not. */
    file,
    pipeline,
    /** Connects a source until the end of the test or a call of the returned function. */
    follow(source: Source): () => Promise<void> {
      const stop = new AbortController();
      followed = source;
      const ended = source.run(pipeline, stop.signal);
      const leave = async (): Promise<void> => {
        stop.abort();
        await ended;
      };
      afterTest(leave);
      return leave;
    },
    view(change: Partial<DeckState> = {}): DeckView {
      decks.splice(0, 1, { ...DECK, ...change });
      return pipeline.decks()[0] ?? expect.fail('no deck is shown');
    },
    viewHeard(track: HeardTrack) {
      audible.splice(0, 1, track);
      return pipeline.audible()[0];
    },
    viewLine(line: LoggedLine) {
      lines.splice(0, 1, line);
      return pipeline.logged()[0];
    },
    /** Publications in short form. */
    story: () =>
      published.map(({ kind, hidden, track: { title } }) => `${kind} ${hidden ? '(hidden)' : title}`),
    /** Publications of earlier plays: position and title. */
    earlier: () =>
      ofEarlier.map(({ position, hidden, track: { title } }) => `${position} ${hidden ? '(hidden)' : title}`),
    hideTitles: (source: string) => hideBy('title', source),
    hideGenres: (source: string) => hideBy('genre', source),
  };
}
