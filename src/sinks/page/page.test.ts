import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { httpPeer, type Received } from '../../../test/support/http-peer.ts';
import { pageTrack, writePage } from '../../../test/support/page-sink.ts';
import { hiddenPublication } from '../../../test/support/publication.ts';
import { diagnosed, sinkTools } from '../../../test/support/sink.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { webDav } from '../../../test/support/web-dav.ts';
import { OWN_SERVER_PAUSE_MS } from '../../core/health.ts';
import { entryOf } from '../../core/record.ts';
import { rfc3339 } from '../../core/units.ts';
import { systemClock } from '../../host/clock.ts';
import { pageSink } from './index.ts';

const ART = { png: new Uint8Array([137, 80, 78, 71, 1]) };

async function webServer() {
  const server = await webDav();
  return {
    ...server,
    settings: { 'page.url': `http://admin:secret@${server.host}/tonight/` },
    /** Waits until the file contains this for a reader. */
    shows: (file: string, names: string) =>
      waitFor(`${names} in ${file}`, async () => (await server.text(file)).match(names) ?? undefined),
    hasNoPicture: () =>
      waitFor('the picture to be gone', async () => (await server.pictures()).length === 0 || undefined),
  };
}

test('writes the whole page to the web server, and removes tracks hidden later', async () => {
  const { settings, start, read, text, shows, hasNoPicture } = await webServer();
  await start();
  const { sink, show } = await writePage(settings);
  show(pageTrack('One', 1));
  show(pageTrack('Secret', 2, { art: ART }));
  await shows('now.json', 'Secret');
  expect(await text('')).toContain('One');
  const { art } = JSON.parse(await text('now.json')).track;
  for (const file of ['page.css', 'page.js', 'icon.svg', 'set.json', art]) {
    expect((await read(file)).status).toBe(200);
  }
  show(hiddenPublication({ kind: 'hide', position: 2, playId: 'play-2' }));
  await hasNoPicture();
  for (const file of ['', 'now.json', 'set.json']) {
    expect(await text(file)).not.toContain('Secret');
  }
  expect(JSON.parse(await text('set.json')).v).toBe(1);
  show(pageTrack('Three', 3));
  sink.earlier?.(hiddenPublication({ kind: 'hide', position: 1, playId: 'play-1' }));
  await waitFor('the list', async () => {
    const set = await text('set.json');
    return (set.includes('Three') && !set.includes('One')) || undefined;
  });
});

test('numbers the tracks without those that were removed, whose positions stay', async () => {
  const { settings, start, text, shows } = await webServer();
  await start();
  const { sink, show } = await writePage(settings);
  for (const [index, title] of ['One', 'Two', 'Three'].entries()) {
    show(pageTrack(title, index + 1));
  }
  sink.earlier?.({ ...pageTrack('Two', 2), kind: 'retract', removed: true });
  await shows('', 'Three');
  await waitFor('the removed track to be gone', async () => !(await text('')).includes('Two') || undefined);
  const numbers = [...(await text('')).matchAll(/<span class="position">(\d+)</g)].map(
    ([, number]) => number,
  );
  expect(numbers).toEqual(['2', '1']);
  const { tracks } = JSON.parse(await text('set.json'));
  expect(tracks.map(({ position }: { position: number }) => position)).toEqual([1, 3]);
});

test('says when a track was on air whose broadcast has ended', async () => {
  const { settings, start, text, shows } = await webServer();
  await start();
  const { sink, show } = await writePage(settings);
  const endedAt = new Date(2026, 10, 30, 19, 51).getTime();
  show(pageTrack('Boat', 1));
  await shows('now.json', 'Boat');
  sink.earlier?.({ ...pageTrack('Boat', 1), kind: 'end', endedAt });
  await shows('now.json', '"track":null');
  expect(await text('')).toContain(`data-at="${rfc3339(endedAt)}"`);
  expect(await text('')).toContain('19:51');
  show(pageTrack('Ferry', 2));
  await shows('now.json', 'Ferry');
});

