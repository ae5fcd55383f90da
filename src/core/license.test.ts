import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../test/support/files.ts';
import { checkLicense } from './license.ts';

const SCRIPT = join(ROOT, 'scripts', 'license', 'issue.js');

function issue(...args: readonly string[]): string {
  return execFileSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8', stdio: 'pipe' });
}

const ADA = ['--name=Ada Lövelace', '--email=ada@example.org', '--version=2', '--expires=2030-12-31'];
const license = { name: 'Ada Lövelace', email: 'ada@example.org', version: 2, expires: '2030-12-31' };

const KEY = issue(...ADA);

describe('a license key', () => {
  test('is the only output of the command in the guide', () => {
    const command = ['run', '--silent', 'license:issue', '--', ...ADA];
    const printed = execFileSync('npm', command, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });
    expect(printed).toMatch(/^[\w-]+\.[\w-]{86}\n$/);
  });

  test('is valid until the end of its last day in UTC', () => {
    expect(checkLicense(KEY, Date.parse('2030-12-31T23:59:59.999Z'))).toEqual({ state: 'valid', license });
    expect(checkLicense(KEY, Date.parse('2031-01-01T00:00:00.000Z'))).toEqual({ state: 'expired', license });
  });

  test('is invalid if it is missing, cut, changed or signed with another key', () => {
    const key = KEY.trim();
    const [record = '', signature = ''] = key.split('.');
    const changed = Buffer.from(JSON.stringify({ ...license, expires: '2099-12-31' })).toString('base64url');
    const foreign = sign(null, Buffer.from(record, 'base64url'), generateKeyPairSync('ed25519').privateKey);
    expect(checkLicense(' ', 0)).toEqual({ state: 'missing' });
    for (const forged of [
      key.slice(0, -1),
      `${key}A`,
      `${changed}.${signature}`,
      `${record}.${foreign.toString('base64url')}`,
      'hello',
      '.',
    ]) {
      expect(checkLicense(forged, 0)).toEqual({ state: 'invalid' });
    }
  });

  test('is invalid if its signed record is malformed', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    for (const record of ['', 'x', '{}', JSON.stringify({ ...license, expires: 'soon' })]) {
      const signature = sign(null, Buffer.from(record), privateKey).toString('base64url');
      const key = `${Buffer.from(record).toString('base64url')}.${signature}`;
      expect(checkLicense(key, 0, pem)).toEqual({ state: 'invalid' });
    }
  });

  test('never makes the check throw', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 86, maxLength: 86 }), (record, signature) => {
        expect(['missing', 'invalid']).toContain(checkLicense(`${record}.${signature}`, 0).state);
      }),
    );
  });
});

test.each([
  [['--name', 'A'], /--name, --email and --expires are needed/],
  [[...ADA, '--expires', '2030-02-30'], /--expires is a date like 2030-12-31, not 2030-02-30/],
  [[...ADA, '--version', 'x'], /--version is a whole number/],
  [['--nmae', 'A'], /--nmae/],
])('the script refuses %j', (args, message) => {
  expect(() => issue(...args)).toThrow(message);
});
