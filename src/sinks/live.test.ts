import { describe, expect, test } from 'vitest';
import { type Behavior, httpPeer } from '../../test/support/http-peer.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { makeSink, sinkTools } from '../../test/support/sink.ts';
import { track } from '../../test/support/tracks.ts';
import { waitFor } from '../../test/support/wait.ts';
import { Secret } from '../core/option.ts';
import { entryOf } from '../core/record.ts';
import type { Publication, Track } from '../core/track.ts';
import { DeliveryQueue } from '../show/deliver/delivery-queue.ts';
import { createFanout } from '../show/deliver/fanout.ts';
import { licensedWishes, liveOptions, liveSink } from './live.ts';

const KEY = 'dcl_secret-key-of-a-channel';

const named = (seq: number, names: Partial<Track>) =>
  publication({
    seq,
    playId: `play ${seq}`,
    position: seq,
    track: track({ title: `Track ${seq}`, ...names }),
  });

async function live(behavior: Behavior = () => ({ status: 202 }), change = {}, more = {}) {
  const tools = { ...sinkTools(), ...more };
  const peer = await httpPeer(behavior);
  const settings = { 'live.api_key': new Secret(KEY), 'live.url': peer.url, ...change };
  const made = await makeSink(liveSink, settings, tools);
  const queue = new DeliveryQueue('live', made.sink, tools);
  const fanout = createFanout([{ name: 'live', sink: made.sink }], tools);
  const idle = async (passMs = 0) => {
    await tools.clock.advance(passMs);
    return waitFor('the queues to be idle or stopped', async () => {
      await tools.passTime(250, peer.url);
      const all = [queue.health(), ...fanout.health()];
      return all.some(({ queued, stopped }) => queued > 0 && !stopped) ? undefined : queue.health();
    });
  };
  const show = async (one: Publication, passMs?: number) => {
    fanout.publish(one);
    await idle(passMs);
  };
  const sent = () => peer.requests.map(({ body }) => JSON.parse(body));
  return { ...made, peer, queue, fanout, show, idle, sent };
}

