import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { amount } from '../../../test/support/full-length.ts';
import { httpPeer } from '../../../test/support/http-peer.ts';
import { hiddenPublication, publication } from '../../../test/support/publication.ts';
import {
  broadcasting,
  changeTitles,
  icecast,
  listenTo,
  MP3,
  named,
  OPUS,
  until,
} from '../../../test/support/radio.ts';
import { diagnosed, makeSink, sinkTools } from '../../../test/support/sink.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { OWN_SERVER_PAUSE_MS } from '../../core/health.ts';
import { type ShownTrack, UNKNOWN_TRACK } from '../../core/track.ts';
import { DeliveryQueue } from '../../show/deliver/delivery-queue.ts';
import { radioSink } from './index.ts';

test('listeners get changes in order, each once, a hidden one as ID, and the last one again after a test', async () => {
  const { host, encode } = await icecast();
  await Promise.all([encode('/latin', MP3), encode('/utf8', MP3)]);
  const received = [listenTo(host, '/latin', 'latin1'), listenTo(host, '/utf8', 'utf8')];
  const settings = {
    'radio.url': ['/latin', '/utf8'].map((mount) => `icecast://source:hackme@${host}${mount}`),
  };
  const { queue } = await broadcasting(settings);
  const changes = amount({ short: 20, full: 50 });
  const expected = await changeTitles(queue, received, changes);
  expect(received).toEqual([expected, expected]);
  expect(queue.health()).toMatchObject({ failed: 0, dropped: 0 });

  const isRead = (title: string) =>
    until(title, () => received.every((titles) => titles.at(-1) === `Björk - ${title}`));
  queue.publish(named('One', changes + 1));
  await isRead('One');
  await until('the title to be delivered', () => queue.health().queued === 0);
  const tried = await broadcasting(settings);
  await tried.sink.publish(named('This is a test', 1), new AbortController().signal);
  await isRead('This is a test');
  await tried.sink.close?.();
  expect(queue.repeat()).toBe(true);
  await isRead('One');
});

test('a title is retried until server and encoder are there', async () => {
  const { host, start, stop, encode, status } = await icecast();
  await stop();
  const tools = sinkTools();
  const { queue, log } = await broadcasting({ 'radio.url': [`icecast://:hackme@${host}/live`] }, tools);
  const inTime = (what: string, isSo: () => boolean | undefined | Promise<boolean>) =>
    until(
      what,
      async () => {
        await tools.passTime(100, `http://${host}`);
        return (await isSo()) === true;
      },
      () => JSON.stringify([queue.health(), log.lines], undefined, 1),
    );
  queue.publish(named('One', 1));
  await inTime('the failure', () => String(queue.health().lastError).includes('nothing is listening there'));
  await start();
  await inTime('the other failure', () =>
    String(queue.health().lastError).includes('no encoder is streaming to'),
  );
  await encode('/live', MP3);
  await inTime('the title to be written', () => queue.health().queued === 0);
  await until('the title', async () => (await status()).includes('Björk - One'));
  expect(log.lines.map(({ message }) => message)).toEqual([
    'delivery failed',
    'delivery failed',
    'delivery works again',
  ]);
});

test('a wrong password and an Ogg stream are refused in one line each, and delay no other station', async () => {
  const { host, encode, status } = await icecast();
  await Promise.all([encode('/ogg', OPUS), encode('/live', MP3)]);
  const urls = {
    wrong: `icecast://source:no@${host}/live`,
    ogg: `icecast://source:hackme@${host}/ogg`,
    right: `icecast://source:hackme@${host}/live`,
  };
  const { queue } = await broadcasting({ 'radio.url': [urls.wrong, urls.ogg, urls.right] });
  queue.publish(named('One', 1));
  await until('the title', async () => (await status()).includes('Björk - One'));
  const { lastError, stopped } = await waitFor('the refusals', () => {
    const health = queue.health();
    return health.lastError === undefined ? undefined : health;
  });
  expect(stopped).toBe(false);
  expect(lastError).toBe(
    `${host}/live rejects this name and password: check --radio.url; ${host}/ogg accepts no titles, because in an Ogg stream they come from the encoder: stream MP3 or AAC; ${host}/live has the title`,
  );
  const findings = await diagnosed(radioSink, {
    'radio.url': [urls.right, urls.wrong, `icecast://source:hackme@${host}/nobody`],
  });
  expect(
    findings.map(({ severity, finding }) => `${severity}: ${String(finding).replaceAll(host, 'host')}`),
  ).toEqual([
    'ok: host/live answers',
    'fault: host/live rejects this name and password: check --radio.url',
    'warning: no encoder is streaming to host/nobody; it gets the title once one does',
  ]);
});

