import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { settingsOf } from '../../../test/support/settings.ts';
import { Secret } from '../../core/option.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { startOptions } from '../options.ts';
import { lastLines, logFileText, report } from './report.ts';

test('masks secrets that an error repeats, and the home folder', () => {
  const settings = settingsOf(startOptions, {
    'hwdevice.library': '',
    'session.filename': join(homedir(), 'sets.db'),
    'streamingsource.tokenfile': '',
    'chat.token': new Secret('chat-t0ken'),
    'webhook.url': 'https://us3r-name:p4ss-word@hooks.example/services/t0ken-in-path?key=qu3ry',
    'radio.url': [
      'icecast://source:r4dio%20pw@radio.example:8000/mount',
      'azuracasts://:r4dio-key@radio.example/7',
    ],
    'hear.command': 'ffmpeg -i "http://dj:str3am-pw@radio.example/live?k3y" -f s16le -',
  });
  const repeated =
    'unknown Bot chat-t0ken; POST /services/t0ken-in-path?key=qu3ry by us3r-name p4ss-word; str3am-pw; source: r4dio pw, r4dio%20pw, r4dio-key';
  const finding = { area: 'services', severity: 'fault', finding: repeated, todo: '' } as const;
  const files = unzipSync(
    report({
      settings,
      findings: [{ ...finding, means: `in ${homedir()}/x` }],
      log: `level=warn msg="${repeated}"\n`,
      health: { sinks: [{ lastError: repeated }] },
    }),
  );
  const all = Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join('\n');
  const secrets = 'chat-t0ken t0ken-in-path qu3ry us3r-name p4ss-word str3am-pw k3y r4dio'.split(' ');
  expect([...secrets, homedir()].filter((word) => all.includes(word))).toEqual([]);
  expect(all).toContain('session.filename = ~/sets.db\n');
  expect(all).toContain('hear.command = ffmpeg …\n');
  expect(all).toContain('unknown Bot ***');
  // A common word, and the default user of radio servers.
  expect(all).toContain('source: ***');
});

test('masks passwords in a command line wherever they are repeated', () => {
  const commands = [
    'ffmpeg -password hunt3r -i x',
    "curl -u dj:hunt3r 'http://radio.example'",
    'rec --token="hunt3r"',
    'PGPASSWORD=hunt3r rec',
    'wget --header "Authorization: Bearer hunt3r"',
  ];
  for (const command of commands) {
    const settings = settingsOf(startOptions, { 'hear.command': command });
    const archive = unzipSync(report({ settings, findings: [], log: 'msg="refused: hunt3r"\n' }));
    const texts = Object.values(archive).map((bytes) => strFromU8(bytes));
    expect(texts.filter((text) => text.includes('hunt3r'))).toEqual([]);
    expect(strFromU8(archive['log.txt'] ?? new Uint8Array())).toBe('msg="refused: ***"\n');
  }
});

describe('network names and addresses', () => {
  const logIn = (text: string, change: Parameters<typeof settingsOf<typeof startOptions>>[1] = {}) => {
    const archive = unzipSync(
      report({ settings: settingsOf(startOptions, change), findings: [], log: text }),
    );
    return strFromU8(archive['log.txt'] ?? new Uint8Array());
  };

  test.each([
    ['10.0.0.7:4455 and 10.0.0.8, then 10.0.0.7.', '(address 1):4455 and (address 2), then (address 1).'],
    ['[fd00::17]:9090 fe80::1%eth0', '[(address 1)]:9090 (address 2)'],
    ['00:0c:29:3E:a1:0b 00-0C-29-3E-A1-0C', '(device 1) (device 2)'],
    ['ws://studio.local:4455 lights.lan', 'ws://(computer 1):4455 (computer 2)'],
    ['/home/ada/x /media/ada/USB', '/home/(user)/x /media/(user)/USB'],
    [String.raw`"C:\Users\Ada Vale\x"`, String.raw`"C:\Users\(user)\x"`],
  ])('masks %s as %s', (text, masked) => {
    expect(logIn(text)).toBe(masked);
  });

  test.each([
    '127.0.0.1:9090 0.0.0.0 [::1]:9090 ::',
    'at 22:15:03, 2026-01-31T22:15:03.123+01:00',
    'firmware 4.3.0, version 1.28.3',
    'https://radio.example:8000/',
  ])('keeps %s', (text) => {
    expect(logIn(text)).toBe(text);
  });

  test('masks host names from settings everywhere', () => {
    expect(logIn('obs at studio-pc refused', { 'obs.url': 'ws://studio-pc:4455' })).toBe(
      'obs at (computer 1) refused',
    );
  });
});

test('default settings name no computer', () => {
  const archive = unzipSync(report({ settings: settingsOf(startOptions, {}), findings: [], log: '' }));
  const configuration = strFromU8(archive['configuration.txt'] ?? new Uint8Array());
  expect(configuration).toContain('theme.internal = default\n');
  expect(configuration).not.toMatch(/\((address|computer|device) \d/);
});

test('omits hiding rules, because they contain names', () => {
  const settings = settingsOf(startOptions, {
    'hide.tracks': ['Mira Vale - Low Tide'],
    'hide.contains.title': ['Unreleased Dub'],
  });
  const archive = unzipSync(report({ settings, findings: [], log: '' }));
  const configuration = strFromU8(archive['configuration.txt'] ?? new Uint8Array());
  expect(configuration).toContain('hide.tracks = (given)\n');
  expect(configuration).toContain('hide.contains.title = (given)\n');
  expect(configuration).not.toMatch(/Low Tide|Unreleased|hide\.contains\.genre = \(given\)/);
});

test('keeps only the last lines of a log file, without debug lines and track names', () => {
  const lines = [
    'time=2026-01-31T22:15:00Z level=info msg="older"',
    'time=2026-01-31T22:15:01Z level=debug msg="track loaded" title=Secret',
    String.raw`time=2026-01-31T22:15:02Z level=info msg="track featured" artist="A \"B\" C" title=Dub deck=2`,
    '    at a stack (title=Secret)',
    '{"time":"2026-01-31T22:15:03Z","level":"info","msg":"track featured","artist":"A \\" B","title":"Dub","deck":"2"}',
    '{"time":"2026-01-31T22:15:04Z","level":"debug","msg":"track loaded","title":"level\\":\\"info"}',
  ];
  expect(lastLines(lines.join('\n'), 2)).toBe(
    'time=2026-01-31T22:15:02Z level=info msg="track featured" deck=2\n' +
      '{"time":"2026-01-31T22:15:03Z","level":"info","msg":"track featured","deck":"2"}\n',
  );
});

test('reads only the end of a huge log, and reports an unreadable one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const log = join(folder, 'deckcast.log');
  await writeFile(log, 'time=2024-01-31T22:15:00Z level=info msg="old"\n');
  await truncate(log, 32 * 1024 * 1024);
  const last = 'time=2026-01-31T22:15:00Z level=info msg="overlay ready"\n';
  await appendFile(log, `\n${last}`);
  expect(await logFileText(log, nodeDisk)).toBe(last);
  expect(await logFileText(folder, nodeDisk)).toMatch(/^the log file cannot be read: EISDIR/);
  expect(await logFileText(join(folder, 'none.log'), nodeDisk)).toBe('');
});
