import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { keptLog } from '../../test/support/log.ts';
import { waitForFile } from '../../test/support/wait.ts';
import { openBrowser, openerOf } from './open-browser.ts';

const URL = 'http://127.0.0.1:9090/setup/?a=1&b=2';
const PAGE = {
  url: URL,
  secret: () => '#configure=c0de',
  elsewhere: async () => 'http://10.0.5.2:9090/setup/',
  isOpenToAll: false,
  hasAdminToken: true,
};

describe('openBrowser', () => {
  test.each([
    ['darwin', {}, ['open']],
    ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler']],
    ['linux', { DISPLAY: ':0' }, ['xdg-open']],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
    ['linux', { DISPLAY: '' }, undefined],
  ] as const)('is opened on %s with %o by %o', (platform, env, wanted) => {
    expect(openerOf(platform, env)).toEqual(wanted);
  });

  test('passes the address with its secret end as one argument, and keeps it out of the log', async () => {
    const folder = await testFolder();
    const opener = join(folder, 'xdg-open');
    await writeFile(
      opener,
      `#!/bin/sh\nprintf '%s\\n' "$#" "$1" > ${folder}/asked.new\n/bin/mv ${folder}/asked.new ${folder}/asked\n`,
    );
    await chmod(opener, 0o755);
    const log = keptLog();
    await openBrowser(PAGE, { log }, { platform: 'linux', env: { DISPLAY: ':0', PATH: folder } });
    expect(await waitForFile(join(folder, 'asked'), (text) => text.endsWith('c0de\n'))).toBe(
      `1\n${URL}#configure=c0de\n`,
    );
    expect(log.lines).toEqual([]);
  });

  test('logs the address when the browser cannot be started', async () => {
    const log = keptLog();
    await openBrowser(PAGE, { log }, { platform: 'linux', env: { DISPLAY: ':0', PATH: '/nowhere' } });
    const message = 'cannot open the browser';
    expect(log.lines).toMatchObject([{ message, fields: { url: URL } }]);
  });

  test('logs the address for another computer, or how to get one, without a screen', async () => {
    const log = keptLog();
    const nowhere = { platform: 'linux', env: {} } as const;
    await openBrowser(PAGE, { log }, nowhere);
    await openBrowser({ ...PAGE, hasAdminToken: false }, { log }, nowhere);
    const unreachable = { ...PAGE, elsewhere: async () => undefined };
    await openBrowser(unreachable, { log }, nowhere);
    await openBrowser({ ...unreachable, isOpenToAll: true }, { log }, nowhere);
    expect(log.lines).toMatchObject([
      {
        message: 'no display found: open this page on another computer',
        fields: { url: await PAGE.elsewhere(), hint: 'it asks for the token of --http.admin_token' },
      },
      {
        message: 'no display found; other computers need a token',
        fields: { url: await PAGE.elsewhere(), hint: expect.stringContaining('deckcast open') },
      },
      {
        message: 'no display found; other computers cannot reach the pages',
        fields: { hint: expect.stringContaining('--http.addr=:9090') },
      },
      {
        message:
          'no display found, and no network yet: other computers can reach the pages once there is one',
        fields: { hint: expect.not.stringContaining('--http.addr') },
      },
    ]);
  });
});
