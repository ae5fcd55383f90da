import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../test/support/files.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { type Account, startEntry } from './entries.ts';
import { createAutostart } from './index.ts';

const LINUX: Account = {
  platform: 'linux',
  home: '/home/dj',
  env: {},
  node: '/usr/bin/node',
  script: '/home/dj/100% "live" $ets/bin/deckcast.js',
};
const MAC: Account = {
  platform: 'darwin',
  home: '/Users/you',
  env: {},
  node: '/opt/homebrew/bin/node',
  script: '/opt/homebrew/bin/deckcast',
};
const WINDOWS: Account = {
  platform: 'win32',
  home: 'C:\\Users\\DJ Ä',
  env: { APPDATA: 'C:\\Users\\DJ Ä\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\DJ Ä\\AppData\\Local' },
  node: 'C:\\Program Files\\nodejs\\node.exe',
  script: 'C:\\100%\\deckcast\\bin\\deckcast.js',
  configFile: 'D:\\show\\conf.yaml',
};

describe('what starts deckcast with the computer', () => {
  test('is a systemd user unit, in which no path can mean anything else', () => {
    const { file, link, text } = startEntry(LINUX);
    expect(file).toBe('/home/dj/.config/systemd/user/deckcast.service');
    expect(link).toBe('/home/dj/.config/systemd/user/default.target.wants/deckcast.service');
    expect(text).toContain(
      'ExecStart="/usr/bin/node" "/home/dj/100%% \\"live\\" $$ets/bin/deckcast.js" "start"\n',
    );
  });

  test('is a launch agent on macOS, as the guide shows it', async () => {
    const { file, text } = startEntry(MAC);
    expect(file).toBe('/Users/you/Library/LaunchAgents/deckcast.plist');
    const guide = await readFile(join(ROOT, 'docs/guide/start-with-the-computer.md'), 'utf8');
    expect(guide).toContain(text);
  });

  test('is a start-up entry on Windows', () => {
    const { file, text } = startEntry(WINDOWS);
    expect(file).toBe(
      'C:\\Users\\DJ Ä\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\deckcast.cmd',
    );
    expect(text.split('\r\n')).toEqual([
      '@echo off',
      'chcp 65001 >nul',
      'start "deckcast" /min "C:\\Program Files\\nodejs\\node.exe" "C:\\100%%\\deckcast\\bin\\deckcast.js" "start" ' +
        '"--conf=D:\\show\\conf.yaml" "--log.file=C:\\Users\\DJ Ä\\AppData\\Local\\deckcast\\deckcast.log"',
      '',
    ]);
  });

  test('says on Linux what the guide says', async () => {
    const guide = await readFile(join(ROOT, 'docs/guide/start-with-the-computer.md'), 'utf8');
    const lines = startEntry(LINUX).text.split('\n');
    expect(lines.filter((line) => !line.startsWith('ExecStart=') && !guide.includes(line))).toEqual([]);
  });

  test.each([LINUX, MAC])('is written and removed again on $platform', async (account) => {
    const home = await testFolder();
    const autostart = createAutostart({ ...account, home }, nodeDisk);
    const { file, link, text } = startEntry({ ...account, home });
    expect(await autostart.state()).toEqual({ on: false, file });
    await autostart.set(true);
    await autostart.set(true);
    expect(await autostart.state()).toEqual({ on: true, file });
    expect(await readFile(file, 'utf8')).toBe(text);
    if (link !== undefined) {
      expect(await readlink(link)).toBe(file);
    }
    await autostart.set(false);
    await autostart.set(false);
    expect(await autostart.state()).toEqual({ on: false, file });
  });
});
