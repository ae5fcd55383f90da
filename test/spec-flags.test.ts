import { expect, test } from 'vitest';
import { commands } from '../src/commands/index.ts';
import type { OptionTable } from '../src/core/option.ts';
import { startOptions } from '../src/operator/options.ts';

/** Flags of the published interface by group. Their types and defaults are in `docs/reference/options.md`. */
const SPECIFIED: Readonly<Record<string, string>> = {
  'Source and discovery': `
    source hwdevice.discovery.ignore_link_local hwdevice.discovery.max_devices
    hwdevice.discovery.timeout hwdevice.token target.device target.software detection.algorithm
    detection.volume.percent delay dummy.interval softa.filename mediacontrol.binarypath
    mediacontrol.bundleid mediacontroltcp.addr mediacontroltcp.bundleid streamingsource.id
    streamingsource.secret streamingsource.refresh streamingsource.tokenfile`,
  'Metadata processing': `
    extract.regex.title extract.regex.artist hide.color hide.regex.artist hide.regex.title
    hide.regex.genre hide.regex.filename art.precedence placeholder.art.internal`,
  Sinks: `
    outfile.featured outfile.format outfile.art history.filename history.format cue.filename
    cue.header.file cue.header.filetype cue.header.performer cue.header.title chat.token chat.channel
    chat.format live.api_key live.format osc.host osc.port osc.address.artist osc.address.song
    webhook.url webhook.format webhook.json.art webhook.json.artist webhook.json.duration
    webhook.json.elapsed webhook.json.epoch webhook.json.format webhook.json.genre
    webhook.json.streaming webhook.json.timestamp webhook.json.title http.addr theme.internal theme.dir`,
  Enrichment: `
    catalog.key catalog.secret streaming.id streaming.secret streaming.barcolor streaming.bgcolor
    streaming.width streaming.timeout`,
  'Global flags': `
    conf license.key log.file log.format log.level log.line`,
};

/** Flags whose values are never shown. */
const SECRETS = `
  streamingsource.id streamingsource.secret streamingsource.refresh chat.token live.api_key catalog.key
  catalog.secret streaming.id streaming.secret license.key`;

const words = (list = ''): string[] => list.trim().split(/\s+/);

const table: OptionTable = startOptions;

test.each(Object.entries(SPECIFIED))('has the flags of "%s"', (group, list) => {
  expect(words(list).filter((flag) => table[flag]?.group !== group)).toEqual([]);
});

test('has 77 specified flags, and marks the credentials among them as secrets', () => {
  const all = Object.values(SPECIFIED).flatMap(words);
  expect(new Set(all).size).toBe(77);
  expect(all.filter((flag) => table[flag]?.kind.secret).sort()).toEqual(words(SECRETS).sort());
});

test('accepts the specified values of enumerated flags', () => {
  const values = {
    source: ['hwdevice', 'softa', 'dummy', 'mediacontrol', 'mediacontroltcp', 'softb', 'streamingsource'],
    'detection.algorithm': ['volume', 'lead', 'altlead'],
    'hide.color': ['red', 'purple', 'orange', 'yellow', 'limegreen', 'green', 'lightblue', 'blue'],
    'art.precedence': ['native', 'streaming', 'catalog', 'placeholder'],
    'placeholder.art.internal': ['pixel', 'note'],
    'theme.internal': words(
      'default text slider sliderstreaming artleft artright sliderartleft sliderartright',
    ),
    'streaming.barcolor': ['white', 'black'],
    'log.format': ['text', 'json'],
    'log.level': ['debug', 'info', 'warn', 'error', 'fatal'],
  };
  for (const [flag, expected] of Object.entries(values)) {
    expect([flag, table[flag]?.kind.choices]).toEqual([flag, expect.arrayContaining(expected)]);
  }
});

test('has the specified commands, each with the global flags', async () => {
  const specified = [
    ...words('completion help license probe start version'),
    'streaming setup',
    'live setup',
  ];
  const names = commands.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(specified));
  for (const entry of commands) {
    const { options } = await entry.load();
    for (const flag of words(SPECIFIED['Global flags'])) {
      expect([entry.name, options[flag]]).toEqual([entry.name, table[flag]]);
    }
  }
});
