import { type ArtNetTimecode, createArtnet } from '@arcanewizards/artnet';
import { expect, onTestFinished, test } from 'vitest';
import { hiddenPublication, publication } from '../../../test/support/publication.ts';
import { makeSink, sinkTools } from '../../../test/support/sink.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { artnetSink } from './index.ts';

/** Plays at `speed` times that of the track, and records what another program receives. */
async function playing(change: Parameters<typeof makeSink<typeof artnetSink.options>>[1] = {}, speed = 1.05) {
  const received: ArtNetTimecode[] = [];
  const judge = createArtnet({ type: 'interface', interface: 'lo', mode: 'receive' });
  judge.on('timecode', (timecode) => received.push(timecode));
  onTestFinished(() => judge.destroy());
  await judge.connect();
  const tools = sinkTools();
  const { clock } = tools;
  const { sink } = await makeSink(
    artnetSink,
    { 'artnet.host': '127.0.0.1', 'artnet.rate': '25', ...change },
    // Timers count whole milliseconds.
    { ...tools, clock: { ...clock, after: (ms, then) => clock.after(Math.max(1, Math.floor(ms)), then) } },
  );
  onTestFinished(() => sink.close?.());
  tools.beats.connect({
    follow: () => () => undefined,
    at: (at) => [
      {
        deck: '1',
        play: publication().playId,
        leads: true,
        grid: { beat: at / 500, bpm: 120, positionMs: at * speed },
      },
    ],
  });
  const show = (shown: ReturnType<typeof publication>): void => {
    tools.beats.judgeBy({ shows: (play) => play === shown.playId && !shown.hidden });
    void sink.publish(shown, new AbortController().signal);
  };
  sink.prepare?.();
  const arrived = (count: number) =>
    waitFor('the timecode', () => (received.length >= count ? received : undefined));
  return { sink, tools, received, arrived, show };
}

test('timecode follows the position and the pitch, and each frame is sent once', async () => {
  const { sink, tools, arrived, show } = await playing();
  show(publication());
  await tools.clock.advance(1_000);
  const received = await arrived(26);
  expect(sink.taken?.().delivered).toBeGreaterThanOrEqual(26);
  expect(received.map(({ timeMillis }) => timeMillis)).toEqual(
    Array.from({ length: received.length }, (_, frame) => (frame + 1) * 40),
  );
  expect(received[0]?.mode).toBe('EBU');
});

test('each frame of a slow track is sent once, although timers fire early', async () => {
  const { tools, arrived, show } = await playing({ 'artnet.rate': '29.97' }, 0.9);
  show(publication());
  await tools.clock.advance(2_000);
  const times = (await arrived(50)).map(({ timeMillis }) => timeMillis);
  expect(times).toEqual([...new Set(times)]);
  expect(times.length).toBeLessThan(56);
});

test('timecode holds while the track is hidden', async () => {
  const { tools, received, arrived, show } = await playing();
  show(publication());
  await tools.clock.advance(200);
  show(hiddenPublication());
  await tools.clock.advance(400);
  const held = (await arrived(15)).slice(6).map(({ timeMillis }) => timeMillis);
  expect([...new Set(held)]).toEqual([200]);
  show(publication());
  await tools.clock.advance(100);
  await arrived(17);
  expect(received.at(-1)?.timeMillis).toBeGreaterThan(600);
});

test('each track has its own hour if the user wants that', async () => {
  const { tools, arrived, show } = await playing({ 'artnet.hours': 'on' });
  show(publication());
  await tools.clock.advance(100);
  expect((await arrived(2))[0]?.hours).toBe(3);
});

test('nothing is sent before the first track', async () => {
  const { sink, tools, received } = await playing();
  await tools.clock.advance(500);
  expect(received).toEqual([]);
  expect(sink.taken?.()).toEqual({ delivered: 0, queued: 0 });
  const { signal } = new AbortController();
  expect(String(await sink.publish(publication(), signal))).toContain('timecode is sent while a track plays');
});
