/** A chat sink with its stand-in, to deliver whole sets. */
import { expect } from 'vitest';
import { Secret } from '../../../src/core/option.ts';
import type { Picture, Track } from '../../../src/core/track.ts';
import { DeliveryQueue } from '../../../src/show/deliver/delivery-queue.ts';
import { chatSink } from '../../../src/sinks/chat.ts';
import { httpPeer } from '../http-peer.ts';
import { publication } from '../publication.ts';
import { makeSink, sinkTools } from '../sink.ts';
import { track } from '../tracks.ts';
import { waitFor } from '../wait.ts';
import { type DiscordRules, discordStandIn } from './discord.ts';
import { slackStandIn, type TwitchRules, telegramStandIn, twitchStandIn } from './others.ts';

export type ChatService = 'discord' | 'slack' | 'telegram' | 'twitch';
export type ChatSettings = Parameters<typeof makeSink<(typeof chatSink)['options']>>[1];

export const TOKEN = '123456:secret-token';
export const CHANNEL = '4242';

/** Tools, and rules for a stand-in that use the same clock. */
export function setUp(rules: { token?: string; channel?: string } = {}) {
  const tools = sinkTools();
  return { tools, rules: { clock: tools.clock, token: TOKEN, channel: CHANNEL, ...rules } };
}

const STAND_INS = {
  discord: discordStandIn,
  slack: slackStandIn,
  telegram: telegramStandIn,
  twitch: twitchStandIn,
};

/** Chat sink with the stand-in of this service. `account` overrides the rules of a valid account. */
export async function chatOn(
  service: ChatService,
  change: ChatSettings = {},
  account: Partial<DiscordRules & TwitchRules> = {},
) {
  const channel = service === 'twitch' ? 'ada' : CHANNEL;
  const { tools, rules } = setUp({ channel });
  const standIn = STAND_INS[service]({
    ...{ ...rules, login: 'ada_bot', userId: '7', channelId: '99' },
    scopes: ['user:write:chat', 'files:write'],
    ...account,
  });
  const peer = await httpPeer(standIn.behavior);
  const settings = {
    ...{ 'chat.service': service, 'chat.url': peer.url, 'chat.channel': channel },
    'chat.token': new Secret(TOKEN),
    'chat.format': '$SONG$',
    ...change,
  };
  const sink = await makeSink(chatSink, settings, tools);
  return { ...sink, peer, standIn, passTime: (ms: number) => tools.passTime(ms, peer.url) };
}

export const named = (seq: number, names: Partial<Track>) =>
  publication({ seq, playId: `play ${seq}`, position: seq, track: track(names) });

/** Delivers these titles as the program does, with retries, and waits for all of them. */
export async function deliver(
  chat: Awaited<ReturnType<typeof chatOn>>,
  titles: readonly string[],
  art?: Picture,
): Promise<ReturnType<DeliveryQueue['health']>> {
  const queue = new DeliveryQueue('chat', chat.sink, chat);
  titles.forEach((title, index) => {
    queue.publish({ ...named(index + 1, { title }), ...(art && { art }) });
  });
  return waitFor('all to be delivered', async () => {
    // A fraction of a millisecond, because a service's real limit may be a little after the rounded one.
    await chat.passTime(499.75);
    const health = queue.health();
    return health.queued === 0 || health.stopped ? health : undefined;
  });
}

export const TWELVE = Array.from({ length: 12 }, (_, index) => `Title ${index + 1}`);

/** A log that a user shares must not allow others to post. */
export function expectNoToken(chat: { log: { lines: unknown[] } }): void {
  expect(JSON.stringify(chat.log.lines)).not.toContain('secret-token');
}
