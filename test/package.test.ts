import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import lock from '../package-lock.json' with { type: 'json' };
import { type Contents, tarGz, zip } from '../scripts/package/archive.js';
import { doorway, launchers, refuseOtherPlatforms } from '../scripts/package/contents.js';
import { kindOf } from '../scripts/package/executable.js';
import { publishedManifest } from '../scripts/package/manifest.js';
import { PLATFORMS, type Platform } from '../scripts/package/platforms.js';
import { billOfMaterials } from '../scripts/package/sbom.js';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';

/** 2026-01-31 22:15:08 UTC. */
const TIME = 1_769_897_708;
const LONG = `${'folder/'.repeat(16)}${'a'.repeat(90)}`;

function contents(...files: readonly (readonly [path: string, text: string, executable?: true])[]): Contents {
  return new Map(
    files.map(([path, text, executable = false]) => [path, { bytes: Buffer.from(text), executable }]),
  );
}

const SOME = contents(['b/run', '#!/bin/sh\n', true], ['b/a.txt', 'á'.repeat(400)], [LONG, '']);

test.each([
  ['.tar.gz', tarGz],
  ['.zip', zip],
])('an archive %s is reproducible: independent of machine and file order', (_, pack) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', 'UTC');
  const once = pack(SOME, TIME);
  vi.stubEnv('TZ', 'Pacific/Auckland');
  expect(Buffer.compare(once, pack(new Map([...SOME].reverse()), TIME))).toBe(0);
  expect(Buffer.compare(once, pack(SOME, TIME + 60))).not.toBe(0);
});

test('tar unpacks names, modes, times and contents of a .tar.gz', async () => {
  const archive = join(await testFolder(), 'some.tar.gz');
  await writeFile(archive, tarGz(SOME, TIME));
  const listed = execFileSync('tar', ['--utc', '--full-time', '-tvzf', archive], { encoding: 'utf8' });
  expect(listed.replace(/ +/g, ' ')).toBe(
    `-rw-r--r-- 0/0 800 2026-01-31 22:15:08 b/a.txt
-rwxr-xr-x 0/0 10 2026-01-31 22:15:08 b/run
-rw-r--r-- 0/0 0 2026-01-31 22:15:08 ${LONG}\n`,
  );
  expect(execFileSync('tar', ['-xzOf', archive, 'b/a.txt'], { encoding: 'utf8' })).toBe('á'.repeat(400));
});

