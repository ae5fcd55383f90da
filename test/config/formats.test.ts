import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLive } from '../../src/core/option.ts';
import { startOptions } from '../../src/desk/options.ts';
import { readConfigFile } from '../../src/settings/file.ts';
import { FORMATS } from '../../src/settings/formats/index.ts';
import { resolve } from '../../src/settings/resolve.ts';
import { CONFIG_WRITERS, type SettingList } from '../support/config-writers.ts';
import { testFolder } from '../support/folder.ts';

/** Forty settings with everything that formats trip over. */
const FORTY: SettingList = [
  ['source', 'dummy'],
  ['hwdevice.discovery.ignore_link_local', true],
  ['hwdevice.discovery.max_devices', 3],
  ['hwdevice.discovery.timeout', '2m'],
  ['hwdevice.token', '0123456789abcdef0123456789abcdef'],
  ['target.device', 'prime4'],
  ['target.software', 'JP13'],
  ['detection.algorithm', 'altlead'],
  ['detection.volume.percent', 80],
  ['delay', 12],
  ['dummy.interval', 7],
  ['softa.filename', '/music/now playing.txt'],
  ['mediacontroltcp.addr', '127.0.0.1:9192'],
  ['extract.regex.title', '^(?:\\d+\\. )?(?P<title>.+?)(?: - \\d+A)?$'],
  ['extract.regex.artist', '(?P<artist>[^-]+) -'],
  ['hide.color', 'lightblue'],
  ['hide.regex.title', '(?i)\\bsecret\\b'],
  ['hide.regex.genre', '^Jingle$'],
  ['art.precedence', 'streaming,native'],
  ['placeholder.art.internal', 'note'],
  ['outfile.featured', '/tmp/featured.txt'],
  ['outfile.format', '$ARTIST$ - $SONG$'],
  ['outfile.art', '/tmp/art.png'],
  ['history.filename', '/tmp/history.txt'],
  ['history.format', '$TIMESTAMP_HOUR$:$TIMESTAMP_MINUTE$ $ARTIST$ – $SONG$'],
  ['cue.filename', '/tmp/set.cue'],
  ['cue.header.performer', 'Zoë & the 東京 Band'],
  ['chat.token', 'token-with-$dollar'],
  ['chat.channel', '1234567890123456789'],
  ['osc.host', '127.0.0.1'],
  ['osc.port', 7001],
  ['osc.address.artist', '/artist'],
  ['webhook.url', 'http://127.0.0.1:8080/hook?a=b&c=d'],
  ['webhook.json.art', ['picture', 'png']],
  ['webhook.json.title', ['title']],
  ['http.addr', '127.0.0.1:9091'],
  ['theme.internal', 'sliderstreaming'],
  ['streaming.bgcolor', '0099cc'],
  ['streaming.width', 512],
  ['log.line', true],
];

const environment = { platform: 'linux', env: {}, configDir: '/etc/deckcast' } as const;

/** Each option's value as text, secrets revealed, and its origin. */
async function resolveText(extension: string, content: string) {
  const path = join(await testFolder(), `conf.${extension}`);
  writeFileSync(path, content);
  const file = await readConfigFile(path);
  const resolution = await resolve(startOptions, { environment, file, complete: true });
  expect([resolution.problems, resolution.warnings]).toEqual([[], []]);
  return resolution;
}

test('there is a writer for each of the twelve extensions, and there are forty settings', () => {
  expect(Object.keys(CONFIG_WRITERS).sort()).toEqual([...FORMATS.keys()].sort());
  expect(FORMATS.size).toBe(12);
  expect(new Set(FORTY.map(([name]) => name)).size).toBe(40);
});

describe.each(Object.entries(CONFIG_WRITERS))('conf.%s', (extension, write) => {
  test('gives the same forty values as the command line, each with its origin', async () => {
    const given = FORTY.map(([name, value]) => ({ name, text: String(value) }));
    const expected = await resolve(startOptions, { environment, given });
    expect(expected.problems).toEqual([]);

    const { settings, origins } = await resolveText(extension, write(FORTY));
    expect(JSON.stringify(settings)).toBe(JSON.stringify(expected.settings));
    expect(readLive(settings, 'chat.token').reveal()).toBe('token-with-$dollar');
    expect(readLive(settings, 'extract.regex.title')?.capture('01. One More Time - 8A')).toBe(
      'One More Time',
    );
    const places = new Map(Object.entries(origins).map(([name, origin]) => [name, origin]));
    for (const [name] of FORTY) {
      const key = extension === 'dotenv' ? name.toUpperCase().replaceAll('.', '_') : name;
      expect(places.get(name)).toEqual({ from: 'file', place: `conf.${extension}: ${key}` });
    }
    const others = [...places].filter(([name]) => FORTY.every(([set]) => set !== name));
    expect(new Set(others.map(([, { from }]) => from))).toEqual(new Set(['default']));
  });
});

test('six zeros are a color in YAML, and a long number a channel', async () => {
  const { settings } = await resolveText(
    'yaml',
    'streaming:\n  bgcolor: 000000\nchat:\n  channel: 1234567890123456789\n',
  );
  expect(settings['streaming.bgcolor']).toBe('000000');
  expect(settings['chat.channel']).toBe('1234567890123456789');
});

test('the options of a theme are free, in every format that nests', async () => {
  const content = {
    json: '{"theme": {"options": {"accent": "#f0f", "font": {"size": 32}}}}',
    toml: '[theme.options]\naccent = "#f0f"\nfont.size = 32\n',
    yaml: 'theme:\n  options:\n    accent: "#f0f"\n    font: {size: 32}\n',
    hcl: 'theme { options { accent = "#f0f"\n font = { size = 32 } } }\n',
    ini: '[theme.options]\naccent = "#f0f"\nfont.size = 32\n',
    properties: 'theme.options.accent = #f0f\ntheme.options.font.size = 32\n',
    env: 'theme.options.accent="#f0f"\ntheme.options.font.size=32\n',
  };
  for (const [extension, text] of Object.entries(content)) {
    const { settings } = await resolveText(extension, text);
    expect(JSON.parse(JSON.stringify(settings['theme.options']))).toEqual({
      accent: '#f0f',
      font: { size: 32 },
    });
  }
});
