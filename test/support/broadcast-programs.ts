/** Need no sound hardware. */
import { once } from 'node:events';
import { chmod, mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FULL_LENGTH } from './full-length.ts';
import { judge, startTool, type Tool, tool } from './judge.ts';

/** Empty ones are omitted. */
export interface BroadcastTags {
  readonly artist: string;
  readonly title: string;
}

interface BroadcastProgram {
  readonly name: string;
  /** Invents a missing name. */
  readonly needsBothNames?: true;
  /** Broadcasts in order to this port, password `hackme`. `announced`: waits for so many. Resolves at the end. */
  play(
    tracks: readonly BroadcastTags[],
    port: number,
    folder: string,
    announced: (count: number) => Promise<void>,
  ): Promise<void>;
}

export const PASSWORD = 'hackme';
const SECONDS = 0.4;

export function isNamed({ artist, title }: BroadcastTags): boolean {
  return artist !== '' || title !== '';
}

/** Some have one name, some none. */
export function manyTags(count: number): readonly BroadcastTags[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const kinds: readonly BroadcastTags[] = [
      { artist: 'Björk', title: `Jóga ${number}` },
      { artist: '坂本龍一', title: `戦場のメリークリスマス ${number}` },
      { artist: '', title: `Only a title ${number}` },
      { artist: '', title: '' },
      { artist: `Only an artist ${number}`, title: '' },
      { artist: 'A & B', title: `50% "off" #${number} + x=y` },
      { artist: 'فيروز', title: `نجمة ${number}` },
      { artist: '', title: `Кино - Группа крови ${number}` },
      { artist: 'Sigur Rós', title: `🎧 ${number}` },
      { artist: 'Motörhead', title: `Ace – of ${number} (Ünder…)` },
    ];
    return kinds[index % kinds.length] ?? { artist: '', title: '' };
  });
}

const ffmpeg: BroadcastProgram = {
  name: 'ffmpeg',
  async play(tracks, port, folder) {
    for (const [index, file] of (await writeFiles(tracks, folder, 'ogg')).entries()) {
      const url = `icecast://source:${PASSWORD}@127.0.0.1:${port}/live`;
      // The method before PUT.
      const old = index % 2 === 0 ? [] : ['-legacy_icecast', '1'];
      const args = ['-re', '-i', file, '-c:a', 'copy', '-f', 'ogg', '-content_type', 'application/ogg'];
      await untilItEnds('ffmpeg', ['-loglevel', 'fatal', ...args, ...old, url], folder);
    }
  },
};

/** libshout names an MP3 stream in separate requests. */
function ezstream(format: 'Ogg' | 'MP3'): BroadcastProgram {
  return {
    name: `ezstream, ${format}`,
    ...(format === 'MP3' && { needsBothNames: true }),
    async play(tracks, port, folder) {
      const list = join(folder, 'list.m3u');
      const type = format === 'Ogg' ? 'ogg' : 'mp3';
      await writeFile(list, (await writeFiles(tracks, folder, type)).join('\n'));
      const config = join(folder, 'ezstream.xml');
      await writeFile(
        config,
        `<ezstream><servers><server><name>s</name><protocol>HTTP</protocol><hostname>127.0.0.1</hostname>
      <port>${port}</port><password>${PASSWORD}</password></server></servers>
      <streams><stream><mountpoint>/live.${type}</mountpoint><format>${format}</format><server>s</server><intake>i</intake>
      </stream></streams><intakes><intake><name>i</name><type>playlist</type><filename>${list}</filename>
      <stream_once>yes</stream_once></intake></intakes></ezstream>`,
      );
      await chmod(config, 0o600);
      await untilItEnds('ezstream', ['-c', config], folder);
    },
  };
}

function liquidsoap(format: string, mount: string): BroadcastProgram {
  return {
    name: `liquidsoap, ${mount}`,
    async play(tracks, port, folder, announced) {
      const files = await writeFiles(tracks, folder, 'flac');
      const script = join(folder, 'deck.liq');
      await writeFile(
        script,
        `settings.init.allow_root.set(true)
        s = sequence([${files.map((file) => `once(single("${file}"))`).join(', ')}])
        output.icecast(${format}, fallible=true, host="127.0.0.1", port=${port},
          password="${PASSWORD}", mount="${mount}", s)\n`,
      );
      await runUntil(announced(tracks.filter(isNamed).length), 'liquidsoap', [script], folder);
    },
  };
}

