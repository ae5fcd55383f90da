/**
 * Mixxx, which broadcasts what its Auto DJ plays. It has no sound device: its own clock for broadcasts keeps the time. With
 * ALSA's null device, nothing does: a track is over at once, before Auto DJ has the next one, and there it stands still. The
 * window is on a display without a screen, where keys are pressed.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import {
  type BroadcastProgram,
  type BroadcastTags,
  isNamed,
  PASSWORD,
  run,
  runUntil,
} from './broadcast-program.ts';
import { tool } from './judge.ts';
import { waitFor, waitForFile } from './wait.ts';

/** It looks every two seconds for the deck that is heard, and fades for one. */
const SECONDS = 7;
const NO_DEVICES = 'No Output Devices';
const CONNECTED = 'Connected to streaming server';
/** Far longer than it takes to do what a key does. */
const PRESS_AGAIN_MS = 5_000;
const KEYS = { autoDj: 'F12', broadcast: 'F9' };

export const mixxx: BroadcastProgram = {
  name: 'mixxx',
  async play(tracks, port, folder, announced) {
    const screen = join(folder, 'display');
    const evening = async (): Promise<void> => {
      const number = await waitForFile(screen, (text) => text.endsWith('\n'));
      const desktop = new Desktop(folder, `:${number.trim()}`);
      await desktop.mixxx(async () => desktop.appears('Choose music library directory'));
      await prepare(tracks, port, folder);
      await desktop.mixxx(async () => {
        await desktop.appears(NO_DEVICES);
        await desktop.press('Return', async () => !(await desktop.shows(NO_DEVICES)));
        await desktop.press(KEYS.broadcast, () => desktop.logs(`keyboard press:  "${KEYS.broadcast}"`));
        await waitFor('the broadcast', async () => (await desktop.logs(CONNECTED)) || undefined);
        await desktop.press(KEYS.autoDj, () => desktop.logs(`keyboard press:  "${KEYS.autoDj}"`));
        for (const [index] of tracks.filter(isNamed).entries()) {
          await announced(index + 1);
        }
      });
    };
    const start = 'exec Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$0"';
    await runUntil(evening(), 'sh', ['-c', start, screen], folder);
  },
};

class Desktop {
  readonly #folder: string;
  readonly #display: string;
  readonly #output: string;

  constructor(folder: string, display: string) {
    this.#folder = folder;
    this.#display = display;
    this.#output = join(folder, 'output.txt');
  }

