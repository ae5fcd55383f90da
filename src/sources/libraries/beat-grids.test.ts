import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import Database from 'libsql';
import { beforeEach, describe, expect, test } from 'vitest';
import { flacFile } from '../../../test/support/audio-files.ts';
import { writeEngineDatabase } from '../../../test/support/engine-database.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { keptLog } from '../../../test/support/log.ts';
import type { BeatGrid } from '../../core/contracts/beat.ts';
import { systemClock } from '../../host/clock.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { readGrid } from './beat-grids.ts';
import { readEngineGrid } from './engine-grid.ts';
import { readMixxxGrid } from './mixxx-grid.ts';
import { analysisPath, readRekordboxGrid } from './rekordbox-grid.ts';
import { readSeratoGrid, seratoData } from './serato-grid.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');

/** Written by Serato DJ Pro: one marker at 0.305 s. */
const SERATO = bytes('0100 00000001 3e9c2838 42e60000 37');
/** The same program's FLAC tag, with its line break and cut end. */
const SERATO_TEXT = 'YXBwbGljYXRpb24vb2N0ZXQtc3RyZWFtAABTZXJhdG8gQmVhdEdyaWQAAQAAAAABPoJ8yULm\nAAAAX';

function float(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatBE(value);
  return buffer;
}

describe('a grid of Serato', () => {
  test('has one marker for steady tempo', () => {
    const [marker, ...others] = readSeratoGrid(SERATO) ?? [];
    expect(marker).toMatchObject({ beat: 0, bpm: 115 });
    expect(marker?.ms).toBeCloseTo(304.99, 1);
    expect(others).toEqual([]);
  });

  test('has the tempo between two markers from the beats between them', () => {
    const data = Buffer.concat([
      bytes('0100 00000003'),
      float(0.5),
      bytes('00000010'),
      float(8.5),
      bytes('00000020'),
      float(23.5),
      float(126),
      bytes('00'),
    ]);
    expect(readSeratoGrid(data)).toEqual([
      { ms: 500, beat: 0, bpm: 120 },
      { ms: 8_500, beat: 16, bpm: 128 },
      { ms: 23_500, beat: 48, bpm: 126 },
    ]);
  });

  test('is decoded from the text in a FLAC file', () => {
    const [marker] = readSeratoGrid(seratoData(SERATO_TEXT)) ?? [];
    expect(marker).toMatchObject({ bpm: 115 });
    expect(marker?.ms).toBeCloseTo(254.86, 1);
  });

  test.each([
    ['empty', '0100 00000000 00'],
    ['of another version', '0200 00000001 3e9c2838 42e60000 37'],
    ['cut', '0100 00000002 3e9c2838 42e60000 37'],
    ['with a tempo that no music has', '0100 00000001 3e9c2838 461c4000 37'],
  ])('is undefined if it is %s', (_, hex) => {
    expect(readSeratoGrid(bytes(hex))).toBeUndefined();
  });
});

describe('a grid of Mixxx', () => {
  test('has the tempo and the first beat of a steady track', () => {
    // bpm { bpm: 126.5 }, first_beat { frame_position: 22050 }
    const blob = bytes('0a09 09 0000000000a05f40 1204 08a2ac01');
    expect(readMixxxGrid('BeatGrid-2.0', blob, 44_100)).toEqual([{ ms: 500, beat: 0, bpm: 126.5 }]);
  });

  test('may have its first beat before the file', () => {
    const blob = bytes('0a09 09 0000000000a05f40 120b 08 9cffffffffffffffff01');
    expect(readMixxxGrid('BeatGrid-2.0', blob, 50_000)).toEqual([{ ms: -2, beat: 0, bpm: 126.5 }]);
  });

  test('may have positions with fractions', () => {
    const blob = bytes('0a09 09 0000000000a05f40 1209 09 0000000000006940');
    expect(readMixxxGrid('BeatGrid-2.0', blob, 50_000)).toEqual([{ ms: 4, beat: 0, bpm: 126.5 }]);
  });

  test('has a tempo for each beat of a track that varies', () => {
    // Beats at 0, 22,050 and 46,305 frames.
    const blob = bytes('0a00 0a04 08a2ac01 0a06 08e1e902 1001');
    expect(readMixxxGrid('BeatMap-1.0', blob, 44_100)).toEqual([
      { ms: 0, beat: 0, bpm: 120 },
      { ms: 500, beat: 1, bpm: 60_000 / 550 },
    ]);
  });
});

/** Written by libdjinterop: a grid of two markers, and the DJ's with three. */
const ENGINE = bytes(
  '00000099 789c73785ec000028e49fe0d209a91010298c0e4cfaf07fefc87802930192068f04f729c80c44702cc60d2e4' +
    '3b5c9f06926443aa96a30a94ad85247ee086b5a31f9a410088211e53',
);