test.each(['shoutcast://:hackme@127.0.0.1:9', 'azuracast://:key@127.0.0.1:9/station'])(
  'nothing is claimed about %s, which has no test without a title',
  async (url) => {
    const findings = await diagnosed(radioSink, { 'radio.url': [url] });
    expect(findings.map(({ severity, finding }) => `${severity}: ${finding}`)).toEqual([
      expect.stringMatching(/^note: 127\.0\.0\.1:9\S* can only be tested with a title$/),
    ]);
  },
);

test('a title is written again after ten seconds unless another has replaced it', async () => {
  const peer = await httpPeer();
  const { publish, clock } = await makeSink(radioSink, {
    'radio.url': [`${peer.url.replace('http', 'icecast')}/live`],
  });
  const titles = () => peer.requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('song'));
  await publish({ ...named('One', 1), at: clock.now() });
  await clock.advance(9_999);
  await publish(hiddenPublication({ kind: 'hide', at: clock.now() }));
  await clock.advance(9_999);
  expect(titles()).toEqual(['Björk - One', 'ID']);
  await clock.advance(1);
  await until('the title once more', async () => titles().length === 3);
  await clock.advance(60_000);
  expect(titles()).toEqual(['Björk - One', 'ID', 'ID']);
});

test('a repeat that fails is a problem, and is tried again until the station takes it or has another title', async () => {
  const peer = await httpPeer();
  const { sink, publish, clock } = await makeSink(radioSink, {
    'radio.url': [`${peer.url.replace('http', 'icecast')}/live`],
  });
  const titles = () => peer.requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('song'));
  const problems = () => sink.findings?.().map(({ severity, finding }) => `${severity}: ${finding}`);
  const repeats = async (count: number, expected: readonly string[]) => {
    await clock.advance(10_000);
    await until('a repeat', async () => titles().length === count);
    await expect.poll(problems).toEqual(expected);
  };
  const lost = [expect.stringMatching(/^warning: no encoder is streaming to/)];
  await publish({ ...named('One', 1), at: clock.now() });
  expect(problems()).toEqual([]);
  peer.behavior = () => ({ status: 400 });
  await repeats(2, lost);
  await repeats(3, lost);
  peer.behavior = () => ({});
  await repeats(4, []);
  await clock.advance(60_000);
  expect(titles()).toEqual(['One', 'One', 'One', 'One'].map((title) => `Björk - ${title}`));

  await publish({ ...named('Two', 2), at: clock.now() });
  peer.behavior = () => ({ status: 400 });
  await repeats(6, lost);
  peer.behavior = () => ({});
  await publish({ ...named('Three', 3), at: clock.now() });
  expect(problems()).toEqual([]);
  await repeats(8, []);
  expect(titles().slice(5)).toEqual(['Two', 'Three', 'Three'].map((title) => `Björk - ${title}`));
});

test('an hour-old title is dropped, but a hide, or the same play once more, is written at any age', async () => {
  const peer = await httpPeer();
  const { publish } = await makeSink(radioSink, {
    'radio.url': [`${peer.url.replace('http', 'icecast')}/live`],
  });
  const at = -3_600_000 * 1_000;
  await expect(publish({ ...named('One', 1), at })).rejects.toThrow('an hour old');
  expect(peer.requests).toEqual([]);
  const hide = hiddenPublication({ kind: 'hide', at });
  await publish(hide);
  await publish({ ...named('One', 1), playId: hide.playId, at });
  expect(peer.requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('song'))).toEqual([
    'ID',
    'Björk - One',
  ]);
});

