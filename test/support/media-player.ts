/** A real media player on a session bus of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tool } from './judge.ts';
import { silence } from './wav.ts';

export interface SessionBus {
  /** What programs of this session have in their environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Plays a silent song with these tags, over and over. */
  play(artist: string, title: string): Promise<void>;
  close(): void;
}

/** `folder`: for its socket and its songs. */
export async function startSessionBus(folder: string): Promise<SessionBus> {
  const address = `unix:path=${join(folder, 'bus')}`;
  const daemon = spawn(
    tool('dbus-daemon'),
    ['--session', '--nofork', '--nopidfile', '--print-address=1', `--address=${address}`],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const children: ChildProcess[] = [daemon];
  await once(daemon.stdout, 'data');
  const env = { DBUS_SESSION_BUS_ADDRESS: address };
  return {
    env,
    async play(artist, title) {
      const song = join(folder, `song-${children.length}.wav`);
      await writeFile(song, silence(artist, title, 60));
      const plugin = `--script=${tool('/usr/lib/mpv-mpris/mpris.so')}`;
      const flags = ['--no-config', '--no-video', '--ao=null', '--really-quiet', '--loop', plugin];
      const session = { PATH: process.env.PATH ?? '', HOME: folder, ...env };
      children.push(spawn(tool('mpv'), [...flags, song], { env: session, stdio: 'ignore' }));
    },
    close() {
      for (const child of children.reverse()) {
        child.kill('SIGKILL');
      }
    },
  };
}