describe('a grid of Engine', () => {
  test('has the pieces that the DJ corrected, from before the file on', () => {
    const [first, second, ...others] = readEngineGrid(ENGINE) ?? [];
    expect(first).toEqual({ ms: -1_980, beat: -4, bpm: 120 });
    expect(second).toMatchObject({ ms: 18_020, beat: 36 });
    expect(second?.bpm).toBeCloseTo(126, 9);
    expect(others).toEqual([]);
  });

  test.each([
    ['empty', Buffer.alloc(0)],
    ['without markers', bytes('00000021 789c73785ec000028e49fe0d0cd800005473030a')],
    [
      'one marker, which has no tempo',
      bytes('00000039 789c73785ec000028e49fe0d209a910115a0f3e100009da5030c'),
    ],
    ['cut', ENGINE.subarray(0, -12)],
    ['too large', deflateSync(Buffer.alloc(4_000_000))],
  ])('is undefined if it is %s', (_, blob) => {
    expect(readEngineGrid(blob)).toBeUndefined();
  });
});

/** Path and hash of rekordbox's demo track, as on a stick that rekordbox wrote. */
const DEMO = '/Contents/Loopmasters/UnknownAlbum/Demo Track 1.mp3';
const DEMO_ANALYSIS = '/PIONEER/USBANLZ/P016/0000875E/ANLZ0000.DAT';

function analysis(path: string, beats: readonly (readonly [inBar: number, ms: number])[], bpm = 128): Buffer {
  const tag = (name: string, head: number, body: Buffer): Buffer => {
    const bytes = Buffer.alloc(head);
    bytes.write(name);
    bytes.writeUInt32BE(head, 4);
    bytes.writeUInt32BE(head + body.length, 8);
    return Buffer.concat([bytes, body]);
  };
  const entries = beats.map(([inBar, ms]) => {
    const entry = Buffer.alloc(8);
    entry.writeUInt16BE(inBar);
    entry.writeUInt16BE(bpm * 100, 2);
    entry.writeUInt32BE(ms, 4);
    return entry;
  });
  const text = Buffer.from(`${path}\0`, 'utf16le').swap16();
  const tags = [
    tag('PPTH', 16, text),
    tag('PVBR', 16, Buffer.alloc(8)),
    tag('PQTZ', 24, Buffer.concat(entries)),
  ];
  return tag('PMAI', 28, Buffer.concat(tags));
}

const REKORDBOX = analysis(DEMO, [
  [3, 25],
  [4, 494],
  [1, 963],
]);

describe('a grid of rekordbox', () => {
  test.each([
    [DEMO, DEMO_ANALYSIS],
    ['/Contents/Loopmasters/UnknownAlbum/Demo Track 2.mp3', '/PIONEER/USBANLZ/P053/0001D21F/ANLZ0000.DAT'],
    ['/Contents/UnknownArtist/UnknownAlbum/NOISE.wav', '/PIONEER/USBANLZ/P019/00020AA9/ANLZ0000.DAT'],
    ['/Contents/UnknownArtist/UnknownAlbum/SINEWAVE.wav', '/PIONEER/USBANLZ/P043/00011517/ANLZ0000.DAT'],
  ])('is where rekordbox wrote that of %s', (track, path) => {
    expect(analysisPath(track)).toBe(path);
  });

  test('has a marker for each beat, and downbeats on every fourth', () => {
    expect(readRekordboxGrid(REKORDBOX, DEMO)).toEqual([
      { ms: 25, beat: 2, bpm: 128 },
      { ms: 494, beat: 3, bpm: 128 },
      { ms: 963, beat: 4, bpm: 128 },
    ]);
  });

  test('skips numbers where a bar is short', () => {
    const beats = [1, 2, 1, 2].map((inBar, n) => [inBar, 500 * n] as const);
    const numbers = readRekordboxGrid(analysis(DEMO, beats, 120), DEMO)?.map(({ beat }) => beat);
    expect(numbers).toEqual([0, 1, 4, 5]);
  });

  test.each([
    ['empty', analysis(DEMO, [])],
    ['that of another track', analysis(`${DEMO}3`, [[1, 25]])],
    ['cut', REKORDBOX.subarray(0, -3)],
    ['without a tempo', analysis(DEMO, [[1, 25]], 0)],
  ])('is undefined if it is %s', (_, file) => {
    expect(readRekordboxGrid(file, DEMO)).toBeUndefined();
  });
});

test('broken grids are undefined, and never throw', () => {
  const isWhole = (grid: BeatGrid | undefined) =>
    grid === undefined || grid.every(({ ms, beat, bpm }) => [ms, beat, bpm].every(Number.isFinite));
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom('BeatGrid-2.0', 'BeatMap-1.0', ''),
      (data, version) => {
        expect(isWhole(readSeratoGrid(Buffer.concat([bytes('0100 0000'), data])))).toBe(true);
        expect(isWhole(readMixxxGrid(version, data, 44_100))).toBe(true);
        expect(isWhole(readEngineGrid(data))).toBe(true);
        expect(isWhole(readEngineGrid(Buffer.concat([bytes('00000000'), deflateSync(data)])))).toBe(true);
        expect(isWhole(readRekordboxGrid(data, DEMO))).toBe(true);
        const damaged = Buffer.from(REKORDBOX);
        damaged.set(data, 60);
        expect(isWhole(readRekordboxGrid(damaged, DEMO))).toBe(true);
      },
    ),
  );
});