describe('the live sink', () => {
  test('sends message, artist and title with the key of the channel', async () => {
    const { publish, peer, sent } = await live(undefined, { 'live.format': '$SONG$ by $ARTIST$' });
    await publish(named(1, { artist: 'Ada', title: 'Blue' }));
    expect(sent()).toEqual([{ message: 'Blue by Ada', artist: 'Ada', title: 'Blue' }]);
    expect(peer.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/tracks',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
  });

  test('sends the first of many quick changes at once, then only the newest', async () => {
    const { queue, idle, sent, peer } = await live(undefined, { 'live.format': '$SONG$' });
    queue.publish(named(1, { title: 'Blue 1' }));
    await peer.waitForRequests(1);
    for (let seq = 2; seq <= 20; seq += 1) {
      queue.publish(named(seq, { title: `Blue ${seq}` }));
    }
    await idle();
    expect(sent().map(({ title }) => title)).toEqual(['Blue 1', 'Blue 20']);
  });

  test('never sends a hidden track, nor one hidden while it waited', async () => {
    const { queue, idle, sent, peer } = await live();
    queue.publish(named(1, { title: 'Blue' }));
    await peer.waitForRequests(1);
    queue.publish(named(2, { title: 'Secret' }));
    queue.publish(hiddenPublication({ kind: 'hide', seq: 3, playId: 'play 2' }));
    queue.publish(hiddenPublication({ seq: 4, playId: 'play 4' }));
    await idle();
    expect(sent().map(({ title }) => title)).toEqual(['Blue']);
  });

  describe('clearing pages', () => {
    const titles = (sent: readonly { readonly title: string }[]) => sent.map(({ title }) => title);
    const hide = (seq: number, position = seq) =>
      hiddenPublication({ kind: 'hide', seq: seq + 100, playId: `play ${seq}`, position });

    test('removes a hidden track and those before it at once, and a reveal sends it again', async () => {
      const { sent, show } = await live();
      await show(named(1, { title: 'Blue' }));
      await show(hide(1));
      expect(sent().slice(1)).toEqual([{ message: '', artist: '', title: '' }]);
      await show({ ...named(1, { title: 'Blue' }), kind: 'reveal', seq: 200 });
      expect(titles(sent())).toEqual(['Blue', '', 'Blue']);
    });

    test('does not happen for a correction, which is sent only on request', async () => {
      const { fanout, idle, sent, show } = await live();
      await show(named(1, { title: 'Blue' }));
      await show({ ...named(1, { title: 'Blue' }), kind: 'correction', seq: 200 });
      expect(titles(sent())).toEqual(['Blue']);
      await show(named(2, { title: 'Red' }));
      expect(fanout.repeat('live')).toBe(true);
      await idle();
      expect(titles(sent())).toEqual(['Blue', 'Red', 'Red']);
    });

    test('removes a hidden earlier track, and sends the track on air again', async () => {
      const { fanout, idle, sent, show } = await live();
      for (const [index, title] of ['Blue', 'Red'].entries()) {
        await show(named(index + 1, { title }));
      }
      fanout.publishEarlier(hide(1));
      await idle();
      expect(titles(sent())).toEqual(['Blue', 'Red', '', 'Red']);
    });

    test('removes a track that pages still show because the next is hidden or delayed', async () => {
      for (const delay of [0, 12_000]) {
        const { fanout, idle, sent, show } = await live(undefined, { 'live.delay': delay });
        await show(named(1, { title: 'Blue' }), delay);
        await show(delay > 0 ? named(2, { title: 'Red' }) : hiddenPublication({ seq: 2, playId: 'play 2' }));
        fanout.publishEarlier(hide(1));
        await idle();
        expect(titles(sent())).toEqual(['Blue', '']);
      }
    });

    test('removes a track that an earlier run sent', async () => {
      const entries = [1, 2].map((seq) => entryOf(named(seq, {})));
      const goesOn = { earlierSet: () => ({ session: 1, startedAt: 0, entries }) };
      const first = await live(undefined, {}, goesOn);
      await first.show(hiddenPublication({ seq: 1, playId: 'again', position: 2 }));
      expect(titles(first.sent())).toEqual(['']);
      const before = await live(undefined, {}, goesOn);
      before.fanout.publishEarlier(hide(1));
      await before.idle();
      expect(titles(before.sent())).toEqual(['']);
      const next = await live(undefined, {}, goesOn);
      await next.show(hiddenPublication({ seq: 1, playId: 'next', position: 3 }));
      expect(next.sent()).toEqual([]);
    });

    test('fails with an old backend, is logged, and the next track is sent', async () => {
      const { sent, log, show } = await live(({ body }) => ({
        status: JSON.parse(body).message === '' ? 400 : 202,
      }));
      await show(named(1, { title: 'Blue' }));
      await show(hide(1));
      await show(named(2, { title: 'Red' }));
      expect(titles(sent())).toEqual(['Blue', '', 'Red']);
      expect(JSON.stringify(log.lines)).toContain('too old to remove a hidden track');
    });

    test('is retried until the backend answers, whatever comes meanwhile', async () => {
      let isDown = false;
      const { fanout, idle, sent, peer, clock, show } = await live(() => ({ status: isDown ? 503 : 202 }));
      await show(named(1, { title: 'Blue' }));
      isDown = true;
      fanout.publish(hide(1));
      await clock.advance(1_000);
      await peer.waitForRequests(2);
      fanout.publish(hiddenPublication({ seq: 2, playId: 'play 2', position: 2 }));
      isDown = false;
      await idle();
      expect(titles(sent()).at(-1)).toBe('');
      expect(titles(sent()).filter((title) => title !== '')).toEqual(['Blue']);
    });
  });

  test('shortens names to the size of a broadcast, without half characters', async () => {
    const { publish, peer, sent, clock } = await live();
    for (const [index, letter] of ['"', '💙', '\\', 'a', '\u{1d11e}'].entries()) {
      await publish(named(index, { artist: letter.repeat(9_000), title: letter.repeat(9_000) }));
      await clock.advance(1_000);
    }
    for (const { body } of peer.requests) {
      expect(Buffer.byteLength(body)).toBeLessThan(4_500);
    }
    expect(sent()[1].title).toBe(`${'💙'.repeat(248)}…`);
  });

  test('pauses with one log line that names the setup command if its key is refused', async () => {
    const { queue, clock, log, peer, idle } = await live(() => ({ status: 401 }));
    queue.publish(named(1, {}));
    expect(await idle()).toMatchObject({ stopped: true });
    queue.publish(named(2, {}));
    await clock.advance(1_000);
    expect(peer.requests).toHaveLength(1);
    expect(log.lines).toEqual([
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ reason: expect.stringContaining('deckcast live setup') }),
      }),
    ]);
    expect(JSON.stringify(log.lines)).not.toContain(KEY);
  });

  test('waits as long as the backend asks, and delivers after an outage', async () => {
    const answers = [{ status: 429, headers: { 'retry-after': '7' } }, { status: 503 }, 'reset'] as const;
    const times: number[] = [];
    const made = await live(() => {
      times.push(made.clock.monotonic());
      return answers[times.length - 1] ?? { status: 202 };
    });
    made.queue.publish(named(1, {}));
    expect(await made.idle()).toMatchObject({ delivered: 1, dropped: 0 });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(7_000);
    expect(times).toHaveLength(4);
  });

  test('sends nothing if the format gives an empty text', async () => {
    const { publish, peer } = await live(undefined, { 'live.format': '$GENRE$' });
    await publish(named(1, { genre: '' }));
    expect(peer.requests).toEqual([]);
  });

  test('is off without a license', async () => {
    const keyed = settingsOf(liveOptions, { 'live.api_key': new Secret(KEY) });
    expect(await liveSink.create(keyed, { ...sinkTools(), licensed: false })).toBeUndefined();
    expect(licensedWishes(keyed)).toEqual(['live sink']);
  });
});
