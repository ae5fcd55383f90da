/** Sink of the public page, in real time unless a test passes a clock. */
import { onTestFinished } from 'vitest';
import type { SinkTools } from '../../src/core/contracts/sink.ts';
import type { SettingsOf } from '../../src/core/option.ts';
import type { Publication } from '../../src/core/track.ts';
import { systemClock } from '../../src/host/clock.ts';
import { pageSink } from '../../src/sinks/page/index.ts';
import { keptLog } from './log.ts';
import { publication } from './publication.ts';
import { settingsOf } from './settings.ts';
import { sinkTools } from './sink.ts';
import { track } from './tracks.ts';

/** Closed after the test. `given` overrides the program's tools. */
export async function writePage(
  change: Partial<SettingsOf<typeof pageSink.options>>,
  given: Partial<SinkTools> = {},
) {
  const log = keptLog();
  const tools = { ...sinkTools(), clock: systemClock, ...given, log };
  const sink = await pageSink.create(settingsOf(pageSink.options, { 'page.delay': 0, ...change }), tools);
  if (sink === undefined) {
    throw new Error('the sink is off');
  }
  onTestFinished(() => sink.close?.());
  sink.prepare?.();
  const show = (one: Publication) => sink.publish(one, new AbortController().signal);
  return { sink, show, log };
}

export const pageTrack = (title: string, position: number, change: Partial<Publication> = {}): Publication =>
  publication({ position, playId: `play-${position}`, track: track({ artist: 'Ada', title }), ...change });