/** ALSA's null device, and a display without a screen. */
const butt: BroadcastProgram = {
  name: 'butt',
  async play(tracks, port, folder, announced) {
    await writeFile(join(folder, '.asoundrc'), 'pcm.!default { type null }\nctl.!default { type null }\n');
    const song = join(folder, 'song.txt');
    await writeFile(song, '');
    const config = join(folder, 'butt.cfg');
    await writeFile(
      config,
      [
        `[main]\nserver = deck\nnum_of_srv = 1\nnum_of_icy = 0\nsrv_ent = deck\nsong_path = ${song}\nsong_update = 1`,
        'connect_at_startup = 1\ncheck_for_update = 0',
        '[audio]\ndevice = default\nsamplerate = 44100\nbitrate = 32\nchannel = 2\ncodec = mp3',
        `[record]\nsamplerate = 44100\nbitrate = 32\nchannel = 2\ncodec = mp3\nfolder = ${folder}/`,
        `[deck]\naddress = 127.0.0.1\nport = ${port}\npassword = ${PASSWORD}\ntype = 1\nmount = live\nusr = source`,
        '[gui]\nlang_str = en\n',
      ].join('\n'),
    );
    await runUntil(type(tracks, song, announced), 'xvfb-run', ['-a', tool('butt'), '-c', config], folder);
  },
};

/** File times differ by a second: butt ignores changes within one. */
async function type(
  tracks: readonly BroadcastTags[],
  song: string,
  announced: (count: number) => Promise<void>,
): Promise<void> {
  const start = Math.ceil(Date.now() / 1_000) + 1;
  let count = 0;
  for (const [second, tags] of tracks.entries()) {
    const next = `${song}.next`;
    await writeFile(next, tags.artist === '' ? `${tags.title}\n` : `${tags.artist} - ${tags.title}\n`);
    await utimes(next, start + second, start + second);
    await rename(next, song);
    count += isNamed(tags) ? 1 : 0;
    await announced(count);
  }
}

export const PROGRAMS: readonly BroadcastProgram[] = [
  ffmpeg,
  ezstream('Ogg'),
  ezstream('MP3'),
  ...(FULL_LENGTH
    ? [liquidsoap('%vorbis(quality=0.1)', '/live.ogg'), liquidsoap('%mp3(bitrate=32)', '/live.mp3'), butt]
    : []),
];

const ENCODERS = { ogg: 'libvorbis', flac: 'flac', mp3: 'libmp3lame' } as const;

async function writeFiles(
  tracks: readonly BroadcastTags[],
  folder: string,
  type: keyof typeof ENCODERS,
): Promise<readonly string[]> {
  await mkdir(join(folder, 'music'));
  const files = tracks.map((_, index) => join(folder, 'music', `${String(index).padStart(3, '0')}.${type}`));
  const outputs = tracks.flatMap((tags, index) => [
    ...['-t', String(SECONDS), ...namesFor(tags)],
    ...['-c:a', ENCODERS[type], files[index] ?? ''],
  ]);
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=stereo'];
  await untilItEnds('ffmpeg', ['-loglevel', 'fatal', ...silence, ...outputs], folder);
  return files;
}

function namesFor({ artist, title }: BroadcastTags): readonly string[] {
  return [
    ...(artist === '' ? [] : ['-metadata', `artist=${artist}`]),
    ...(title === '' ? [] : ['-metadata', `title=${title}`]),
  ];
}

/** Rejects if the program ends before. */
async function runUntil(work: Promise<void>, command: Tool, args: readonly string[], HOME: string) {
  const ended = once(startTool(command, args, { HOME }), 'exit');
  await Promise.race([work, ended.then(() => Promise.reject(new Error(`${command} ended early`)))]);
}

async function untilItEnds(command: Tool, args: readonly string[], HOME: string): Promise<void> {
  const { status, stdout, stderr } = await judge(command, args, { env: { ...process.env, HOME } });
  if (status !== 0) {
    throw new Error(`${command} ended with ${status}\n${stdout}${stderr}`);
  }
}