test('leaves out the tracks of an earlier set, also before the first one of the new set', async () => {
  const { settings, start, text, shows } = await webServer();
  await start();
  const { sink, show } = await writePage(settings);
  show(pageTrack('One', 1));
  show(pageTrack('Two', 2));
  await shows('now.json', 'Two');
  show({ ...pageTrack('Two', 1, { playId: 'play-2' }), kind: 'new set', set: 1, movedFrom: 2 });
  const lacks = (names: string) =>
    waitFor(`no ${names}`, async () => !(await text('set.json')).includes(names) || undefined);
  await lacks('One');
  expect(await text('')).toContain('Two');
  sink.earlier?.(hiddenPublication({ kind: 'new set', playId: '', position: 0, set: 2 }));
  await lacks('Two');
  await waitFor('a page without it', async () => !(await text('')).includes('Two') || undefined);
});

test('removes a track hidden right before the stop, or logs that it may still be there', async () => {
  const { settings, start, text, shows } = await webServer();
  const stop = await start();
  // Busy computers answer in time.
  const first = await writePage(settings, { clock: fakeClock() });
  first.show(pageTrack('Secret', 1));
  await shows('now.json', 'Secret');
  first.show(hiddenPublication({ kind: 'hide', position: 1, playId: 'play-1' }));
  await first.sink.close?.();
  for (const file of ['', 'now.json', 'set.json']) {
    expect(await text(file)).not.toContain('Secret');
  }
  expect(first.log.lines).toEqual([]);
  const second = await writePage(settings);
  second.show(pageTrack('Secret', 1));
  await shows('now.json', 'Secret');
  await stop();
  second.show(hiddenPublication({ kind: 'hide', position: 1, playId: 'play-1' }));
  await second.sink.close?.();
  expect(second.log.at('warn')).toContain('page not updated before the stop; it may show hidden tracks');
});

test('removes a picture that an earlier run left', async () => {
  const { settings, start, pictures, shows, hasNoPicture } = await webServer();
  await start();
  const first = await writePage(settings);
  first.show(pageTrack('One', 1, { art: ART }));
  await shows('now.json', 'One');
  await first.sink.close?.();
  expect(await pictures()).toHaveLength(1);
  const second = await writePage(settings);
  second.show(pageTrack('Two', 1));
  await hasNoPicture();
});

test('is written as soon as it is switched on in the middle of a set', async () => {
  const { settings, start, shows } = await webServer();
  await start();
  const entries = [pageTrack('One', 1), pageTrack('Two', 2)].map(entryOf);
  const earlierSet = () => ({ session: 0, startedAt: 1, entries, isOfThisRun: true as const, onAir: 2 });
  await writePage(settings, { earlierSet });
  await shows('set.json', 'One.*Two');
  await shows('now.json', 'Two');
});

test('writes the whole set after an outage', async () => {
  const { host, settings, start, shows } = await webServer();
  const { sink, show, log } = await writePage(settings);
  show(pageTrack('One', 1));
  await waitFor('the failure', () => sink.findings?.()[0]?.finding);
  expect(sink.findings?.()[0]).toMatchObject({
    severity: 'warning',
    finding: `the tracklist page is not written: ${host}/tonight/ cannot be reached: nothing is listening there (ECONNREFUSED)`,
  });
  show(pageTrack('Two', 2));
  expect(sink.taken?.()).toEqual({ delivered: 0, queued: 1 });
  await start();
  await shows('set.json', 'One.*Two');
  await waitFor('the delivery', () => sink.taken?.().delivered === 1 || undefined);
  expect(sink.taken?.()).toEqual({ delivered: 1, queued: 0, lastSuccessAt: expect.any(Number) });
  await waitFor('the end of the failure', () => (sink.findings?.().length === 0 ? true : undefined));
  expect(log.lines.map(({ message }) => message)).toEqual([
    'cannot write the page',
    'writing the page works again',
  ]);
});

