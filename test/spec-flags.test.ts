import { expect, test } from 'vitest';
import { commands } from '../src/commands/index.ts';
import type { OptionTable } from '../src/core/option.ts';
import { startOptions } from '../src/desk/options.ts';
import { defaultOf } from '../src/settings/resolve.ts';
import { SOMEWHERE } from './support/reference.ts';

type Row = readonly [flag: string, type: string, usual: string, isSecret?: 'secret'];

const FORMAT = '$ARTIST$ - $SONG$';

/** The flags of the published interface, as its documentation lists them: name, type, default, and whether its value is never shown. */
const SPECIFIED: Readonly<Record<string, readonly Row[]>> = {
  'Source and discovery': [
    ['source', 'string', 'hwdevice'],
    ['hwdevice.discovery.ignore_link_local', '', 'false'],
    ['hwdevice.discovery.max_devices', 'uint', '0'],
    ['hwdevice.discovery.timeout', 'duration', '5s'],
    // "A fixed predefined token": which one is ours to choose.
    ['hwdevice.token', 'string', '52fdfc072182654f163f5f0f9a621d72'],
    ['target.device', 'string', ''],
    ['target.software', 'string', ''],
    ['detection.algorithm', 'string', 'volume'],
    ['detection.volume.percent', 'uint', '100'],
    ['delay', 'uint', '0'],
    ['dummy.interval', 'uint', '5'],
    ['softa.filename', 'string', ''],
    // "A platform-specific install path": found where Homebrew installs, then on PATH.
    ['mediacontrol.binarypath', 'string', 'media-control'],
    ['mediacontrol.bundleid', 'string', ''],
    ['mediacontroltcp.addr', 'string', ':9191'],
    ['mediacontroltcp.bundleid', 'string', ''],
    ['streamingsource.id', 'string', '', 'secret'],
    ['streamingsource.secret', 'string', '', 'secret'],
    ['streamingsource.refresh', 'string', '', 'secret'],
    ['streamingsource.tokenfile', 'string', '~/.config/deckcast/streaming-token.json'],
  ],
  'Metadata processing': [
    ['extract.regex.title', 'string', ''],
    ['extract.regex.artist', 'string', ''],
    ['hide.color', 'string', ''],
    ['hide.regex.artist', 'string', ''],
    ['hide.regex.title', 'string', ''],
    ['hide.regex.genre', 'string', ''],
    ['hide.regex.filename', 'string', ''],
    ['art.precedence', 'string', 'native,streaming,catalog,placeholder'],
    ['placeholder.art.internal', 'string', ''],
  ],
  Sinks: [
    ['outfile.featured', 'string', ''],
    ['outfile.format', 'string', FORMAT],
    ['outfile.art', 'string', ''],
    ['history.filename', 'string', ''],
    ['history.format', 'string', FORMAT],
    ['cue.filename', 'string', ''],
    ['cue.header.file', 'string', ''],
    ['cue.header.filetype', 'string', ''],
    ['cue.header.performer', 'string', ''],
    ['cue.header.title', 'string', ''],
    ['chat.token', 'string', '', 'secret'],
    ['chat.channel', 'string', ''],
    ['chat.format', 'string', FORMAT],
    ['live.api_key', 'string', '', 'secret'],
    ['live.format', 'string', FORMAT],
    ['osc.host', 'string', ''],
    ['osc.port', 'uint', '7000'],
    ['osc.address.artist', 'string', ''],
    ['osc.address.song', 'string', ''],
    ['webhook.url', 'string', ''],
    ['webhook.format', 'string', FORMAT],
    ['webhook.json.art', 'strings', 'art'],
    ['webhook.json.artist', 'strings', 'artist'],
    ['webhook.json.duration', 'strings', 'duration'],
    ['webhook.json.elapsed', 'strings', 'elapsed'],
    ['webhook.json.epoch', 'strings', 'timestamp_epoch'],
    ['webhook.json.format', 'strings', ''],
    ['webhook.json.genre', 'strings', 'genre'],
    ['webhook.json.streaming', 'strings', 'streaming_code'],
    ['webhook.json.timestamp', 'strings', 'timestamp'],
    ['webhook.json.title', 'strings', 'title'],
    ['http.addr', 'string', ':9090'],
    ['theme.internal', 'string', 'default'],
    ['theme.dir', 'string', ''],
  ],
  Enrichment: [
    ['catalog.key', 'string', '', 'secret'],
    ['catalog.secret', 'string', '', 'secret'],
    ['streaming.id', 'string', '', 'secret'],
    ['streaming.secret', 'string', '', 'secret'],
    ['streaming.barcolor', 'string', 'white'],
    ['streaming.bgcolor', 'string', '000000'],
    ['streaming.width', 'uint', '256'],
    ['streaming.timeout', 'uint', '4'],
  ],
  'Global flags': [
    ['conf', 'string', ''],
    ['license.key', 'string', '', 'secret'],
    ['log.file', 'string', ''],
    ['log.format', 'string', 'text'],
    ['log.level', 'string', 'info'],
    ['log.line', '', 'false'],
  ],
};

const table: OptionTable = startOptions;

test.each(Object.entries(SPECIFIED))('the flags of "%s"', (group, rows) => {
  const declared = rows.map(([flag]) => {
    const spec = table[flag] ?? expect.fail(`--${flag} is missing`);
    expect([flag, spec.group]).toEqual([flag, group]);
    const usual = spec.kind.print(defaultOf(spec, SOMEWHERE));
    return [flag, spec.kind.type, usual, ...(spec.kind.secret ? ['secret'] : [])];
  });
  expect(declared).toEqual(rows);
});

test('there are 77 of them', () => {
  const rows = Object.values(SPECIFIED).flat();
  expect(new Set(rows.map(([flag]) => flag)).size).toBe(77);
});

test('the specified values of enumerated flags are accepted', () => {
  const values = {
    source: ['hwdevice', 'softa', 'dummy', 'mediacontrol', 'mediacontroltcp', 'softb', 'streamingsource'],
    'detection.algorithm': ['volume', 'lead', 'altlead'],
    'hide.color': ['red', 'purple', 'orange', 'yellow', 'limegreen', 'green', 'lightblue', 'blue'],
    'art.precedence': ['native', 'streaming', 'catalog', 'placeholder'],
    'placeholder.art.internal': ['pixel', 'note'],
    'theme.internal': [
      'default',
      'text',
      'slider',
      'sliderstreaming',
      'artleft',
      'artright',
      'sliderartleft',
      'sliderartright',
    ],
    'streaming.barcolor': ['white', 'black'],
    'log.format': ['text', 'json'],
    'log.level': ['debug', 'info', 'warn', 'error', 'fatal'],
  };
  for (const [flag, expected] of Object.entries(values)) {
    expect([flag, table[flag]?.kind.choices]).toEqual([flag, expect.arrayContaining(expected)]);
  }
});

test('the specified commands are there, and all take the global flags', async () => {
  const specified = [
    'completion',
    'help',
    'license',
    'probe',
    'start',
    'streaming setup',
    'live setup',
    'version',
  ];
  const names = commands.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(specified));
  for (const entry of commands) {
    const { options } = await entry.load();
    for (const [flag] of SPECIFIED['Global flags'] ?? []) {
      expect([entry.name, options[flag]]).toEqual([entry.name, table[flag]]);
    }
  }
});
