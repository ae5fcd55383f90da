import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../test/support/files.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { judge } from '../../../test/support/judge.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { type Account, startEntry, startedBy } from './entries.ts';
import { createAutostart } from './index.ts';

const LINUX: Account = {
  platform: 'linux',
  home: '/home/dj',
  env: {},
  node: '/usr/bin/node',
  script: '/home/dj/100% "live" $ets/bin/deckcast.js',
  version: '2.0.0',
};
const MAC: Account = {
  platform: 'darwin',
  home: '/Users/you',
  env: {},
  node: '/opt/homebrew/bin/node',
  script: '/opt/homebrew/bin/deckcast',
  version: '2.0.0',
};
const WINDOWS: Account = {
  platform: 'win32',
  home: 'C:\\Users\\DJ Ä',
  env: { APPDATA: 'C:\\Users\\DJ Ä\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\DJ Ä\\AppData\\Local' },
  node: 'C:\\Program Files\\nodejs\\node.exe',
  script: 'C:\\100%\\deckcast\\bin\\deckcast.js',
  version: '2.0.0',
  configFile: 'D:\\show\\conf.yaml',
};

const ODD_NAMES = [`it's`, 'a "b"', 'back\\slash', '$HOME', '100%', 'a=b', 'Ä 日'];

test('says in words that the entry cannot be written', async () => {
  const home = await testFolder();
  const failing = async () => Promise.reject(Object.assign(new Error('EROFS: read-only'), { code: 'EROFS' }));
  const autostart = createAutostart({ ...LINUX, home }, { ...nodeDisk, replace: failing });
  await expect(autostart.set(true)).rejects.toThrow(
    /^cannot write \S+deckcast.service: the folder is read-only/,
  );
});

describe('startEntry', () => {
  test('creates a systemd user unit that escapes every path', () => {
    const { file, link, text } = startEntry(LINUX);
    expect(file).toBe('/home/dj/.config/systemd/user/deckcast.service');
    expect(link).toBe('/home/dj/.config/systemd/user/default.target.wants/deckcast.service');
    expect(text).toContain(
      'ExecStart="/bin/sh" "-c" "exec \\"$$0\\" \\"$$@\\"" "/usr/bin/node" ' +
        '"/home/dj/100%% \\"live\\" $$ets/bin/deckcast.js" "start"\n',
    );
  });

  test('creates a launch agent on macOS', () => {
    expect(startEntry(MAC).file).toBe('/Users/you/Library/LaunchAgents/deckcast.plist');
  });

  test('matches the guide', async () => {
    const guide = await readFile(join(ROOT, 'docs/guide/start-with-the-computer.md'), 'utf8');
    expect(guide).toContain(startEntry(MAC).text);
    const lines = startEntry(LINUX).text.split('\n');
    expect(lines.filter((line) => !line.startsWith('ExecStart=') && !guide.includes(line))).toEqual([]);
  });

  test('creates a start-up entry on Windows', () => {
    const { file, text } = startEntry(WINDOWS);
    expect(file).toBe(
      'C:\\Users\\DJ Ä\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\deckcast.cmd',
    );
    expect(text.split('\r\n')).toEqual([
      '@echo off',
      'setlocal DisableDelayedExpansion',
      'chcp 65001 >nul',
      'start "deckcast" /min "C:\\Program Files\\nodejs\\node.exe" "C:\\100%%\\deckcast\\bin\\deckcast.js" "start" ' +
        '"--conf=D:\\show\\conf.yaml" "--log.file=C:\\Users\\DJ Ä\\AppData\\Local\\deckcast\\deckcast.log"',
      '',
    ]);
  });

  test.each([LINUX, MAC, WINDOWS])('startedBy parses the entry of $platform', (account) => {
    for (const folder of [...ODD_NAMES, '<&>', 'tab\there']) {
      const script = `/home/${folder}/bin/deckcast.js`;
      const node = `/home/${folder}/node`;
      // Windows paths have none.
      if (account.platform === 'win32' && /["\t<>]/.test(script)) {
        continue;
      }
      const { text } = startEntry({ ...account, node, script, configFile: `/home/${folder}/conf.yaml` });
      expect(startedBy(account.platform, text)).toMatchObject({ copy: script, node });
      expect(startedBy(account.platform, text)?.options[0]).toBe(`--conf=/home/${folder}/conf.yaml`);
    }
  });

  test('systemd accepts the unit in any folder and passes the arguments unchanged', async () => {
    const folder = join(await testFolder(), ODD_NAMES.join(' '), '; #x');
    await mkdir(folder, { recursive: true });
    const node = join(folder, 'node');
    await writeFile(node, '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const script = join(folder, 'deckcast.js');
    const { text } = startEntry({ ...LINUX, node, script });
    const unit = join(folder, 'deckcast.service');
    await writeFile(unit, text);
    const env = { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder };
    const said = await judge('systemd-analyze', ['--user', '--man=no', 'verify', unit], { env });
    expect(said).toEqual({ status: 0, stdout: '', stderr: '' });
    const [, line = ''] = /^ExecStart=(.*)$/m.exec(text) ?? [];
    const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) =>
      word.replace(/\\(.)/g, '$1').replace(/([%$])\1/g, '$1'),
    );
    expect(execFileSync(words[0] ?? '', words.slice(1), { encoding: 'utf8' })).toBe(`${script}\nstart\n`);
  });
});

