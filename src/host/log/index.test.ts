import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitForFile } from '../../../test/support/wait.ts';
import { RunError } from '../../core/errors.ts';
import { systemClock } from '../clock.ts';
import { nodeDisk } from '../disk/node-disk.js';
import { openLog } from './index.ts';
import { jsonLine, type LogFormat, textLine } from './log-line.ts';
import { LogTail } from './log-tail.ts';

const TIME = '2026-11-21T02:12:31.042+01:00';

describe('a log line', () => {
  test.each([
    ['is logfmt', { deviceIP: '10.0.0.4', decks: 4, ok: true }, 'deviceIP=10.0.0.4 decks=4 ok=true'],
    [
      'quotes what would mislead a reader: blanks, quotes, equals signs, nothing, line breaks',
      { a: 'x y', b: 'say "hi"', c: 'k=v', d: '', e: 'two\nlines' },
      'a="x y" b="say \\"hi\\"" c="k=v" d="" e="two\\nlines"',
    ],
    ['leaves out a key without a value', { deck: undefined, decks: 4 }, 'decks=4'],
  ])('formats %s as text', (_, fields, wanted) => {
    expect(textLine(TIME, 'info', 'it is so', fields)).toBe(
      `time=${TIME} level=info msg="it is so" ${wanted}\n`,
    );
  });

  test('uses the same keys in JSON', () => {
    expect(JSON.parse(jsonLine(TIME, 'error', 'm', { servicePort: 50_010 }))).toEqual({
      time: TIME,
      level: 'error',
      msg: 'm',
      servicePort: 50_010,
    });
  });

  test('escapes control and invisible characters in both formats', () => {
    const deviceName = 'SC\u009b2J6000\u202e\u200b';
    expect(textLine(TIME, 'info', 'm', { deviceName })).toBe(
      `time=${TIME} level=info msg="m" deviceName="SC\\u009b2J6000\\u202e\\u200b"\n`,
    );
    const line = jsonLine(TIME, 'info', 'm', { deviceName });
    expect(line).toContain('"SC\\u009b2J6000\\u202e\\u200b"');
    expect(JSON.parse(line)).toMatchObject({ deviceName });
  });
});

describe('a log file', () => {
  let folder: string;
  let file: string;
  const tools = { disk: nodeDisk, clock: systemClock };
  const settings = { 'log.format': 'text', 'log.level': 'info', 'log.line': false } as const;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'deckcast-log-'));
    file = join(folder, 'logs', 'deckcast.log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('creates the folder and appends to the file', async () => {
    for (const message of ['first run', 'second run']) {
      const log = await openLog({ ...settings, 'log.file': file }, tools);
      log.info(message);
      await waitForFile(file, (text) => text.includes(message));
      await log.close();
    }
    expect(readFileSync(file, 'utf8').match(/msg="[^"]+"/g)).toEqual(['msg="first run"', 'msg="second run"']);
  });

  test('follows the log level as it changes', async () => {
    const live: { 'log.level': 'info' | 'debug' } = { 'log.level': 'info' };
    const log = await openLog(
      {
        ...settings,
        'log.file': file,
        get 'log.level'() {
          return live['log.level'];
        },
      },
      tools,
    );
    log.debug('one');
    live['log.level'] = 'debug';
    log.debug('two');
    expect(await waitForFile(file, (text) => text.includes('two'))).not.toContain('one');
    await log.close();
  });

  test('recreates the file after a rotator moved it', async () => {
    const log = await openLog({ ...settings, 'log.file': file }, tools);
    log.info('before');
    await waitForFile(file, (text) => text.includes('before'));
    renameSync(file, `${file}.1`);
    log.info('after');
    expect(await waitForFile(file, (text) => text.includes('after'))).not.toContain('before');
    await log.close();
  });

  test('switches file, format and source lines when the settings change', async () => {
    const next = join(folder, 'next.log');
    const live = { ...settings, 'log.file': file, 'log.format': 'text' as LogFormat, 'log.line': false };
    const log = await openLog(live, tools);
    log.info('one');
    Object.assign(live, { 'log.file': next, 'log.format': 'json', 'log.line': true });
    await log.reopen();
    log.info('two');
    Object.assign(live, { 'log.file': '/proc/none/deckcast.log' });
    await expect(log.reopen()).rejects.toThrow('--log.file');
    log.info('three');
    await log.close();
    expect(readFileSync(file, 'utf8')).toMatch(/msg="one"\n$/);
    const lines = readFileSync(next, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'two', _source: expect.stringContaining('index.test.ts') },
      { msg: 'three' },
    ]);
  });

  test('rejects a file that cannot be opened, naming file and flag', async () => {
    await expect(openLog({ ...settings, 'log.file': folder }, tools)).rejects.toThrow(RunError);
    await expect(openLog({ ...settings, 'log.file': '/proc/none/deckcast.log' }, tools)).rejects.toThrow(
      /--log\.file/,
    );
  });
});

test('lines kept for a page show invisible characters', () => {
  const tail = new LogTail();
  tail.keep(0, 'info', 'device connected', { deviceName: 'SC\u202e6000', decks: 4 });
  expect(tail.lines).toMatchObject([{ fields: { deviceName: 'SC\\u202e6000', decks: 4 } }]);
});