test('a .zip contains its input', () => {
  const unpacked = Object.entries(unzipSync(zip(SOME, TIME)));
  expect(unpacked.map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual(
    [...SOME].map(([path, { bytes }]) => [path, Buffer.from(bytes).toString()]).sort(),
  );
});

test('rejects a path that an archive cannot hold', () => {
  expect(() => tarGz(contents(['a'.repeat(101), '']), TIME)).toThrow('too long');
});

/** First bytes of an executable, given where they are not zero. */
function header(...parts: readonly (readonly [at: number, bytes: readonly number[]])[]): Buffer {
  const all = Buffer.alloc(128);
  for (const [at, bytes] of parts) {
    all.set(bytes, at);
  }
  return all;
}

const HEADERS: Readonly<Record<string, Buffer>> = {
  'elf-x64': header([0, [0x7f, 0x45, 0x4c, 0x46]], [18, [0x3e, 0]]),
  'elf-arm64': header([0, [0x7f, 0x45, 0x4c, 0x46]], [18, [0xb7, 0]]),
  'macho-x64': header([0, [0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1]]),
  'macho-arm64': header([0, [0xcf, 0xfa, 0xed, 0xfe, 12, 0, 0, 1]]),
  'pe-x64': header([0, [0x4d, 0x5a]], [0x3c, [0x60]], [0x60, [0x50, 0x45, 0, 0, 0x64, 0x86]]),
  'pe-arm64': header([0, [0x4d, 0x5a]], [0x3c, [0x60]], [0x60, [0x50, 0x45, 0, 0, 0x64, 0xaa]]),
};

describe('native code', () => {
  test.each(Object.entries(HEADERS))('for %s is recognized', (kind, bytes) => {
    expect(kindOf(bytes)).toBe(kind);
    // A truncated executable is unknown or of its own kind.
    for (let length = 0; length < bytes.length; length += 1) {
      expect([undefined, kind, 'pe-other']).toContain(kindOf(bytes.subarray(0, length)));
    }
  });

  test('is told apart by processor, and text is none', () => {
    expect(kindOf(header([0, [0x7f, 0x45, 0x4c, 0x46]], [18, [0x28, 0]]))).toBe('elf-other');
    expect(kindOf(Buffer.from('#!/bin/sh\nexec node "$@"\n'.repeat(9)))).toBeUndefined();
  });

  test.each(Object.values(PLATFORMS))(
    'for another platform is refused in a package for $label',
    (platform) => {
      for (const [kind, bytes] of Object.entries(HEADERS)) {
        const check = () =>
          refuseOtherPlatforms(new Map([['lib/x.node', { bytes, executable: false }]]), platform);
        if (kind === platform.executable) {
          expect(check).not.toThrow();
        } else {
          expect(check).toThrow(`lib/x.node is ${kind}, which does not run on ${platform.label}`);
        }
      }
      expect(() => refuseOtherPlatforms(contents(['lib/x.node', 'an error page']), platform)).toThrow(
        'no native code',
      );
    },
  );

  test('is in the lock file for every platform', () => {
    const packages = new Map(Object.entries<object>(lock.packages));
    for (const { natives, os, cpu } of Object.values(PLATFORMS)) {
      for (const name of natives) {
        expect(packages.get(`node_modules/${name}`)).toMatchObject({ os: [os], cpu: [cpu] });
      }
    }
  });
});

const seen = (platform: Platform | undefined): Contents =>
  platform === undefined ? new Map() : new Map([...launchers(platform), ...doorway(platform)]);
const textOf = (files: Contents, path: string): string =>
  Buffer.from(files.get(path)?.bytes ?? []).toString();

describe('launchers', () => {
  test.each(['linux-x64', 'macos-arm64'])('are valid shell scripts for %s', async (id) => {
    const folder = await testFolder();
    const scripts = [...seen(PLATFORMS[id])].filter(([, { bytes }]) =>
      Buffer.from(bytes).toString().startsWith('#!'),
    );
    expect(scripts.length).toBeGreaterThan(1);
    for (const [path, { bytes, executable }] of scripts) {
      expect(executable, path).toBe(true);
      const file = join(folder, path.replaceAll('/', '-'));
      await writeFile(file, bytes);
      execFileSync('sh', ['-n', file]);
    }
  });

  test('run the Node beside them with every argument, from any folder and through links', async () => {
    const folder = join(await testFolder(), 'set & $HOME "1"');
    const files = seen(PLATFORMS['linux-x64']);
    await mkdir(join(folder, 'bin'), { recursive: true });
    await mkdir(join(folder, 'lib'));
    for (const name of ['deckcast', 'start-deckcast']) {
      await writeFile(join(folder, 'bin', name), textOf(files, `bin/${name}`), { mode: 0o755 });
    }
    await writeFile(join(folder, 'lib', 'node'), '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o755 });
    await chmod(join(folder, 'lib', 'node'), 0o755);
    await symlink('bin/deckcast', join(folder, 'relative'));
    await symlink(join(folder, 'relative'), join(folder, 'absolute'));

    const run = (command: string, ...args: readonly string[]): string =>
      execFileSync(command, args, { cwd: join(folder, 'bin'), encoding: 'utf8' }).replaceAll(folder, '');
    const expected = '/lib/bin/deckcast.js|a b||*|';
    expect(run(join(folder, 'bin/deckcast'), 'a b', '', '*')).toBe(expected);
    expect(run(join(folder, 'absolute'), 'a b', '', '*')).toBe(expected);
    expect(run('sh', 'deckcast', '1')).toBe('/lib/bin/deckcast.js|1|');
    expect(run(join(folder, 'bin/start-deckcast'))).toBe('/lib/bin/deckcast.js|start|--open|');

    const tools = join(await testFolder(), 'tools');
    await symlink(join(folder, 'bin'), tools);
    expect(run(join(tools, 'deckcast'), '1')).toBe('/lib/bin/deckcast.js|1|');
    expect(run(join(tools, 'start-deckcast'))).toBe('/lib/bin/deckcast.js|start|--open|');
  });

  test('use Windows line ends there and quote every path', () => {
    const files = seen(PLATFORMS['windows-x64']);
    expect([...files.keys()].sort()).toEqual(['README.txt', 'Start deckcast.cmd', 'bin/deckcast.cmd']);
    for (const [path, { bytes }] of files) {
      const text = Buffer.from(bytes).toString();
      expect(text.split('\r\n').join('\n'), path).not.toContain('\r');
      expect(text.replaceAll('\r\n', ''), path).not.toContain('\n');
      // Old consoles misprint other characters.
      expect(text, path).toMatch(/^[\x20-\x7e\r\n]+$/);
    }
    expect(textOf(files, 'bin/deckcast.cmd')).toMatch(
      /^@"%~dp0\.\.\\lib\\node\.exe" "%~dp0\.\.\\lib\\bin\\deckcast\.js" %\*\r\n/m,
    );
    expect(textOf(files, 'Start deckcast.cmd')).toContain(
      '\r\n"%~dp0lib\\node.exe" "%~dp0lib\\bin\\deckcast.js" start --open\r\n',
    );
  });

  test('work on Windows in a folder with a percent sign or an exclamation mark in its name', () => {
    const files = seen(PLATFORMS['windows-x64']);
    for (const path of [...files.keys()].filter((name) => name.endsWith('.cmd'))) {
      const commands = textOf(files, path).replace(/^@?rem .*/gm, '');
      // `call` and `for` expand a line twice, and variables are expanded before quotes are parsed.
      expect(commands, path).not.toMatch(/\b(call|for|set)\b/);
      expect(commands.replace(/"%~dp0[^"%]*"|%\*/g, ''), path).not.toContain('%');
      expect(commands.includes('%'), path).toBe(commands.includes('setlocal DisableDelayedExpansion'));
    }
  });

  test('explain on Windows what to do when opened inside the archive', () => {
    const script = textOf(seen(PLATFORMS['windows-x64']), 'Start deckcast.cmd');
    const [before, then = ''] = script.split('if exist "%~dp0lib\\node.exe" goto unpacked\r\n');
    expect(before).not.toContain('node.exe');
    expect(then).toMatch(/^echo .*packed[\s\S]*\r\npause\r\nexit \/b 1\r\n:unpacked\r\n/);
  });
});

test("the bill of materials lists exactly the archive's components", () => {
  const folder = 'lib/node_modules';
  const bill = JSON.parse(
    billOfMaterials({
      version: '0.3.0-dev.7+4f2a09c',
      time: TIME,
      bundled: [
        `hono@${lock.packages['node_modules/hono'].version}`,
        `opus-decoder@${lock.packages['node_modules/opus-decoder'].version}`,
      ],
      contents: contents(
        ['lib/node', 'binary'],
        [
          `${folder}/sharp/package.json`,
          JSON.stringify({ version: lock.packages['node_modules/sharp'].version }),
        ],
        [`${folder}/@img/sharp-libvips-linux-x64/versions.json`, '{"vips": "8.18.7", "zlib-ng": "2.3.3"}'],
        [
          `${folder}/@libsql/linux-x64-gnu/index.node`,
          '\0/registry/src/index.crates.io-6f17/tokio-1.40.0/src/lib.rs\0',
        ],
      ),
    }),
  );
  const names: readonly string[] = bill.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['hono', 'opus-decoder', 'sharp', 'node', 'zlib-ng']));
  const purls: readonly string[] = bill.components.map(({ purl }: { purl: string }) => purl);
  expect(purls).toEqual(expect.arrayContaining(['pkg:generic/libopus@1.5.2', 'pkg:cargo/tokio@1.40.0']));
  expect(bill.components.find(({ name }: { name: string }) => name === 'vips')).toMatchObject({
    version: '8.18.7',
    licenses: [{ expression: 'LGPL-3.0-or-later' }],
  });
  expect(names).not.toContain('vitest');
  expect(names).not.toContain('libsql');
  expect(bill.metadata.component.version).toBe('0.3.0-dev.7+4f2a09c');
  expect(bill.metadata.timestamp).toBe('2026-01-31T22:15:08.000Z');
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const listed = new Set(bill.components.map((component: { 'bom-ref': string }) => component['bom-ref']));
  const root = bill.metadata.component['bom-ref'];
  for (const { ref, dependsOn } of bill.dependencies) {
    expect([root, ...listed]).toContain(ref);
    expect(dependsOn.filter((other: string) => !listed.has(other))).toEqual([]);
  }
});

describe('a published package.json', () => {
  const published = publishedManifest(
    {
      name: 'deckcast',
      version: '0.2.0',
      private: true,
      workspaces: ['packages/*'],
      scripts: { prepare: 'node build.js' },
      bin: { deckcast: 'bin/deckcast.js' },
      dependencies: { sharp: '^1.0.0', '@deckcast/wire-kit': '0.2.0' },
      devDependencies: { vitest: '*' },
    },
    '0.3.0-dev.7+4f2a09c',
  );

  test('has no scripts, workspaces or tools of this repository', () => {
    expect(Object.keys(published).sort()).toEqual(['bin', 'dependencies', 'name', 'version']);
  });

  test('has the version of the build, and so have the libraries that it needs', () => {
    expect(published).toMatchObject({
      version: '0.3.0-dev.7+4f2a09c',
      dependencies: { sharp: '^1.0.0', '@deckcast/wire-kit': '0.3.0-dev.7+4f2a09c' },
    });
  });

  test("names all that npm and Node read from the repository's package.json", () => {
    const here = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(Object.keys(publishedManifest(here, '1.0.0'))).toEqual(
      expect.arrayContaining(['description', 'license', 'type', 'engines', 'bin', 'files', 'publishConfig']),
    );
  });
});
