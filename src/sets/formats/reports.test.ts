import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { judge } from '../../../test/support/judge.ts';
import { track } from '../../../test/support/tracks.ts';
import type { SetEntry, Track } from '../../core/track.ts';
import { rfc3339 } from '../../core/units.ts';
import { lacksInShort, REPORTS, type ReportHeader, type ReportName, report, setTracks } from './index.ts';

const HEADER: ReportHeader = { service: 'Radio Ada', channel: 'Night', category: 'A', hours: 1_200 };
const UNKNOWN: ReportHeader = { service: '', channel: '', category: '', hours: 0 };
const START = new Date(2026, 0, 31, 22).getTime();
const MINUTE = 60_000;
const FULL = { artist: 'Ada', title: 'Blue', album: 'Colors', label: 'Harbour', isrc: 'DEABC2600001' };

function entry(minutes: number, known: Partial<Track>, hidden = false): SetEntry {
  return {
    playId: `${minutes}`,
    position: 1,
    hidden,
    track: track(hidden ? {} : known),
    source: 'hwdevice',
    at: START + minutes * MINUTE,
    elapsedMs: minutes * MINUTE,
  };
}

function reported(name: ReportName, entries: readonly SetEntry[], header = HEADER) {
  return report(name, [setTracks(entries, 0)], header);
}

const READ = `
import csv, json, sys
with open(sys.argv[1], newline='', encoding=sys.argv[3]) as file:
    print(json.dumps(list(csv.DictReader(file, strict=True, delimiter=sys.argv[2]))))
`;