describe('readGrid', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await testFolder();
  });

  const read = (path: string, log = keptLog(), home = directory) =>
    readGrid(
      path,
      { platform: 'linux', directory: home, env: { USER: 'dj' } },
      { clock: systemClock, disk: nodeDisk, log },
    );

  async function musicFile(name: string, content: Uint8Array): Promise<string> {
    const path = join(directory, name);
    await writeFile(path, content);
    return path;
  }

  const tagged = (more: Readonly<Record<string, string>>) =>
    flacFile({ title: 'One', artist: 'Ada', album: '', genre: '', cover: Buffer.alloc(0), more });

  /** ID3 2.4 tag with one GEOB frame, before some sound. */
  function mp3With(description: string, data: Uint8Array): Buffer {
    const body = Buffer.concat([
      Buffer.from(`\0application/octet-stream\0\0${description}\0`, 'latin1'),
      data,
    ]);
    const size = Buffer.from([0, 0, body.length >> 7, body.length & 0x7f]);
    const frame = Buffer.concat([Buffer.from('GEOB'), size, Buffer.alloc(2), body]);
    const whole = Buffer.from([0, 0, frame.length >> 7, frame.length & 0x7f]);
    const sound = Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)]);
    return Buffer.concat([Buffer.from('ID3'), bytes('040000'), whole, frame, sound, sound, sound]);
  }

  async function mixxxWith(location: string): Promise<void> {
    await mkdir(join(directory, '.mixxx'));
    const database = new Database(join(directory, '.mixxx', 'mixxxdb.sqlite'));
    const schema = await readFile(new URL('../../../test/support/mixxx.sql', import.meta.url), 'utf8');
    database.exec(`PRAGMA foreign_keys = OFF; ${schema}`);
    database.exec(`INSERT INTO track_locations VALUES (1, '${location}', '', '', 1, 0, 0);
      INSERT INTO library (id, location, samplerate, beats, beats_version)
      VALUES (7, 1, 44100, X'0a09090000000000a05f40120408a2ac01', 'BeatGrid-2.0')`);
    database.close();
  }

  test.each([
    ['an MP3', mp3With('Serato BeatGrid', SERATO)],
    ['a FLAC file', tagged({ SERATO_BEATGRID: SERATO_TEXT })],
  ])('finds the grid that Serato wrote into %s', async (_, content) => {
    expect(await read(await musicFile('one.music', content))).toMatchObject([{ beat: 0, bpm: 115 }]);
  });

  test('finds the grid of Mixxx if the file has none', async () => {
    const path = await musicFile('one.flac', tagged({}));
    await mixxxWith(path);
    expect(await read(path)).toEqual([{ ms: 500, beat: 0, bpm: 126.5 }]);
    expect(await read(await musicFile('two.flac', tagged({})))).toBeUndefined();
  });

  test.each([
    ['on this computer', 'Music', '../../Tracks/one.flac', 'Tracks/one.flac'],
    ['on the medium with the file', 'Stick', 'Music/one.flac', 'Stick/Engine Library/Music/one.flac'],
  ])('finds the grid of Engine in a library %s', async (_, folder, row, file) => {
    for (const [schema, title] of [
      ['2.20.3', 'one'],
      ['3.0.2', 'two'],
    ] as const) {
      const place = (path: string) => join(directory, title, path);
      await mkdir(place(join(folder, 'Engine Library', 'Database2')), { recursive: true });
      await mkdir(dirname(place(file)), { recursive: true });
      const other = { path: 'Music/other.flac', title, artist: 'Ada' };
      writeEngineDatabase(place(join(folder, 'Engine Library', 'Database2', 'm.db')), schema, [
        other,
        { ...other, path: row, beatData: ENGINE },
      ]);
      await writeFile(place(file), tagged({}));
      expect(await read(place(file), keptLog(), place(''))).toMatchObject([{ beat: -4 }, { beat: 36 }]);
    }
  });

  test('finds the grid that rekordbox wrote to the medium', async () => {
    for (const [path, content] of [
      [DEMO, tagged({})],
      [DEMO_ANALYSIS, REKORDBOX],
    ] as const) {
      await mkdir(join(directory, dirname(path)), { recursive: true });
      await musicFile(path, content);
    }
    expect(await read(join(directory, DEMO))).toMatchObject([{ beat: 2 }, {}, {}]);
  });

  test('resolves to undefined for a file that cannot be read, and logs no path at info level', async () => {
    const log = keptLog();
    expect(await read(join(directory, 'missing.mp3'), log)).toBeUndefined();
    expect(log.lines.filter(({ level }) => level !== 'debug')).toEqual([]);
  });
});