test('leaves open whether a refusal means the password or its rights', async () => {
  const { url } = await httpPeer(() => ({ status: 403 }));
  const { sink, show } = await writePage({ 'page.url': new URL('/tonight/', url).href });
  show(pageTrack('One', 1));
  const { finding } = await waitFor('the fault', () => sink.findings?.()[0]);
  expect(String(finding)).toMatch(/answered 403: .* are wrong, or may not write to this folder$/);
});

test('reports a wrong password with its option, and sends nothing more', async () => {
  const { host, start } = await webDav();
  await start();
  const settings = { 'page.url': `http://admin:wrong@${host}/tonight/` };
  const { sink, show, log } = await writePage(settings);
  show(pageTrack('One', 1));
  await waitFor('the fault', () => sink.findings?.()[0]);
  const text = `${host}/tonight/ rejects this name and password: check --page.url`;
  expect(log.at('error')).toEqual(['cannot write the page']);
  const found = (password: string, address = 'https://ada.example/tonight/') =>
    diagnosed(
      pageSink,
      { 'page.url': `http://admin:${password}@${host}/tonight/`, 'page.address': address },
      { clock: systemClock, running: true },
    );
  expect(await found('wrong')).toMatchObject([{ severity: 'fault', finding: expect.stringContaining(text) }]);
  const without = { 'page.url': `http://${host}/tonight/`, 'page.address': 'https://ada.example/' };
  expect(await diagnosed(pageSink, without, { clock: systemClock, running: true })).toMatchObject([
    { finding: expect.stringContaining(`${host}/tonight/ asks for a name and a password`) },
  ]);
  expect(await found('secret')).toMatchObject([{ severity: 'ok' }]);
  expect(await found('secret', '')).toMatchObject([
    { severity: 'ok' },
    { severity: 'note', finding: expect.stringContaining('QR code leads to the page in your own network') },
  ]);
});

test('reports a server that refuses deletions, because hidden tracks would stay there', async () => {
  const peer = await httpPeer(({ method }) => ({ status: method === 'DELETE' ? 405 : 200 }));
  const { sink, show } = await writePage({ 'page.url': `${peer.url}/tonight/` });
  show(pageTrack('One', 1, { art: ART }));
  await waitFor('the picture', () => peer.requests.find(({ path }) => /\.(jpg|png)$/.test(path)));
  show(hiddenPublication({ kind: 'hide', position: 1, playId: 'play-1' }));
  const { finding } = await waitFor('the failure', () => sink.findings?.()[0]);
  expect(finding).toContain('accept files (it answered 405)');
});

test('retries within five minutes of a refused password', async () => {
  const peer = await httpPeer(() => ({ status: 401 }));
  const tools = sinkTools();
  const { sink, show } = await writePage({ 'page.url': `${peer.url}/tonight/` }, tools);
  show(pageTrack('One', 1));
  const refusal = await waitFor('the refusal', () => sink.findings?.()[0]);
  expect(refusal).toMatchObject({ severity: 'fault', todo: expect.stringContaining('every 5 minutes') });
  peer.behavior = () => ({});
  await tools.clock.advance(OWN_SERVER_PAUSE_MS);
  await waitFor('the page', async () => {
    await tools.passTime(1_000, peer.url);
    return peer.requests.find(({ path, method }) => method === 'PUT' && path.endsWith('now.json'));
  });
});

test('renews now.json every half minute while a track is delayed', async () => {
  const peer = await httpPeer();
  const tools = sinkTools();
  const { show } = await writePage({ 'page.url': `${peer.url}/tonight/`, 'page.delay': 300_000 }, tools);
  show(pageTrack('One', 1));
  const written = (): number =>
    peer.requests.filter(({ path, method }) => method === 'PUT' && path.endsWith('now.json')).length;
  for (const times of [1, 2, 3]) {
    await waitFor(`now.json, ${times} times`, () => written() >= times || undefined);
    await tools.clock.advance(30_000);
  }
});

