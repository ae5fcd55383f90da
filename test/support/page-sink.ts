/** The sink that writes the page for everybody, in real time, as the program has it. */
import { onTestFinished } from 'vitest';
import type { SettingsOf } from '../../src/core/option.ts';
import type { Clock } from '../../src/core/tools.ts';
import type { Publication } from '../../src/core/track.ts';
import { systemClock } from '../../src/host/clock.ts';
import { pageSink } from '../../src/sinks/page/index.ts';
import { publication } from './publication.ts';
import { settingsOf } from './settings.ts';
import { sinkTools } from './sink.ts';
import { track } from './tracks.ts';

/** It ends with the test. `entries`: of the set that it goes on with. */
export async function writePage(
  change: Partial<SettingsOf<typeof pageSink.options>>,
  clock: Clock = systemClock,
  entries?: readonly Publication[],
) {
  const earlierSet = () => entries && { session: 1, startedAt: 0, entries };
  const tools = { ...sinkTools(), clock, earlierSet };
  const sink = await pageSink.create(settingsOf(pageSink.options, { 'page.delay': 0, ...change }), tools);
  if (sink === undefined) {
    throw new Error('the sink is off');
  }
  onTestFinished(() => sink.close?.());
  sink.prepare?.();
  const show = (one: Publication) => sink.publish(one, new AbortController().signal);
  return { sink, show, log: tools.log };
}

export const pageTrack = (title: string, position: number, change: Partial<Publication> = {}): Publication =>
  publication({ position, playId: `play-${position}`, track: track({ artist: 'Ada', title }), ...change });
