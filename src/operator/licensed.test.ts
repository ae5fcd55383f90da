import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { ROOT } from '../../test/support/files.ts';
import { keptLog } from '../../test/support/log.ts';
import { Secret } from '../core/option.ts';
import { resolve } from '../settings/resolve.ts';
import { createLicensed } from './licensed.ts';
import { startOptions } from './options.ts';

const environment = { platform: 'linux', env: {}, configDir: '/config' } as const;

function issued(expires: string): string {
  const args = ['scripts/license/issue.js', '--name=Ada', '--email=ada@example.org', `--expires=${expires}`];
  return execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

async function checked(key: string, wishes: Readonly<Record<string, Secret>>) {
  const { settings } = await resolve(startOptions, { environment });
  const log = keptLog();
  const licensed = createLicensed(
    { ...settings, ...wishes, 'license.key': new Secret(key) },
    { log, clock: fakeClock(Date.UTC(2026, 10, 21)) },
  );
  // Each part that needs a license asks at the start and at every restart.
  licensed();
  return { licensed: licensed(), lines: log.lines };
}

const LIVE = { 'live.api_key': new Secret('key') };

describe('licensed features', () => {
  test('run with a license, without a log line', async () => {
    expect(await checked(issued('2026-11-21'), LIVE)).toEqual({ licensed: true, lines: [] });
  });

  test.each([
    ['no license', '', 'there is no license key'],
    ['a forged one', `${issued('2030-01-01').slice(0, -4)}AAAA`, 'was not issued for this program'],
    ['an expired one', issued('2026-11-20'), 'has expired'],
  ])('are off with %s, and one warning names the requested ones', async (_, key, reason) => {
    const { licensed, lines } = await checked(key, {
      ...LIVE,
      'catalog.key': new Secret('key'),
      'streaming.id': new Secret('id'),
    });
    expect(licensed).toBe(false);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'warn',
        fields: {
          off: 'streaming metadata, catalog art, live sink',
          reason: expect.stringContaining(reason),
        },
      }),
    ]);
  });

  test('are not mentioned while unused', async () => {
    expect(await checked('', {})).toEqual({ licensed: false, lines: [] });
  });
});