/** AWS's Signature Version 4. */
function signatureOf({ method, path, headers, bytes }: Received, secret: string): string {
  const [, scope = '', names = ''] =
    /Credential=\w+\/(\S+?), SignedHeaders=(\S+?),/.exec(headers.authorization ?? '') ?? [];
  const [day = '', region = '', service = '', end = ''] = scope.split('/');
  const canonical = [
    method,
    path,
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  expect(headers['x-amz-content-sha256']).toBe(hash(bytes));
  const key = [region, service, end].reduce(hmac, hmac(`AWS4${secret}`, day));
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
  return hmac(key, text).toString('hex');
}

test('never writes a track of a continued set that is hidden before the first publication', async () => {
  const peer = await httpPeer();
  const entries = [pageTrack('Secret', 1), pageTrack('Two', 2)];
  const { sink, show } = await writePage(
    { 'page.url': `${peer.url}/tonight/` },
    { earlierSet: () => ({ session: 1, startedAt: 0, entries }) },
  );
  sink.earlier?.(hiddenPublication({ kind: 'hide', position: 1, playId: 'earlier 1' }));
  show(pageTrack('Three', 3));
  await waitFor('the list', () =>
    peer.requests.find(({ path, body }) => path.endsWith('set.json') && body.includes('Three')),
  );
  expect(peer.requests.map(({ body }) => body).join()).not.toContain('Secret');
});

test('sends signed requests with cache lifetimes to an S3 store', async () => {
  const peer = await httpPeer();
  const host = new URL(peer.url).host;
  const { show } = await writePage({
    'page.url': `s3http://KEY:se%2Fcret@${host}/bucket/tonight/?region=eu-central-1`,
  });
  show(pageTrack('One', 1, { art: ART }));
  await waitFor('the page', () =>
    peer.requests.find(({ method, path }) => method === 'PUT' && path.endsWith('now.json')),
  );
  show(hiddenPublication({ kind: 'hide', position: 1, playId: 'play-1' }));
  await waitFor('the picture to be removed', () => peer.requests.find(({ method }) => method === 'DELETE'));
  for (const request of peer.requests) {
    expect(request.path).toMatch(/^\/bucket\/tonight\/[\w./-]+$/);
    expect(request.headers.authorization).toContain('/eu-central-1/s3/aws4_request');
    expect(request.headers.authorization).toContain(`Signature=${signatureOf(request, 'se/cret')}`);
  }
  const kept = peer.requests.flatMap(({ method, path, headers }) =>
    method === 'PUT' ? [[path.replace(/art\/\w+/, 'art/x'), headers['cache-control']]] : [],
  );
  expect(Object.fromEntries(kept)).toMatchObject({
    '/bucket/tonight/art/x.png': 'public, max-age=60',
    '/bucket/tonight/index.html': 'public, max-age=4',
    '/bucket/tonight/now.json': 'public, max-age=4',
  });
});

test.each([
  ['ftp://host/folder', 'page.address-for-files-is'],
  ['/var/www/', 'page.address-for-files-is'],
  ['s3://host/bucket', 'page.key-secret-or-bucket-missing'],
])('rejects the address %s in the language of the page', async (address, id) => {
  const parsed = await pageSink.options['page.url'].kind.parse(address);
  expect(parsed).toMatchObject({ ok: false, problem: { id } });
});

test('never prints the secret in the address', async () => {
  const { parse, print } = pageSink.options['page.url'].kind;
  const parsed = await parse('s3://KEY:geheim@host/bucket/tonight/');
  expect(parsed.ok && print(parsed.value)).toBe('s3://***@host/bucket/tonight/');
});

test('writes a share image for services, and removes that of a track hidden later', async () => {
  const { settings, start, read, text, shows } = await webServer();
  await start();
  const { show } = await writePage({ ...settings, 'page.address': 'https://example.org/tonight/' });
  show(pageTrack('Secret', 1));
  await shows('', 'summary_large_image');
  const [, image = ''] =
    /og:image" content="https:\/\/example\.org\/tonight\/([^"]+)/.exec(await text('')) ?? [];
  expect(image).toMatch(/^art\/[0-9a-f]{18}\.png$/);
  expect((await read(image)).status).toBe(200);
  show(hiddenPublication({ kind: 'hide', position: 1, playId: 'play-1' }));
  await waitFor('the image to be gone', async () => (await read(image)).status === 404 || undefined);
});