/** Parsed by Python, by headings. Only spreadsheets read the CSV files, and Excel needs a byte order mark. */
async function readByPython(name: ReportName, text: string): Promise<Record<string, string>[]> {
  const path = join(await testFolder(), 'report.txt');
  await writeFile(path, text);
  const { separator } = REPORTS[name];
  expect(text.startsWith('\u{feff}')).toBe(separator === ',');
  const encoding = separator === ',' ? 'utf-8-sig' : 'utf-8';
  const { stdout, stderr } = await judge('python3', ['-c', READ, path, separator, encoding]);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('SoundExchange gets a line per recording, with its plays and merged facts', async () => {
  const { isrc, ...known } = FULL;
  const { text, lacks } = reported('soundexchange', [
    entry(0, known),
    entry(4, { artist: 'Cy', title: 'Green, "live"', isrc: 'GBAYE0601498' }),
    entry(9, { ...known, artist: 'ADA', isrc }),
  ]);
  expect(await readByPython('soundexchange', text)).toEqual([
    {
      NAME_OF_SERVICE: 'Radio Ada',
      TRANSMISSION_CATEGORY: 'A',
      FEATURED_ARTIST: 'Ada',
      SOUND_RECORDING_TITLE: 'Blue',
      ISRC: 'DEABC2600001',
      ALBUM_TITLE: 'Colors',
      MARKETING_LABEL: 'Harbour',
      ACTUAL_TOTAL_PERFORMANCES: '',
      AGGREGATE_TUNING_HOURS: '1200',
      CHANNEL_OR_PROGRAM_NAME: 'Night',
      PLAY_FREQUENCY: '2',
    },
    expect.objectContaining({ SOUND_RECORDING_TITLE: 'Green, "live"', PLAY_FREQUENCY: '1', ALBUM_TITLE: '' }),
  ]);
  expect(lacks).toEqual([]);
});

test('PRS gets a line per play, with time of day and duration', async () => {
  const { text } = reported('prs', [entry(0, FULL), entry(4.5, { title: 'Green', durationMs: 200_000 })]);
  expect(await readByPython('prs', text)).toEqual([
    {
      Station: 'Radio Ada',
      Programme: 'Night',
      'Transmission Date': '2026-01-31',
      'Transmission Time': '22:00:00',
      'Music Title': 'Blue',
      Composer: '',
      Performer: 'Ada',
      'Music Duration': '00:04:30',
      'Number of Plays': '1',
      'Album Title': 'Colors',
      'Record Label': 'Harbour',
      ISRC: 'DEABC2600001',
    },
    expect.objectContaining({ 'Transmission Time': '22:04:30', 'Music Duration': '00:03:20' }),
  ]);
});

test('a cue sheet has the position of each track', async () => {
  const second = setTracks([entry(0, { artist: 'Cy', title: 'Red' })], 0);
  const { text, hidden } = report(
    'cuesheet-csv',
    [setTracks([entry(0, FULL), entry(4, {}, true), entry(9, { title: 'Green' })], 0), second],
    HEADER,
  );
  const rows = await readByPython('cuesheet-csv', text);
  const column = (name: string) => rows.map((row) => row[name]);
  expect(column('Cue Number')).toEqual(['1', '2', '1']);
  expect(column('Music Title')).toEqual(['Blue', 'Green', 'Red']);
  expect(column('Broadcast Time')).toEqual(['22:00:00', '22:09:00', '22:00:00']);
  expect(column('Time In')).toEqual(['00:00:00', '00:09:00', '00:00:00']);
  // A hidden track still ends the one before it.
  expect(column('Time Out')).toEqual(['00:04:00', '', '']);
  expect(hidden).toBe(1);
  expect(text).not.toMatch(/\bID\b/);
});

describe('a track lasts', () => {
  const times = async (entries: readonly SetEntry[]) =>
    (await readByPython('cuesheet-csv', reported('cuesheet-csv', entries).text)).map(
      ({ 'Time In': begins, 'Time Out': ends, Duration: lasts }) => `${begins} ${ends} ${lasts}`,
    );
  const cutOff = (one: SetEntry, minutes: number): SetEntry => ({
    ...one,
    endedAt: one.at + minutes * MINUTE,
  });

  test('until the next one, in whole seconds that add up', async () => {
    expect(await times([entry(0.031, FULL), entry(1.33, FULL), entry(2.049, FULL), entry(3, FULL)])).toEqual([
      '00:00:01 00:01:19 00:01:18',
      '00:01:19 00:02:02 00:00:43',
      '00:02:02 00:03:00 00:00:58',
      '00:03:00  ',
    ]);
  });

  test('until its known end, if that comes earlier', async () => {
    const known = { ...FULL, durationMs: 4 * MINUTE };
    expect(await times([cutOff(entry(0, known), 2), entry(9, FULL), cutOff(entry(12, known), 3)])).toEqual([
      '00:00:00 00:02:00 00:02:00',
      '00:09:00 00:12:00 00:03:00',
      '00:12:00 00:15:00 00:03:00',
    ]);
    expect(await times([cutOff(entry(0, known), 60)])).toEqual(['00:00:00 00:04:00 00:04:00']);
    expect(await times([cutOff(entry(0, FULL), 5)])).toEqual(['00:00:00 00:05:00 00:05:00']);
  });

  test('without stops after which it went on', async () => {
    const stopped = { ...entry(0, { ...FULL, durationMs: 4 * MINUTE }), silentMs: 60 * MINUTE };
    expect(await times([stopped, entry(63, FULL)])).toEqual(['00:00:00 01:03:00 00:03:00', '01:03:00  ']);
    expect(await times([stopped])).toEqual(['00:00:00 01:04:00 00:04:00']);
  });

  test('until a removed one began, which has no line', async () => {
    const jingle: SetEntry = { ...entry(4, { title: 'Jingle' }), removed: true };
    expect(await times([entry(0, FULL), jingle, entry(5, FULL)])).toEqual([
      '00:00:00 00:04:00 00:04:00',
      '00:05:00  ',
    ]);
  });
});

describe('missing facts', () => {
  test('are reported once if every line lacks them, else by line with track and time', () => {
    const entries = [
      entry(0, { artist: 'Ada', title: 'Blue', album: 'Colors', label: 'Harbour' }),
      entry(4, { artist: 'Cy', title: 'Green', album: 'Trees' }),
      entry(9, { filename: 'track07.wav' }),
      entry(14, {}),
    ];
    const { lacks } = reported('soundexchange', entries, { ...UNKNOWN, service: 'Radio Ada' });
    expect(lacks).toEqual([
      { missing: ['TRANSMISSION_CATEGORY'] },
      {
        missing: ['ACTUAL_TOTAL_PERFORMANCES, or AGGREGATE_TUNING_HOURS and CHANNEL_OR_PROGRAM_NAME'],
      },
      {
        line: 3,
        track: 'Cy - Green',
        at: rfc3339(START + 4 * MINUTE),
        missing: ['ISRC, or MARKETING_LABEL'],
      },
      {
        line: 4,
        track: 'track07.wav',
        at: rfc3339(START + 9 * MINUTE),
        missing: ['FEATURED_ARTIST', 'SOUND_RECORDING_TITLE', 'ISRC, or ALBUM_TITLE and MARKETING_LABEL'],
      },
      expect.objectContaining({ line: 5, track: 'ID - ID' }),
    ]);
    expect(lacksInShort(lacks)).toBe(
      'TRANSMISSION_CATEGORY (all lines); ' +
        'ACTUAL_TOTAL_PERFORMANCES, or AGGREGATE_TUNING_HOURS and CHANNEL_OR_PROGRAM_NAME (all lines); ' +
        'ISRC, or MARKETING_LABEL (1 line); FEATURED_ARTIST (2 lines); SOUND_RECORDING_TITLE (2 lines); ' +
        'ISRC, or ALBUM_TITLE and MARKETING_LABEL (2 lines)',
    );
  });

  test('of a music report include the broadcaster', () => {
    const { lacks } = reported('cuesheet-csv', [entry(0, FULL)], { ...HEADER, service: '' });
    expect(lacks[0]).toEqual({ missing: ['Broadcaster'] });
  });

  test('of a music report include the recording, by its ISRC or label', () => {
    const { isrc: _, ...labelled } = FULL;
    const { lacks } = reported('cuesheet-csv', [
      entry(0, labelled),
      entry(4, { ...labelled, title: 'Green', label: '' }),
      entry(8, { ...FULL, title: 'Red', label: '', durationMs: MINUTE }),
    ]);
    expect(lacks.filter(({ line }) => line !== undefined)).toEqual([
      expect.objectContaining({ line: 3, missing: ['ISRC, or Record Label'] }),
    ]);
  });

  test('of PRS include the composer besides the performer', () => {
    const { lacks } = reported('prs', [entry(0, { ...FULL, durationMs: MINUTE })]);
    expect(lacks).toEqual([{ missing: ['Composer'] }]);
  });

  test('name only the empty columns of an alternative', () => {
    const { isrc: _, label: __, ...known } = FULL;
    const { lacks } = reported(
      'soundexchange',
      [entry(0, known), entry(4, { ...known, title: 'Green', album: '' })],
      { ...HEADER, hours: 0 },
    );
    expect(lacks).toEqual([
      { missing: ['ACTUAL_TOTAL_PERFORMANCES, or AGGREGATE_TUNING_HOURS'] },
      expect.objectContaining({ line: 2, missing: ['ISRC, or MARKETING_LABEL'] }),
      expect.objectContaining({ line: 3, missing: ['ISRC, or ALBUM_TITLE and MARKETING_LABEL'] }),
    ]);
  });

  test('are empty if all is known', () => {
    const { lacks } = reported('soundexchange', [entry(0, FULL)]);
    expect(lacks).toEqual([]);
    expect(lacksInShort([])).toBe('');
  });
});

test.each(Object.keys(REPORTS) as ReportName[])('%s requires only columns that it has', (name) => {
  const { columns, needs } = REPORTS[name];
  expect(Object.keys(columns)).toEqual(expect.arrayContaining([...new Set(needs.flat(2))]));
});
