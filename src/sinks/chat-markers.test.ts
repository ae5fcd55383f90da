import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { BOT, CHANNEL, EventSubStandIn } from '../../test/support/chat/event-sub.ts';
import { hiddenPublication, played } from '../../test/support/publication.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { makeSink, sinkTools } from '../../test/support/sink.ts';
import { waitFor } from '../../test/support/wait.ts';
import { Secret } from '../core/option.ts';
import { DeliveryQueue } from '../show/deliver/delivery-queue.ts';
import { chatMarkersSink } from './chat-markers.ts';

let twitch: EventSubStandIn;

beforeEach(async () => {
  twitch = await EventSubStandIn.open();
  onTestFinished(() => twitch.close());
});

/** Behind its queue. */
async function marking() {
  const tools = sinkTools();
  const made = await makeSink(
    chatMarkersSink,
    {
      'chat.service': 'twitch',
      'chat.token': new Secret('token-1'),
      'chat.channel': CHANNEL.login,
      'chat.url': twitch.url,
      'chat.markers': true,
    },
    tools,
  );
  const queue = new DeliveryQueue('chat-markers', made.sink, tools);
  const emptied = () =>
    waitFor('the queue to be empty', async () => {
      await tools.passTime(1_000, twitch.url);
      const health = queue.health();
      return health.queued === 0 || health.stopped ? health : undefined;
    });
  return { ...made, queue, emptied };
}

test('each track gets a marker, shortened to the limit of Twitch', async () => {
  const { queue, emptied, log } = await marking();
  queue.publish(played('One', 1));
  await emptied();
  queue.publish(played('🎛'.repeat(200), 2));
  expect(await emptied()).toMatchObject({ delivered: 2, failed: 0 });
  expect(twitch.markers).toEqual([
    'Nightjar Avenue - One',
    expect.stringMatching(/^Nightjar Avenue - 🎛{121}…$/u),
  ]);
  expect(log.lines).toEqual([]);
});

test('a hidden track gets no marker, and a corrected one no second marker', async () => {
  const { queue, emptied } = await marking();
  queue.publish(hiddenPublication({ playId: 'play-1', position: 1 }));
  queue.publish(played('Two', 2));
  await emptied();
  queue.publish({ ...played('Two (Dub)', 2), kind: 'correction' });
  await emptied();
  expect(twitch.markers).toEqual(['Nightjar Avenue - Two']);
});

test('an offline channel is reported once, and is not a fault', async () => {
  const { queue, emptied, log } = await marking();
  twitch.isLive = false;
  for (const position of [1, 2, 3]) {
    queue.publish(played(`Title ${position}`, position));
    await emptied();
  }
  expect(log.lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
    'info no live stream to mark',
  ]);
  twitch.isLive = true;
  queue.publish(played('Four', 4));
  expect(await emptied()).toMatchObject({ delivered: 1, failed: 0, dropped: 0, stopped: false });
  expect(twitch.markers).toEqual(['Nightjar Avenue - Four']);
});

test('only the newest of tracks in quick succession waits', async () => {
  const { queue, emptied } = await marking();
  queue.publish(played('One', 1));
  await emptied();
  for (const position of [2, 3, 4]) {
    queue.publish(played(`Title ${position}`, position));
  }
  await emptied();
  expect(twitch.markers).toEqual(['Nightjar Avenue - One', 'Nightjar Avenue - Title 4']);
});

test('an account that is not an editor of the channel is reported', async () => {
  const { queue, emptied, log } = await marking();
  twitch.editors = [];
  queue.publish(played('One', 1));
  expect(await emptied()).toMatchObject({ stopped: true });
  expect(JSON.stringify(log.lines)).toContain('let this account do that');
  expect([BOT.id, twitch.markers]).toEqual(['7', []]);
});

test('a requested pause is kept, and a late marker is dropped', async () => {
  const { queue, emptied, clock } = await marking();
  let refusals = 2;
  twitch.fault = (path) => {
    refusals -= path.endsWith('/streams/markers') ? 1 : 0;
    return path.endsWith('/streams/markers') && refusals >= 0
      ? { status: 429, headers: { 'retry-after': refusals === 1 ? '3' : '60' } }
      : undefined;
  };
  const before = clock.monotonic();
  queue.publish(played('One', 1));
  expect(await emptied()).toMatchObject({ delivered: 0, dropped: 1 });
  queue.publish(played('Two', 2));
  await emptied();
  expect(twitch.markers).toEqual([]);
  await clock.advance(61_000 - (clock.monotonic() - before));
  queue.publish(played('Three', 3));
  await emptied();
  expect(twitch.markers).toEqual(['Nightjar Avenue - Three']);
});

test('markers need Twitch', () => {
  const check = (change: object) =>
    chatMarkersSink.check?.(settingsOf(chatMarkersSink.options, { 'chat.markers': true, ...change }));
  expect(check({ 'chat.service': 'discord', 'chat.channel': '1' })).toMatchObject([
    { where: '--chat.markers' },
  ]);
  expect(check({ 'chat.service': 'twitch' })).toEqual([]);
});

test('another account in the settings sets the next marker', async () => {
  const { queue, emptied, settings } = await marking();
  queue.publish(played('One', 1));
  await emptied();
  twitch.token = 'token-2';
  Object.assign(settings, { 'chat.token': new Secret('token-2') });
  queue.settingsChanged();
  queue.publish(played('Two', 2));
  expect(await emptied()).toMatchObject({ delivered: 2, stopped: false });
  expect(twitch.markers).toEqual(['Nightjar Avenue - One', 'Nightjar Avenue - Two']);
});
