/**
 * The public page in a store that speaks S3 and checks signatures as AWS does: OpenStack Swift with one disk on free
 * ports. Part of `npm run test:release`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signedHeaders } from '../src/clients/files/signature.ts';
import { testFolder } from './support/folder.ts';
import { freePort } from './support/free-port.ts';
import { judge, startTool } from './support/judge.ts';
import { pageTrack, writePage } from './support/page-sink.ts';
import { hiddenPublication } from './support/publication.ts';
import { waitFor } from './support/wait.ts';

const ART = { png: new Uint8Array([137, 80, 78, 71, 1]) };
const PARTS = ['account', 'container', 'object'] as const;

const SWIFT_KEY = { id: 'test:tester', secret: 'testing/secret', region: 'us-east-1' };

/** Starts Swift. Returns `host:port`. */
async function startSwift(): Promise<string> {
  const folder = await testFolder();
  await mkdir(join(folder, 'disk', 'd1'), { recursive: true });
  await writeFile(join(folder, 'swift.conf'), '[storage-policy:0]\nname = Policy-0\ndefault = yes\n');
  for (const part of PARTS) {
    const port = await freePort();
    const rings = join(folder, `${part}.builder`);
    for (const step of [
      ['create', '4', '1', '1'],
      ['add', `r1z1-127.0.0.1:${port}/d1`, '1'],
      ['rebalance'],
    ]) {
      await judge('swift-ring-builder', [rings, ...step]);
    }
    await serve(folder, part, port, partConfiguration(folder, part));
  }
  const port = await freePort();
  await serve(folder, 'proxy', port, PROXY);
  return `127.0.0.1:${port}`;
}

function partConfiguration(folder: string, part: (typeof PARTS)[number]): string {
  return `devices = ${folder}/disk\nmount_check = false
[pipeline:main]\npipeline = ${part}-server
[app:${part}-server]\nuse = egg:swift#${part}\n`;
}

/** Swift creates no account without a cache, although the cache need not answer. */
const PROXY = `[pipeline:main]\npipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true
[filter:tempauth]\nuse = egg:swift#tempauth\nuser_test_tester = ${SWIFT_KEY.secret} .admin
[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:1
[filter:s3api]\nuse = egg:swift#s3api\nlocation = ${SWIFT_KEY.region}
${['copy', 'slo', 'dlo', 'catch_errors'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}`).join('\n')}\n`;

async function serve(
  folder: string,
  part: 'proxy' | (typeof PARTS)[number],
  port: number,
  rest: string,
): Promise<void> {
  const configuration = join(folder, `${part}.conf`);
  await writeFile(
    configuration,
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = root\nswift_dir = ${folder}\n${rest}`,
  );
  startTool(`swift-${part}-server`, [configuration]);
  await waitFor('Swift', () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => undefined,
    ),
  );
}

test('the store gets the page, loses a track that is hidden later, and rejects a wrong secret', async () => {
  const host = await startSwift();
  const send = async (method: string, path: string) => {
    const url = new URL(`http://${host}/bucket${path}`);
    return fetch(url, {
      method,
      headers: await signedHeaders({ method, url, headers: {} }, SWIFT_KEY, Date.now()),
    });
  };
  const text = async (path: string) => (await send('GET', `/tonight/${path}`)).text();
  expect((await send('PUT', '')).status).toBe(200);
  const address = (secret: string) =>
    `s3http://${encodeURIComponent(SWIFT_KEY.id)}:${encodeURIComponent(secret)}@${host}/bucket/tonight/?region=${SWIFT_KEY.region}`;

  const { show } = await writePage({ 'page.url': address(SWIFT_KEY.secret) });
  show(pageTrack('One', 1));
  show(pageTrack('Secret', 2, { art: ART }));
  await waitFor('the page', async () => (await text('now.json')).includes('Secret') || undefined);
  const { art } = JSON.parse(await text('now.json')).track;
  const picture = await send('GET', `/tonight/${art}`);
  expect([picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
    'image/png',
    'public, max-age=60',
  ]);
  expect((await send('GET', '/tonight/now.json')).headers.get('cache-control')).toBe('public, max-age=4');
  show(hiddenPublication({ kind: 'hide', position: 2, playId: 'play-2' }));
  await waitFor('the picture to be gone', async () =>
    (await send('GET', `/tonight/${art}`)).status === 404 ? true : undefined,
  );
  for (const path of ['index.html', 'set.json', 'now.json']) {
    expect(await text(path)).not.toContain('Secret');
  }

  const refused = await writePage({ 'page.url': address('wrong') });
  refused.show(pageTrack('Three', 1));
  const { finding } = await waitFor('the refusal', () => refused.sink.findings?.()[0]);
  expect(finding).toContain('answered 403: the name and password of --page.url are wrong, or may not write');
  expect(await text('now.json')).not.toContain('Three');
});
