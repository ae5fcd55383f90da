import type { DiagnoseTools } from '../../src/core/contracts/part.ts';
import type { SinkPart, SinkTools } from '../../src/core/contracts/sink.ts';
import type { Finding } from '../../src/core/finding.ts';
import type { OptionTable, SettingsOf } from '../../src/core/option.ts';
import type { Publication } from '../../src/core/track.ts';
import { nodeDisk } from '../../src/host/disk/node-disk.js';
import { SqliteSessions } from '../../src/sets/sqlite-sessions.ts';
import { Beats } from '../../src/show/beat/index.ts';
import { beatOptions } from '../../src/show/beat/options.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { type KeptLog, keptLog } from './log.ts';
import { settingsOf } from './settings.ts';

export interface ToolsUnderTest extends SinkTools {
  readonly beats: Beats;
  readonly noteHistory?: SinkTools['sessions']['noteHistory'];
  readonly log: KeptLog;
  readonly clock: FakeClock;
  readonly shown: Publication[];
  /**
   * Advances the clock, but not while the peer at this address owes an answer. Otherwise a loop would be much faster
   * than a busy machine, and requests would time out.
   */
  passTime(ms: number, peer: string): Promise<void>;
}

/** Tools of a sink: real disk and HTTP, and a clock that stands still. */
export function sinkTools(): ToolsUnderTest {
  const shown: Publication[] = [];
  const clock = fakeClock();
  const urls: string[] = [];
  return {
    log: keptLog(),
    clock,
    passTime: (ms, peer) => clock.advance(urls.some((url) => url.startsWith(peer)) ? 0 : ms),
    disk: nodeDisk,
    sessions: new SqliteSessions('', { clock, disk: nodeDisk, pid: process.pid }),
    fetch: async (url, init) => {
      urls.push(String(url));
      try {
        return await fetch(url, init);
      } finally {
        urls.splice(urls.indexOf(String(url)), 1);
      }
    },
    userAgent: 'deckcast/1.2.3',
    audience: { show: (publication) => shown.push(publication), changeEarlier: () => undefined },
    licensed: true,
    earlierSet: () => undefined,
    setId: () => 'this set',
    setNames: () => ({ dj: '', heading: 'Tracklist' }),
    beats: new Beats(settingsOf(beatOptions, {}), clock),
    shown,
  };
}

/** Makes a sink that its settings turn on. */
export async function makeSink<Options extends OptionTable>(
  part: SinkPart<Options>,
  change: Partial<SettingsOf<Options>>,
  tools = sinkTools(),
) {
  const settings = settingsOf(part.options, change);
  const path = String(Object(settings)['session.filename'] ?? '');
  const sink = await part.create(settings, {
    ...tools,
    sessions: Object.assign(
      new SqliteSessions(path, { ...tools, pid: process.pid }),
      tools.noteHistory && { noteHistory: tools.noteHistory },
    ),
  });
  if (sink === undefined) {
    throw new Error(`these settings leave the sink ${part.name} off`);
  }
  const signal = new AbortController().signal;
  return {
    sink,
    settings,
    log: tools.log,
    clock: tools.clock,
    /** Publications shown to browsers. */
    shown: tools.shown,
    /** Delivers as the program does, without retries. */
    publish: async (publication: Publication): Promise<void> => {
      await sink.publish(publication, signal);
    },
  };
}

/** Findings before a set with these settings, even if the sink is off. */
export async function diagnosed<Options extends OptionTable>(
  part: SinkPart<Options>,
  change: Partial<SettingsOf<Options>>,
  given: Partial<DiagnoseTools> = {},
): Promise<readonly Finding[]> {
  const tools = { ...sinkTools(), chosen: true, running: false, listenMs: 0, licensed: true, ...given };
  const found = await part.diagnose?.(settingsOf(part.options, change), tools, new AbortController().signal);
  return found ?? [];
}
