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

/** Settings with everything that formats trip over. */
const TRICKY: SettingList = [
  ['hwdevice.token', '0123456789abcdef0123456789abcdef'],
  ['delay', 12],
  ['softa.filename', '/music/now playing.txt'],
  ['mediacontroltcp.addr', '127.0.0.1:9192'],
  ['extract.regex.title', '^(?:\\d+\\. )?(?P<title>.+?)(?: - \\d+A)?$'],
  ['extract.regex.artist', '(?P<artist>[^-]+) -'],
  ['hide.regex.title', '(?i)\\bsecret\\b'],
  ['art.precedence', 'streaming,native'],
  ['outfile.format', '$ARTIST$ - $SONG$'],
  ['history.format', '$TIMESTAMP_HOUR$:$TIMESTAMP_MINUTE$ $ARTIST$ – $SONG$'],
  ['cue.header.performer', 'Zoë & the 東京 Band'],
  ['chat.token', 'token-with-$dollar'],
  ['chat.channel', '1234567890123456789'],
  ['webhook.url', 'http://127.0.0.1:8080/hook?a=b&c=d'],
  ['webhook.json.art', ['picture', 'png']],
  ['webhook.json.title', ['title']],
  ['streaming.bgcolor', '0099cc'],
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

test('there is a writer for each extension', () => {
  expect(Object.keys(CONFIG_WRITERS).sort()).toEqual([...FORMATS.keys()].sort());
});

describe.each(Object.entries(CONFIG_WRITERS))('conf.%s', (extension, write) => {
  test('gives the same values as the command line, each with its origin', async () => {
    const given = TRICKY.map(([name, value]) => ({ name, text: String(value) }));
    const expected = await resolve(startOptions, { environment, given });
    expect(expected.problems).toEqual([]);

    const { settings, origins } = await resolveText(extension, write(TRICKY));
    expect(JSON.stringify(settings)).toBe(JSON.stringify(expected.settings));
    expect(readLive(settings, 'chat.token').reveal()).toBe('token-with-$dollar');
    expect(readLive(settings, 'extract.regex.title')?.capture('01. One More Time - 8A')).toBe(
      'One More Time',
    );
    const places = new Map(Object.entries(origins).map(([name, origin]) => [name, origin]));
    for (const [name] of TRICKY) {
      const key = extension === 'dotenv' ? name.toUpperCase().replaceAll('.', '_') : name;
      expect(places.get(name)).toEqual({ from: 'file', place: `conf.${extension}: ${key}` });
    }
    const others = [...places].filter(([name]) => TRICKY.every(([set]) => set !== name));
    expect(new Set(others.map(([, { from }]) => from))).toEqual(new Set(['default']));
  });
});
