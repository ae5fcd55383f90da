/** The page for everybody in a store that speaks S3 and judges signatures as AWS does. Part of `npm run test:release`. */
import { expect, test } from 'vitest';
import { signedHeaders } from '../src/clients/files/signature.ts';
import { pageTrack, writePage } from './support/page-sink.ts';
import { hiddenPublication } from './support/publication.ts';
import { SWIFT_KEY, startSwift } from './support/swift.ts';
import { waitFor } from './support/wait.ts';

const ART = { png: new Uint8Array([137, 80, 78, 71, 1]) };

test('the page is in the store, what is hidden later is gone from there, and a wrong secret is refused', {
  timeout: 120_000,
}, async () => {
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
  expect(finding).toContain('rejects this name and password: check --page.url');
  expect(await text('now.json')).not.toContain('Three');
});