/** Existing copy with its Node, whatever the entry's platform. */
async function copyOf(home: string, name: string, version: string) {
  const folder = join(home, name);
  await mkdir(join(folder, 'bin'), { recursive: true });
  const [node, script] = [join(folder, 'node'), join(folder, 'bin', 'deckcast.js')];
  await writeFile(node, '');
  await writeFile(script, '');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version }));
  return { account: { home, node, script, version } };
}

async function copies(one: string, two: string) {
  const home = await testFolder();
  return [await copyOf(home, 'one', one), await copyOf(home, 'two', two)] as const;
}

describe.each([LINUX, MAC])('on $platform', (system) => {
  const at = (account: Pick<Account, 'home' | 'node' | 'script' | 'version'>) => {
    const whole = { ...system, ...account };
    return { ...createAutostart(whole, nodeDisk), ...startEntry(whole) };
  };

  test('writes and removes the entry', async () => {
    const [{ account }] = await copies('1.0.0', '1.0.0');
    const { state, set, file, link, text } = at(account);
    expect(await state()).toEqual({ on: false, file });
    await set(true);
    await set(true);
    expect(await state()).toEqual({ on: true, file });
    expect(await readFile(file, 'utf8')).toBe(text);
    if (link !== undefined) {
      expect(await readlink(link)).toBe(file);
    }
    await set(false);
    await set(false);
    expect(await state()).toEqual({ on: false, file });
  });

  test('reports that another copy starts, and replaces it on request', async () => {
    const [one, two] = await copies('1.0.0', '1.0.0');
    await at(one.account).set(true);
    const other = at(two.account);
    const instead = { path: one.account.script, isGone: false };
    expect(await other.state()).toEqual({ on: false, file: other.file, instead });
    expect(await other.moveHere()).toBeUndefined();
    await other.set(true);
    expect(await other.state()).toEqual({ on: true, file: other.file });
  });

  test.each(['copy', 'Node'])(
    'reports a missing %s, and repairs the entry at the next start',
    async (what) => {
      const [one, two] = await copies('1.0.0', '1.0.0');
      await at(one.account).set(true);
      const gone = what === 'copy' ? one.account.script : one.account.node;
      await rm(gone);
      const other = at(two.account);
      expect(await other.state()).toMatchObject({ on: false, instead: { path: gone, isGone: true } });
      expect(await other.moveHere()).toBe(one.account.script);
      expect(await other.state()).toEqual({ on: true, file: other.file });
      expect(await other.moveHere()).toBeUndefined();
    },
  );

  test('moves to a newer copy after an update, keeps the configuration file, and ignores an older copy', async () => {
    const [one, two] = await copies('1.9.0', '1.10.0');
    const configFile = join(one.account.home, 'my.yaml');
    await createAutostart({ ...system, ...one.account, configFile }, nodeDisk).set(true);
    const newer = at(two.account);
    expect(await newer.moveHere()).toBe(one.account.script);
    expect(await readFile(newer.file, 'utf8')).toBe(
      startEntry({ ...system, ...two.account, configFile }).text,
    );
    expect(await at(one.account).moveHere()).toBeUndefined();
  });

  test('prefers a later build between two releases, in archives and in checkouts', async () => {
    const [one, two] = await copies('0.3.0-dev.9+ffffff0', '0.3.0-dev.10+4f2a09c');
    for (const { account } of [one, two]) {
      // A checkout's package.json has the last release's version.
      const folder = join(dirname(account.script), '..');
      await writeFile(join(folder, 'package.json'), '{ "version": "0.2.0" }');
      await mkdir(join(folder, 'dist'));
      const built = JSON.stringify({ version: account.version, packageVersion: '0.2.0' });
      await writeFile(join(folder, 'dist', 'build.json'), built);
    }
    await at(one.account).set(true);
    expect(await at(two.account).moveHere()).toBe(one.account.script);
    expect(await at(one.account).moveHere()).toBeUndefined();
  });

  test('reports a hand-written entry and leaves it alone', async () => {
    const [one, two] = await copies('1.0.0', '2.0.0');
    const mine = at(one.account);
    await mine.set(true);
    const byHand =
      system === LINUX
        ? mine.text.replace(/^ExecStart=.*$/m, `ExecStart=${one.account.script} start --delay=5`)
        : mine.text.replace('<string>start</string>', '<string>start</string><string>--delay=5</string>');
    await writeFile(mine.file, byHand);
    expect(await mine.state()).toMatchObject({ on: true });
    const newer = at(two.account);
    expect(await newer.state()).toMatchObject({ on: false, instead: { path: one.account.script } });
    expect(await newer.moveHere()).toBeUndefined();
    expect(await readFile(mine.file, 'utf8')).toBe(byHand);
  });
});