test('a station loses its title when nothing is on air, and without an encoder it has none', async () => {
  const peer = await httpPeer();
  const { publish, clock } = await makeSink(radioSink, {
    'radio.url': [`${peer.url.replace('http', 'icecast')}/live`],
  });
  const titles = () => peer.requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('song'));
  await publish({ ...named('One', 1), at: clock.now() });
  const offAir = { kind: 'off air', track: UNKNOWN_TRACK as ShownTrack, at: -3_600_000 * 1_000 } as const;
  await publish(publication(offAir));
  expect(titles()).toEqual(['Björk - One', '']);
  peer.behavior = () => ({ status: 400 });
  await publish(publication(offAir));
  await expect(publish({ ...named('Two', 2), at: clock.now() })).rejects.toThrow('no encoder is streaming');
});

test('a station keeps the title of the run before until it is hidden, or a test is over', async () => {
  const peer = await httpPeer();
  const radio = { 'radio.url': [`${peer.url.replace('http', 'icecast')}/live`] };
  const titles = () => peer.requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('song'));
  const earlier = { ...named('One', 1), playId: 'earlier 1', isResumed: true } as const;
  const hide = hiddenPublication({ kind: 'hide', playId: 'earlier 1', isResumed: true });
  const resumed = { ...hide, kind: 'off air' } as const;

  const { queue, sink } = await broadcasting(radio);
  sink.earlier?.(earlier);
  queue.publish(resumed);
  await until('the end', () => queue.health().queued === 0);
  expect([titles(), queue.health().delivered]).toEqual([[], 0]);
  queue.repeat();
  await until('the title to be taken', () => queue.health().delivered === 1);
  expect(titles()).toEqual(['']);
  expect(sink.earlier?.({ ...hide, playId: 'earlier 0' })).toBe(undefined);
  expect(sink.earlier?.(hide)).toBe('refresh');

  const other = await makeSink(radioSink, radio);
  other.sink.earlier?.({ ...hide, kind: 'track' });
  await other.publish(resumed);
  expect(titles()).toEqual(['', '']);
});

test('Icecast takes the title away when nothing is on air', async () => {
  const { host, encode, status } = await icecast();
  await encode('/live', MP3);
  const { queue } = await broadcasting({ 'radio.url': [`icecast://source:hackme@${host}/live`] });
  queue.publish(named('One', 1));
  await until('the title', async () => (await status()).includes('Björk - One'));
  queue.publish(publication({ kind: 'off air', track: UNKNOWN_TRACK as ShownTrack }));
  await until('its end', async () => !(await status()).includes('Björk - One'));
  expect(await status()).not.toContain('"title":"ID"');
});

test('a refused password is retried within five minutes', async () => {
  const peer = await httpPeer(() => ({ status: 401 }));
  const tools = sinkTools();
  const { sink } = await makeSink(
    radioSink,
    { 'radio.url': [`${peer.url.replace('http', 'icecast')}/live`] },
    tools,
  );
  const queue = new DeliveryQueue('radio', sink, tools);
  onTestFinished(() => queue.close(0));
  queue.publish({ ...named('One', 1), at: tools.clock.now() });
  await until('the refusal', () => queue.health().stopped);
  expect(queue.health().lastError).toContain('etrying every 5 minutes');
  peer.behavior = () => ({});
  await tools.clock.advance(OWN_SERVER_PAUSE_MS);
  await until('the title', () => queue.health().delivered === 1);
});

test('a refused password is retried at once when a check-up was passed', async () => {
  const peer = await httpPeer(() => ({ status: 401 }));
  const { sink, queue } = await broadcasting({
    'radio.url': [`${peer.url.replace('http', 'icecast')}/live`],
  });
  queue.publish({ ...named('One', 1), at: Date.now() });
  await until('the refusal', () => queue.health().stopped);
  peer.behavior = () => ({});
  queue.retry();
  await until('the title', () => queue.health().delivered === 1);
  await sink.close?.();
});

test('the trouble of one station says which other one has the title', async () => {
  const healthy = await httpPeer();
  const addresses = [
    `icecast://127.0.0.1:${await freePort()}/live`,
    `${healthy.url.replace('http', 'icecast')}/live`,
  ];
  const { sink, clock } = await makeSink(radioSink, { 'radio.url': addresses });
  const written = sink.publish({ ...named('One', 1), at: clock.now() }, new AbortController().signal);
  await expect(written).rejects.toThrow(`; ${healthy.url.replace('http://', '')}/live has the title`);
  await sink.close?.();
});

