/** Tests as much as possible without Windows. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { memoryDisk } from '../../../../test/support/disk.ts';
import { windowsMediaSession } from '../program.ts';
import { applyLine, NO_MEDIA, pictureFailureIn } from '../report.ts';

const SCRIPT = readFileSync(new URL('./media-session.ps1', import.meta.url), 'utf8');

/** Keeps expressions inside strings. */
const CODE = SCRIPT.replace(/^\s*#.*$/gm, '')
  .replace(/'[^']*'/g, "''")
  .replace(/"((?:[^"`]|`.)*)"/g, (_, text: string) => text.replace(/[^$(){}@|.\w\s-]/g, ''));

/** PowerShell sets these itself, some of them at any moment. */
const AUTOMATIC = ['_', 'null', 'true', 'false'];
const RESERVED = 'input args host matches error pid profile home this sender event'.split(' ');

const OBJECTS = ['New-Object', 'ConvertTo-Json', 'Where-Object', 'Select-Object', 'Add-Type'];
const COMMANDS = [...OBJECTS, 'Set-StrictMode', 'Get-Process', 'Start-Sleep'];

test('media-session.ps1 is ASCII, so that it means the same in every code page', () => {
  expect([...SCRIPT].filter((letter) => letter > '~')).toEqual([]);
});

test('media-session.ps1 closes every bracket by its own kind', () => {
  const open: string[] = [];
  for (const letter of CODE.replace(/`[\s\S]/g, '')) {
    if ('({['.includes(letter)) {
      open.push(letter);
    } else if (')}]'.includes(letter)) {
      expect(`${open.pop()}${letter}`).toMatch(/^(\(\)|\{\}|\[\])$/);
    }
  }
  expect(open).toEqual([]);
});

test('media-session.ps1 sets every variable that it uses, and none that belongs to PowerShell', () => {
  const used = [...CODE.matchAll(/\$(\w+)/g)].map(([, name = '']) => name.toLowerCase());
  const set = [
    ...CODE.matchAll(/\$(\w+)(?= (?:=|\+=) )|\](?:\$(\w+))|\bfunction [\w-]+\(([^)]*)\)/g),
  ].flatMap(([, assigned = '', parameter = '', list = '']) => [
    assigned.toLowerCase(),
    parameter.toLowerCase(),
    ...[...list.matchAll(/\$(\w+)/g)].map(([, name = '']) => name.toLowerCase()),
  ]);
  const free = new Set(used.filter((name) => !set.includes(name) && !AUTOMATIC.includes(name)));
  // Preference of the session.
  free.delete('erroractionpreference');
  expect([...free]).toEqual([]);
  expect(set.filter((name) => RESERVED.includes(name))).toEqual([]);
});

test('media-session.ps1 calls only commands of Windows PowerShell 5.1 and its own functions', () => {
  const functions = [...CODE.matchAll(/^function ([\w-]+)/gm)].map(([, name = '']) => name);
  const called = [...CODE.matchAll(/\b(?!script\b)([A-Z][a-z]+-[A-Z]\w+)/g)].map(([, name = '']) => name);
  const known = [...COMMANDS, ...functions];
  expect(called.filter((name) => !known.includes(name))).toEqual([]);
  expect(functions.filter((name) => called.filter((each) => each === name).length < 2)).toEqual([]);
});

test('media-session.ps1 counts the bytes of a picture while reading, closes it, and prints the first failure once', () => {
  const [, body = ''] = /function Read-Picture[^{]*\{\n([\s\S]*?)\n\}/.exec(CODE) ?? [];
  // Windows PowerShell does not see the properties of this object, so reading one would fail.
  expect(body).not.toMatch(/\$picture\.\w/);
  expect(body).toContain('$stream.Dispose()');
  expect(body).toContain('$Dispose.Invoke($picture');
  const line = /Write-Line @\{ type = 'failure'; what = 'picture'; reason = [^}]*\}/.exec(SCRIPT);
  expect(SCRIPT.slice(0, line?.index).split('\n').at(-2)).toContain('$isPictureFailureTold = $true');
  expect(pictureFailureIn('{"reason":"Not implemented","type":"failure","what":"picture"}')).toBe(
    'Not implemented',
  );
});

test('media-session.ps1 prints lines that applyLine understands, key by key', () => {
  const [, table = ''] = /\$payload = @\{\n([\s\S]*?)\n\s*\}/.exec(SCRIPT) ?? [];
  const keys = [...table.matchAll(/^\s*(\w+) =/gm)].map(([, key = '']) => key);
  expect(keys).toHaveLength(7);
  // Absent while the length is unknown.
  expect(keys.filter((key) => !(key in NO_MEDIA))).toEqual(['duration']);
  // Output of `ConvertTo-Json -Compress`, which keeps no order.
  const line =
    '{"payload":{"playing":true,"duration":215.5,"title":"Rock \\u0026 Roll","artist":"Ada","genre":"","album":"","bundleIdentifier":"Spotify.exe"},"type":"data","diff":false}';
  expect(applyLine(NO_MEDIA, line)).toMatchObject({ title: 'Rock & Roll', playing: true, duration: 215.5 });
});

test("PowerShell starts without the user's profile, and ends with this process", async () => {
  const program = windowsMediaSession('Spotify.exe', { SystemRoot: 'D:\\Windows' }, 42);
  const [script, ...rest] = program.args.slice(6);
  expect(program.args.slice(0, 6).join(' ')).toBe(
    '-NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass -File',
  );
  expect(readFileSync(script ?? '', 'utf8')).toBe(SCRIPT);
  expect(rest).toEqual(['-Parent', '42', '-App', 'Spotify.exe']);
  await expect(program.find(memoryDisk())).rejects.toThrow(
    'Windows PowerShell is missing: D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
  );
});
