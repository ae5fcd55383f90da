import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Behavior, httpPeer } from '../../test/support/http-peer.ts';
import { publication } from '../../test/support/publication.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { diagnosed, makeSink } from '../../test/support/sink.ts';
import { track } from '../../test/support/tracks.ts';
import { Secret } from '../core/option.ts';
import { TRANSPARENT_PIXEL } from '../core/track.ts';
import { rfc3339 } from '../core/units.ts';
import { webhookSink } from './webhook.ts';

type Change = Parameters<typeof makeSink<(typeof webhookSink)['options']>>[1];

async function webhook(change: Change = {}, behavior?: Behavior, options = {}) {
  const peer = await httpPeer(behavior, options);
  const sink = await makeSink(webhookSink, { 'webhook.url': `${peer.url}/hook?key=1`, ...change });
  return { ...sink, peer };
}

function problemsWith(change: Change) {
  return webhookSink.check?.(settingsOf(webhookSink.options, change)) ?? [];
}

const AT = Date.UTC(2026, 0, 1, 20, 10, 5, 250);

describe('the webhook', () => {
  test('posts the published record as JSON', async () => {
    const { publish, peer } = await webhook();
    await publish(publication({ code: { png: new Uint8Array([1, 2, 3]) } }));
    expect(peer.requests).toHaveLength(1);
    const [request] = peer.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hook?key=1',
      headers: { 'content-type': 'application/json', 'user-agent': 'deckcast/1.2.3' },
    });
    expect(request?.headers).not.toHaveProperty('x-deckcast-signature');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      artist: 'Nightjar Avenue',
      title: 'Paper Lanterns',
      genre: 'House',
      art: Buffer.from(TRANSPARENT_PIXEL.png).toString('base64'),
      streaming_code: 'AQID',
      duration: 361,
      timestamp: rfc3339(AT),
      timestamp_epoch: AT,
      elapsed: '00:10:05',
    });
  });

  test('sends details of the track at their configured paths', async () => {
    const details = {
      album: 'Colors',
      label: 'Harbour',
      remixer: 'Mira',
      comment: 'Opener',
      key: 'Am',
      bpm: 127.5,
      year: 1999,
      isrc: 'DEABC2600001',
    };
    const wanted = [...Object.keys(details), 'deck', 'position'];
    const { publish, peer } = await webhook(
      Object.fromEntries(wanted.map((field) => [`webhook.json.${field}`, ['more', field]])),
    );
    await publish(publication({ track: track({ title: 'Blue', ...details }) }));
    expect(JSON.parse(peer.requests[0]?.body ?? '').more).toEqual({ ...details, deck: '2', position: 3 });
  });

  test('puts each field at its key path, and the custom field if configured', async () => {
    const { publish, peer } = await webhook({
      'webhook.format': '$SONG$ by $ARTIST$',
      'webhook.json.artist': ['track', 'names', 'artist'],
      'webhook.json.title': ['track', 'names', 'title'],
      'webhook.json.format': ['text'],
      'webhook.json.genre': ['__proto__', 'genre'],
      'webhook.json.duration': ['constructor'],
      'webhook.json.art': [],
      'webhook.json.streaming': [],
      'webhook.json.timestamp': [],
      'webhook.json.epoch': [],
      'webhook.json.elapsed': [],
    });
    await publish(publication());
    expect(peer.requests[0]?.body).toBe(
      JSON.stringify(
        JSON.parse(`{
          "track": {"names": {"artist": "Nightjar Avenue", "title": "Paper Lanterns"}},
          "__proto__": {"genre": "House"},
          "constructor": 361,
          "text": "Paper Lanterns by Nightjar Avenue"
        }`),
      ),
    );
  });

  test('signs the bytes of the body when a secret is set', async () => {
    const { publish, peer } = await webhook({ 'webhook.secret': new Secret('s3cret') });
    await publish(publication({ track: track({ title: 'Ünïcödé 蓝' }) }));
    const [request] = peer.requests;
    const wanted = createHmac('sha256', 's3cret')
      .update(Buffer.from(request?.body ?? ''))
      .digest('hex');
    expect(request?.headers['x-deckcast-signature']).toBe(`sha256=${wanted}`);
  });

  test('sends credentials in the address as a header', async () => {
    const peer = await httpPeer();
    const url = peer.url.replace('//', '//ada:l%40vender@');
    const { publish } = await makeSink(webhookSink, { 'webhook.url': url });
    await publish(publication());
    expect(peer.requests[0]?.headers.authorization).toBe(`Basic ${btoa('ada:l@vender')}`);
  });

  test.each([
    [408, 'retry', ''],
    [429, 'retry', ''],
    [503, 'retry', ''],
    [301, 'drop', '; check the address, and its key, in --webhook.url'],
    [401, 'drop', '; check the address, and its key, in --webhook.url'],
    [410, 'drop', '; check the address, and its key, in --webhook.url'],
  ])('answers status %i with the advice %s', async (status, advice, todo) => {
    const { publish, peer } = await webhook({}, () => ({ status, headers: { location: '/elsewhere' } }));
    await expect(publish(publication())).rejects.toMatchObject({
      advice,
      message: `the webhook answered ${status}${todo}`,
    });
    expect(peer.requests).toHaveLength(1);
  });

  test('passes on the pause that the receiver requests', async () => {
    const { publish } = await webhook({}, () => ({ status: 429, headers: { 'retry-after': '7' } }));
    await expect(publish(publication())).rejects.toMatchObject({ advice: 'retry', retryAfterMs: 7_000 });
  });

  test('gives up on a hanging receiver after ten seconds', async () => {
    const { publish, peer, clock } = await webhook({}, () => 'hang');
    const delivery = publish(publication());
    const outcome = expect(delivery).rejects.toMatchObject({
      advice: 'retry',
      message: 'the webhook did not answer within 10 s',
    });
    await peer.waitForRequests(1);
    await clock.advance(9_999);
    expect(clock.waiting).toBe(1);
    await clock.advance(1);
    await outcome;
  });

  test('explains a bad certificate', async () => {
    const { publish, peer } = await webhook({}, undefined, { tls: true });
    await expect(publish(publication())).rejects.toMatchObject({
      message:
        'the webhook cannot be reached: its TLS certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
    expect(peer.requests).toEqual([]);
  });

  test('reports a server without https', async () => {
    const peer = await httpPeer();
    const { publish } = await makeSink(webhookSink, { 'webhook.url': peer.url.replace('http:', 'https:') });
    await expect(publish(publication())).rejects.toThrow(/use TLS/);
  });

  test('aborts at once when the program stops', async () => {
    const { sink, peer } = await webhook({}, () => 'hang');
    const stop = new AbortController();
    const delivery = sink.publish(publication(), stop.signal);
    const outcome = expect(delivery).rejects.toThrow('the end');
    await peer.waitForRequests(1);
    stop.abort(new Error('the end'));
    await outcome;
  });
});