  /** Runs Mixxx until the work is done. */
  async mixxx(work: () => Promise<void>): Promise<void> {
    const start = 'exec mixxx --settingsPath "$0/" --developer --logLevel debug >"$1" 2>&1';
    await writeFile(this.#output, '');
    await runUntil(
      work(),
      'env',
      [`DISPLAY=${this.#display}`, 'sh', '-c', start, settingsIn(this.#folder), this.#output],
      this.#folder,
    );
  }

  /** Presses the key until it has done what it should: a window that has just appeared takes none. */
  async press(key: string, isDone: () => Promise<boolean>): Promise<void> {
    let pressedAt = Number.NEGATIVE_INFINITY;
    await waitFor(`what the key ${key} does`, async () => {
      if (await isDone()) {
        return true;
      }
      if (performance.now() >= pressedAt + PRESS_AGAIN_MS) {
        await this.#xdotool('key', key);
        pressedAt = performance.now();
      }
      return undefined;
    });
  }

  async appears(window: string): Promise<void> {
    await waitFor(`the window "${window}"`, async () => (await this.shows(window)) || undefined);
  }

  async shows(window: string): Promise<boolean> {
    return this.#xdotool('search', '--name', window).then(
      () => true,
      () => false,
    );
  }

  async logs(text: string): Promise<boolean> {
    return (await readFile(this.#output, 'utf8')).includes(text);
  }

  #xdotool(...args: readonly string[]): Promise<void> {
    return run('env', [`DISPLAY=${this.#display}`, tool('xdotool'), ...args], this.#folder);
  }
}

function settingsIn(folder: string): string {
  return join(folder, 'settings');
}

/** What the user has typed in, and tracks in the queue of Auto DJ. Its first start has made the database. */
async function prepare(tracks: readonly BroadcastTags[], port: number, folder: string): Promise<void> {
  const settings = settingsIn(folder);
  await writeFile(
    join(settings, 'mixxx.cfg'),
    // A fixed fade, whatever is silent in a track. Pictures of sound would need most of the processor here.
    `[Auto DJ]\nTransition 1\nTransitionMode 2\n\n[Config]\nResizableSkin Shade\n\n[Waveform]\nFrameRate 1\nWaveformType 0\n`,
  );
  await writeFile(
    join(settings, 'Custom.kbd.cfg'),
    `[AutoDJ]\nenabled ${KEYS.autoDj}\n\n[Shoutcast]\nenabled ${KEYS.broadcast}\n`,
  );
  await writeFile(
    join(settings, 'soundconfig.xml'),
    `<!DOCTYPE SoundManagerConfig>
    <SoundManagerConfig api="None" samplerate="44100" latency="5" sync_buffers="2" force_network_clock="1" deck_count="2"/>`,
  );
  await writeFile(
    join(settings, 'broadcast_profiles', 'Connection 1.bcp.xml'),
    `<!DOCTYPE broadcastprofile>
    <BroadcastProfile><ProfileName>Connection 1</ProfileName><Enabled>1</Enabled>
    <SecureCredentialsStorage>0</SecureCredentialsStorage>
    <Host>127.0.0.1</Host><Port>${port}</Port><Servertype>Icecast2</Servertype><Mountpoint>live</Mountpoint>
    <Login>source</Login><Password>${PASSWORD}</Password>
    <StreamName>Mixxx</StreamName><Format>MP3</Format><Bitrate>128</Bitrate><Channels>2</Channels>
    <EnableMetadata>0</EnableMetadata><MetadataCharset>UTF-8</MetadataCharset>
    <MetadataFormat>$artist - $title</MetadataFormat></BroadcastProfile>`,
  );
  await fillQueue(tracks, folder, join(settings, 'mixxxdb.sqlite'));
}

async function fillQueue(tracks: readonly BroadcastTags[], folder: string, path: string): Promise<void> {
  const music = join(folder, 'music');
  const tone = join(folder, 'tone.ogg');
  const sound = `sine=frequency=440:sample_rate=44100:duration=${SECONDS}`;
  await run(tool('ffmpeg'), ['-loglevel', 'fatal', '-f', 'lavfi', '-i', sound, '-ac', '2', tone], folder);
  await mkdir(music);
  const { length: size } = await readFile(tone);
  const database = new Database(path);
  // Mixxx' own tables refer to some that its upgrades have dropped.
  database.exec('PRAGMA foreign_keys = OFF');
  database.prepare('INSERT INTO directories VALUES (?)').run(music);
  for (const [index, { artist, title }] of tracks.entries()) {
    const id = index + 1;
    const name = `${String(id).padStart(3, '0')}.ogg`;
    await copyFile(tone, join(music, name));
    database
      .prepare('INSERT INTO track_locations VALUES (?, ?, ?, ?, ?, 0, 0)')
      .run(id, join(music, name), name, music, size);
    // As if Mixxx had read the tags of the file.
    database
      .prepare(
        `INSERT INTO library (id, artist, title, location, duration, samplerate, channels, bitrate, header_parsed,
        filetype, mixxx_deleted, played) VALUES (?, ?, ?, ?, ?, 44100, 2, 128, 1, 'ogg', 0, 0)`,
      )
      .run(id, artist, title, id, SECONDS);
    // The first playlist is the queue.
    database
      .prepare('INSERT INTO PlaylistTracks (playlist_id, track_id, position) VALUES (1, ?, ?)')
      .run(id, id);
  }
  database.close();
}