describe('on Linux', () => {
  test('rewrites an entry of 0.2.0 that systemd may refuse', async () => {
    const home = await testFolder();
    const { account } = await copyOf(home, "it's", '2.0.0');
    const mine = { ...LINUX, ...account };
    const { file, text } = startEntry(mine);
    const autostart = createAutostart(mine, nodeDisk);
    await autostart.set(true);
    await writeFile(
      file,
      text.replace(/^ExecStart=.*$/m, `ExecStart="${account.node}" "${account.script}" "start"`),
    );
    expect(await autostart.moveHere()).toBe(account.script);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test('recognizes the unit of the Debian package by its launcher', async () => {
    const home = await testFolder();
    const { account } = await copyOf(home, 'deckcast/lib', '1.0.0');
    const launcher = join(home, 'deckcast', 'bin', 'deckcast');
    await mkdir(dirname(launcher));
    await writeFile(launcher, '');
    const unit = join(home, 'packaged.service');
    await writeFile(unit, `[Service]\nExecStart=${launcher} start\n`);
    const mine = { ...LINUX, ...account };
    const { link = '' } = startEntry(mine);
    await mkdir(dirname(link), { recursive: true });
    await symlink(unit, link);
    const autostart = createAutostart(mine, nodeDisk);
    expect(await autostart.state()).toEqual({ on: true, file: link });
    expect(await autostart.moveHere()).toBeUndefined();
    await autostart.set(false);
    expect(await autostart.state()).toMatchObject({ on: false });
  });
});
