/** A pipeline on a clock that stands still, and what it published. */

import { expect } from 'vitest';
import type {
  DeckState,
  DeckView,
  Enricher,
  GetEarlierSet,
  HeardTrack,
  Source,
} from '../../src/core/contracts.ts';
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

/** With A on it, stopped. */
const DECK: DeckState = {
  deck: '1',
  device: 'prime4',
  track: A.track,
  loaded: true,
  playing: false,
  color: '',
  featured: false,
  announced: false,
  hidden: false,
  reason: '',
};

/** As text, for names that must not be in it. */
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
  /** What the source and the log have. */
  const decks: DeckState[] = [];
  const audible: HeardTrack[] = [];
  const lines: LoggedLine[] = [];
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
    }),
    logged: () => lines,
    async listHidden(entry) {
      settings['hide.tracks'] = [...readLive(settings, 'hide.tracks'), entry];
      return undefined;
    },
  });
  let earlier = earlierSet?.();
  /** Goes on with the earlier set when it is used first: a test may change the settings before. */
  const pipeline = new Proxy(created, {
    get(target, name, receiver) {
      const set = earlier;
      earlier = undefined;
      if (set !== undefined) {
        target.resume(set);
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
    /** What the record of the set receives. */
    recorded,
    settings,
    pipeline,
    /** A source reports to it, until the test is over or what is returned is called. */
    follow(source: Source): () => Promise<void> {
      const stop = new AbortController();
      const ended = source.run(pipeline, stop.signal);
      const leave = async (): Promise<void> => {
        stop.abort();
        await ended;
      };
      afterTest(leave);
      return leave;
    },
    /** How a deck is shown now. */
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
    /** What was published, in short. */
    story: () =>
      published.map(({ kind, hidden, track: { title } }) => `${kind} ${hidden ? '(hidden)' : title}`),
    /** What was published of plays that are over: the position, and the title. */
    earlier: () =>
      ofEarlier.map(({ position, hidden, track: { title } }) => `${position} ${hidden ? '(hidden)' : title}`),
    hideTitles: (source: string) => hideBy('title', source),
    hideGenres: (source: string) => hideBy('genre', source),
  };
}
