/** A real Music Player Daemon with a null output, and its controls. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { tool } from './judge.ts';
import { waitFor } from './wait.ts';
import { silence } from './wav.ts';

/** `folder` is for its songs and database. `password` is required from clients. */
export async function startMpd(folder: string, password = '') {
  const port = await freePort();
  const socket = join(folder, 'socket');
  const music = join(folder, 'music');
  await mkdir(music);
  const configuration = join(folder, 'mpd.conf');
  const access =
    password === '' ? '' : `password "${password}@read,add,control,admin"\ndefault_permissions ""\n`;
  await writeFile(
    configuration,
    `music_directory "${music}"
db_file "${join(folder, 'database')}"
bind_to_address "127.0.0.1"
bind_to_address "${socket}"
port "${port}"
zeroconf_enabled "no"
${access}audio_output {
  type "null"
  name "nothing"
}
`,
  );
  /** Sends commands. Resolves to MPD's answer and rejects if it refuses one. */
  const control = async (...commands: readonly string[]): Promise<string> => {
    const socket = createConnection(port, '127.0.0.1');
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const login = password === '' ? [] : [`password "${password}"`];
    socket.end([...login, ...commands, 'close', ''].join('\n'));
    await once(socket, 'close');
    if (/^ACK/m.test(said)) {
      throw new Error(said);
    }
    return said;
  };
  let daemon: ChildProcess;
  const start = async (): Promise<void> => {
    daemon = spawn(tool('mpd'), ['--no-daemon', configuration], { stdio: 'ignore' });
    await waitFor('MPD', () => control('ping').catch(() => undefined));
  };
  const end = async (): Promise<void> => {
    daemon.kill();
    await once(daemon, 'exit');
  };
  await start();
  let songs = 0;
  return {
    port,
    socket,
    control,
    /** Makes a silent song of a minute with these tags. Returns its name in the library. */
    async song(artist: string, title: string): Promise<string> {
      songs += 1;
      const name = `song-${songs}.wav`;
      await writeFile(join(music, name), silence(artist, title, 60));
      await control('update');
      await waitFor(name, async () =>
        (await control(`lsinfo "${name}"`).catch(() => '')).includes('Title') ? true : undefined,
      );
      return name;
    },
    /** Restarts it on the same port. */
    async restart(): Promise<void> {
      await end();
      await start();
    },
    close: end,
  };
}