test('an unresponsive station does not delay a hide at another', async () => {
  const healthy = await httpPeer();
  const silent = await httpPeer(() => 'hang');
  const addresses = [silent, healthy].map(({ url }) => `${url.replace('http', 'icecast')}/live`);
  const { sink, clock } = await makeSink(radioSink, { 'radio.url': addresses });
  const replaced = new AbortController();
  const first = sink.publish({ ...named('One', 1), at: clock.now() }, replaced.signal);
  await until('the title', async () => healthy.requests.length === 1);
  replaced.abort(new Error('a newer one'));
  await expect(first).rejects.toThrow('a newer one');
  const hiding = new AbortController();
  const hide = sink.publish(hiddenPublication({ kind: 'hide', at: clock.now() }), hiding.signal);
  await until('the hide', async () => healthy.requests.at(-1)?.path.includes('song=ID') === true);
  hiding.abort(new Error('over'));
  await expect(hide).rejects.toThrow('over');
  await sink.close?.();
});

test('a silent station is a problem, even if titles replace each other faster than it could answer', async () => {
  const peer = await httpPeer(() => 'hang');
  const { sink, clock } = await makeSink(radioSink, {
    'radio.url': [`${peer.url.replace('http', 'icecast')}/live`],
  });
  const replaced = new AbortController();
  const first = sink.publish({ ...named('One', 1), at: clock.now() }, replaced.signal);
  await until('the title', async () => peer.requests.length === 1);
  replaced.abort(new Error('a newer one'));
  await expect(first).rejects.toThrow('a newer one');
  const over = new AbortController();
  const second = sink.publish({ ...named('Two', 2), at: clock.now() }, over.signal);
  await clock.advance(5_000);
  const problems = () => sink.findings?.().map(({ finding }) => String(finding));
  await expect.poll(problems).toEqual([expect.stringMatching(/did not answer within 5 s$/)]);
  over.abort(new Error('over'));
  await expect(second).rejects.toThrow('over');
  await sink.close?.();
});

test('Shoutcast and AzuraCast get the title by their own protocols', async () => {
  const peer = await httpPeer();
  const host = peer.url.replace('http://', '');
  const { publish, clock, sink } = await makeSink(radioSink, {
    'radio.url': [`shoutcast://:pa%26ss@${host}/?sid=2`, `azuracast://:key@${host}/main`],
    'radio.charset': 'latin1',
  });
  await publish({ ...named("Ж-Ö ';", 1), at: clock.now() });
  const [shoutcast, azuracast] = peer.requests.sort((one, other) => one.path.localeCompare(other.path));
  expect(new URLSearchParams(shoutcast?.path.split('?')[1]).get('pass')).toBe('pa&ss');
  expect(shoutcast?.path).toContain('%42%6A%F6%72%6B%20%2D%20%3F%2D%D6%20%27%20%3B');
  expect(azuracast).toMatchObject({ method: 'POST', path: '/api/station/main/nowplaying/update' });
  expect(azuracast?.headers['x-api-key']).toBe('key');
  expect(JSON.parse(azuracast?.body ?? '')).toEqual({ artist: 'Björk', title: "Ж-Ö ';" });
  await sink.close?.();
});

test.each([
  ['http://host/live', 'radio.address-of-station-begins'],
  ['icecast://host:8000', 'radio.mount-missing'],
  ['azuracasts://:key@host', 'radio.number-missing'],
])('the address %s is rejected in the language of the page', async (address, id) => {
  const parsed = await radioSink.options['radio.url'].kind.parse(address);
  expect(parsed).toMatchObject({ ok: false, problem: { id } });
});

test('the password in the address of a station is never printed', async () => {
  const parsed = await radioSink.options['radio.url'].kind.parse('icecast://u:geheim@host:8000/live');
  expect(parsed.ok && radioSink.options['radio.url'].kind.print(parsed.value)).toBe(
    'icecast://***@host:8000/live',
  );
});
