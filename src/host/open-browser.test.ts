import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { keptLog } from '../../test/support/log.ts';
import { waitForFile } from '../../test/support/wait.ts';
import { openBrowser, openerOf } from './open-browser.ts';

const URL = 'http://127.0.0.1:9090/setup/?a=1&b=2';

describe('the browser', () => {
  test.each([
    ['darwin', {}, ['open']],
    ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler']],
    ['linux', { DISPLAY: ':0' }, ['xdg-open']],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
    ['linux', { DISPLAY: '' }, undefined],
  ] as const)('is opened on %s with %o by %o', (platform, env, wanted) => {
    expect(openerOf(platform, env)).toEqual(wanted);
  });

  test('gets the address with its secret end as one word, which no log has', async () => {
    const folder = await testFolder();
    const opener = join(folder, 'xdg-open');
    await writeFile(
      opener,
      `#!/bin/sh\nprintf '%s\\n' "$#" "$1" > ${folder}/asked.new\n/bin/mv ${folder}/asked.new ${folder}/asked\n`,
    );
    await chmod(opener, 0o755);
    const log = keptLog();
    await openBrowser(
      URL,
      () => '#configure=c0de',
      { log },
      { platform: 'linux', env: { DISPLAY: ':0', PATH: folder } },
    );
    expect(await waitForFile(join(folder, 'asked'), (text) => text.endsWith('c0de\n'))).toBe(
      `1\n${URL}#configure=c0de\n`,
    );
    expect(log.lines).toEqual([]);
  });

  test.each([
    ['nobody sits at a screen', {}, 'no display found'],
    ['none can be started', { DISPLAY: ':0', PATH: '/nowhere' }, 'the browser could not be opened'],
  ])('is replaced by a line with the address when %s', async (_, env, message) => {
    const log = keptLog();
    await openBrowser(URL, () => '#configure=c0de', { log }, { platform: 'linux', env });
    expect(log.lines).toMatchObject([{ message: expect.stringContaining(message), fields: { url: URL } }]);
  });
});
