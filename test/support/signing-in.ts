/** A command that signs in to Twitch and waits for its user. */
import { onTestFinished } from 'vitest';
import type { Disk, Tools } from '../../src/core/tools.ts';
import { memoryDisk } from './disk.ts';
import { httpPeer } from './http-peer.ts';
import { keptLog } from './log.ts';
import { TwitchExtension } from './services/twitch-extension.ts';
import { sleeplessClock } from './sleepless-clock.ts';

interface Given {
  readonly authUrl: string;
  readonly print: (text: string) => void;
  readonly tools: Tools;
  readonly signal: AbortSignal;
}

/** Write options for files that only the user may read and that must not be lost. */
export const KEPT_FOR_THE_USER: Parameters<Disk['replace']>[2] = { mode: 0o600, durable: true };

export async function signingIn(run: (given: Given) => Promise<void>, twitch = new TwitchExtension()) {
  const peer = await httpPeer(twitch.behavior);
  const disk = memoryDisk();
  /** Write options of each file by path. */
  const kept = new Map<string, Parameters<Disk['replace']>[2]>();
  const log = keptLog();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  let printed = '';
  const ended = run({
    authUrl: peer.url,
    print: (text) => {
      printed += text;
    },
    tools: {
      clock: sleeplessClock(),
      disk: {
        ...disk,
        replace: (path, content, options) => {
          kept.set(path, options);
          return disk.replace(path, content);
        },
      },
      log,
      fetch,
      userAgent: 'deckcast/test',
    },
    signal: stop.signal,
  });
  ended.catch(() => undefined);
  const file = (name: string) => JSON.parse(Buffer.from(disk.files.get(name) ?? '').toString('utf8') || '{}');
  return { twitch, peer, disk, kept, log, stop, ended, file, printed: () => printed };
}
