/** Makes tracklists of recordings for the operator's page, one at a time. */
import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { messageOf, textOf } from '../core/errors.ts';
import { say } from '../core/message.ts';
import type { Tools } from '../core/tools.ts';
import { withoutRemoved } from '../core/track.ts';
import { untilAborted } from '../core/waiting.ts';
import type { Service } from '../host/lifetime.ts';
import type { StartSettings } from '../operator/options.ts';
import type { Sessions } from '../sets/index.ts';
import type { Recordings } from '../web/index.ts';

type State = ReturnType<Recordings['state']>;

const NONE: State = { path: '', step: 'none', done: null, secondsLeft: null, session: null, problem: '' };

/** Ends with `signal`. */
export function createRecordings(
  settings: StartSettings,
  tools: Tools,
  sessions: Pick<Sessions, 'entries' | 'correct'>,
): Recordings & Service {
  let state = NONE;
  let running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  async function analyze(path: string, signal: AbortSignal): Promise<void> {
    try {
      const { createEstimate, storeTracklist } = await import('./tracklist.ts');
      const leftMs = createEstimate(tools.clock);
      const { session } = await storeTracklist([path], settings, tools, signal, (progress) => {
        const left = leftMs(progress);
        const secondsLeft = left === undefined ? null : Math.ceil(left / 1_000);
        state = { ...state, step: progress.step, done: progress.done ?? null, secondsLeft };
      });
      state = { ...NONE, path, step: 'stored', session };
    } catch (error) {
      if (!signal.aborted) {
        tools.log.warn('cannot make the tracklist of a recording', { path, reason: messageOf(error) });
      }
      state = signal.aborted
        ? { ...NONE, path, step: 'stopped' }
        : { ...NONE, path, step: 'failed', problem: textOf(error) };
    } finally {
      running = undefined;
    }
  }

  return {
    name: 'recordings',
    state: () => state,
    begin(given) {
      const path = given.replace(/^~(?=[\\/])/, () => homedir());
      if (running !== undefined) {
        return say('tracklist.another-runs');
      }
      if (settings['hear.library'].length === 0) {
        return say('tracklist.no-library');
      }
      if (settings['session.filename'] === '') {
        return say('tracklist.no-store');
      }
      if (!isAbsolute(path)) {
        // The page's user doesn't know in which folder deckcast runs.
        return say('tracklist.whole-path', { example: join(homedir(), 'Music', basename(path)) });
      }
      state = { ...NONE, path, step: 'index' };
      const stop = new AbortController();
      running = { stop, ended: analyze(path, stop.signal) };
      return undefined;
    },
    stop: () => running?.stop.abort(),
    async recent() {
      const { recentRecordings } = await import('./recent-recordings.ts');
      return recentRecordings(homedir(), tools.disk);
    },
    async correct(session, position, names) {
      const { correctEntry } = await import('./tracklist.ts');
      return correctEntry({ session, position, names }, settings, sessions).then(() => undefined, textOf);
    },
    async change(session, position, verdict) {
      const { changeEntry } = await import('./tracklist.ts');
      return changeEntry({ session, position, verdict }, settings, sessions).then(() => undefined, textOf);
    },
    async remove(session, position, isRemoved) {
      const { removeEntry } = await import('./tracklist.ts');
      return removeEntry({ session, position, isRemoved }, sessions).then(() => undefined, textOf);
    },
    async fileOf(session, position) {
      const entries = withoutRemoved(await sessions.entries(session));
      return entries.find((entry) => entry.position === position)?.heard?.begins?.path;
    },
    async run(signal) {
      await untilAborted(signal);
      running?.stop.abort();
      await running?.ended;
    },
  };
}
