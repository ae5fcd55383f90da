import { expect, test } from 'vitest';
import { readLive } from '../../src/core/option.ts';
import { startOptions } from '../../src/operator/options.ts';
import { readConfigContent } from '../../src/settings/file.ts';
import { FORMATS } from '../../src/settings/formats/index.ts';
import { resolve } from '../../src/settings/resolve.ts';
import { CONFIG_WRITERS, type SettingList } from '../support/config-writers.ts';

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

test('every extension has a writer', () => {
  expect(Object.keys(CONFIG_WRITERS).sort()).toEqual([...FORMATS.keys()].sort());
});

test.each(Object.entries(CONFIG_WRITERS))(
  'conf.%s gives the same values as the command line, with the file as their origin',
  async (extension, write) => {
    const given = TRICKY.map(([name, value]) => ({ name, text: String(value) }));
    const expected = await resolve(startOptions, { environment, given });
    const file = await readConfigContent(`conf.${extension}`, Buffer.from(write(TRICKY)));
    const read = await resolve(startOptions, { environment, file, complete: true });
    expect([expected.problems, read.problems, read.warnings]).toEqual([[], [], []]);
    expect(JSON.stringify(read.settings)).toBe(JSON.stringify(expected.settings));
    expect(readLive(read.settings, 'chat.token').reveal()).toBe('token-with-$dollar');
    const inFile = Object.entries(read.origins).filter(([, { from }]) => from === 'file');
    expect(inFile.map(([name]) => name).toSorted()).toEqual(TRICKY.map(([name]) => name).toSorted());
  },
);