describe('the examination of the webhook', () => {
  const examined = async (status: number, name = '') => {
    const peer = await httpPeer(({ headers }) => ({
      status: name !== '' && headers.authorization !== undefined ? 200 : status,
    }));
    const url = peer.url.replace('//', `//${name}`);
    const found = await diagnosed(webhookSink, { 'webhook.url': url });
    return found.map(({ severity, finding }) => `${severity}: ${finding}`);
  };

  test.each([401, 403, 404, 410, 500, 503])('warns of a server that answers %i', async (status) => {
    expect(await examined(status)).toEqual([
      `warning: the webhook answered ${status} to a test without a track`,
    ]);
  });

  test.each([204, 301, 405, 501])('accepts a server that answers %i', async (status) => {
    expect(await examined(status)).toEqual(['ok: the webhook answers']);
  });

  test('sends the credentials in the address', async () => {
    expect(await examined(401, 'ada:secret@')).toEqual(['ok: the webhook answers']);
  });
});

describe('the key paths', () => {
  test('are valid by default, and may be empty', () => {
    expect(problemsWith({})).toEqual([]);
    expect(problemsWith({ 'webhook.json.art': [], 'webhook.json.title': [] })).toEqual([]);
  });

  test.each([
    [
      'be the same for two fields',
      ['artist'],
      ['artist'],
      'artist is also the path of --webhook.json.artist',
    ],
    ['lie inside another', ['artist'], ['artist', 'title'], expect.stringContaining('lies on one path with')],
    ['lie around another', ['a', 'b'], ['a'], expect.stringContaining('lies on one path with')],
    ['have a key without a name', ['artist'], ['a', '', 'b'], 'every key on the path needs a name'],
  ])('may not %s', (_, artist, title, what) => {
    expect(problemsWith({ 'webhook.json.artist': artist, 'webhook.json.title': title })).toEqual([
      { where: '--webhook.json.title', what },
    ]);
  });
});
