/** Public outputs after three hours without a network: caught up in order, without outdated messages. */
import { expect, onTestFinished, test } from 'vitest';
import type { Sink } from '../src/core/contracts/sink.ts';
import { Secret } from '../src/core/option.ts';
import type { Publication } from '../src/core/track.ts';
import { DeliveryQueue } from '../src/show/deliver/delivery-queue.ts';
import { liveSink } from '../src/sinks/live.ts';
import { pageSink } from '../src/sinks/page/index.ts';
import { radioSink } from '../src/sinks/radio/index.ts';
import { httpPeer } from './support/http-peer.ts';
import { hiddenPublication, publication } from './support/publication.ts';
import { makeSink, sinkTools } from './support/sink.ts';
import { track } from './support/tracks.ts';
import { waitFor } from './support/wait.ts';

const TRACK_MS = 15 * 60_000;
const TRACKS = 12;
const HIDDEN = 5;
const STEP_MS = 60_000;

/** Radio, page and live extension behind their queues, on one network that is down. */
async function offline() {
  const tools = sinkTools();
  const peer = await httpPeer(() => 'reset');
  const { sink: radio } = await makeSink(
    radioSink,
    { 'radio.url': [`${peer.url.replace('http', 'icecast')}/live`], 'radio.delay': 0 },
    tools,
  );
  const { sink: page } = await makeSink(
    pageSink,
    { 'page.url': `${peer.url}/tonight/`, 'page.delay': 0 },
    tools,
  );
  const { sink: live } = await makeSink(
    liveSink,
    { 'live.api_key': new Secret('dcl_key'), 'live.url': `${peer.url}/backend/`, 'live.delay': 0 },
    tools,
  );
  page.prepare?.();
  const queues = Object.entries({ radio, page, live }).map(
    ([name, sink]: [string, Sink]) => new DeliveryQueue(name, sink, tools),
  );
  onTestFinished(() => Promise.all(queues.map((queue) => queue.close(0))).then(() => undefined));
  const pass = async (ms: number) => {
    for (const end = tools.clock.monotonic() + ms; tools.clock.monotonic() < end; ) {
      await tools.passTime(STEP_MS, peer.url);
    }
  };
  const show = (one: Publication) => {
    for (const queue of queues) {
      queue.publish({ ...one, at: tools.clock.now() });
    }
  };
  const back = async () => {
    peer.requests.length = 0;
    peer.behavior = ({ method, path }) =>
      path.endsWith('/track') || path.includes('backend')
        ? { status: 202 }
        : { status: method === 'GET' && !path.includes('/admin/') ? 404 : 200 };
    await waitFor('everything to be caught up', async () => {
      await tools.passTime(1_000, peer.url);
      return (
        peer.requests.some(({ method, path }) => method === 'PUT' && path.endsWith('now.json')) || undefined
      );
    });
    await pass(60_000);
  };
  const titles = () =>
    peer.requests.flatMap(({ path }) => new URL(path, peer.url).searchParams.get('song') ?? []);
  const messages = () =>
    peer.requests.flatMap(({ path, body }) => (path.includes('backend') ? [JSON.parse(body).title] : []));
  const put = (file: string) =>
    JSON.parse(
      peer.requests.findLast(({ method, path }) => method === 'PUT' && path.endsWith(file))?.body ?? '{}',
    );
  return { pass, show, back, titles, messages, put };
}

const named = (position: number) =>
  publication({
    seq: position,
    position,
    playId: `play-${position}`,
    track: track({ artist: 'Ada', title: `Track ${position}` }),
    elapsedMs: (position - 1) * TRACK_MS,
  });

test('the page gets the whole set in order after three hours offline, radio and extension only the current track', async () => {
  const { pass, show, back, titles, messages, put } = await offline();
  for (let position = 1; position <= TRACKS; position += 1) {
    show(named(position));
    await pass(TRACK_MS / 2);
    if (position === HIDDEN) {
      show(hiddenPublication({ ...named(position), kind: 'hide', hidden: true, track: track({}) }));
    }
    await pass(TRACK_MS / 2);
  }
  show(named(TRACKS + 1));
  await back();
  const positions = Array.from({ length: TRACKS + 1 }, (_, index) => index + 1);
  expect(put('set.json').tracks.map(({ title }: { title: string }) => title)).toEqual(
    positions.map((position) => (position === HIDDEN ? 'ID' : `Track ${position}`)),
  );
  expect(put('now.json').track).toMatchObject({ position: TRACKS + 1, title: `Track ${TRACKS + 1}` });
  expect(new Set(titles())).toEqual(new Set([`Ada - Track ${TRACKS + 1}`]));
  // The hidden track was sent without an answer, so a viewer may have it and it must be cleared.
  expect(messages()).toEqual(['', `Track ${TRACKS + 1}`]);
});

test('a set that ended over an hour before the network returned goes to the page only', async () => {
  const { pass, show, back, titles, messages, put } = await offline();
  show(named(1));
  await pass(TRACK_MS);
  show(named(2));
  await pass(70 * 60_000);
  await back();
  expect(put('set.json').tracks.map(({ title }: { title: string }) => title)).toEqual(['Track 1', 'Track 2']);
  expect([titles(), messages()]).toEqual([[], []]);
});
