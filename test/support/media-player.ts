/** A real media player on a session bus of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tool } from './judge.ts';
import { silence } from './wav.ts';

export type SessionBus = Awaited<ReturnType<typeof startSessionBus>>;

/** `folder` is for its socket and songs. */
export async function startSessionBus(folder: string) {
  const address = `unix:path=${join(folder, 'bus')}`;
  const daemon = spawn(
    tool('dbus-daemon'),
    ['--session', '--nofork', '--nopidfile', '--print-address=1', `--address=${address}`],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const children: ChildProcess[] = [daemon];
  await once(daemon.stdout, 'data');
  const env = { DBUS_SESSION_BUS_ADDRESS: address };
  /** Loops silent songs with these tags. Returns the player. */
  const playList = async (...songs: readonly (readonly [artist: string, title: string])[]) => {
    const paths = songs.map((_, index) => join(folder, `song-${children.length}-${index}.wav`));
    for (const [index, [artist, title]] of songs.entries()) {
      await writeFile(paths[index] ?? '', silence(artist, title, 60));
    }
    const plugin = `--script=${tool('/usr/lib/mpv-mpris/mpris.so')}`;
    const flags = ['--no-config', '--no-video', '--ao=null', '--really-quiet', '--loop-playlist', plugin];
    const session = { PATH: process.env.PATH ?? '', HOME: folder, ...env };
    const player = spawn(tool('mpv'), [...flags, ...paths], { env: session, stdio: 'ignore' });
    children.push(player);
    return player;
  };
  return {
    /** Environment for programs of this session. */
    env,
    playList,
    play: (artist: string, title: string) => playList([artist, title]),
    /** Ends the session and its players. */
    close(): void {
      for (const child of children.reverse()) {
        child.kill('SIGKILL');
      }
    },
  };
}
