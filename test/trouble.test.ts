import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Secret } from '../src/core/option.ts';
import { SqliteSessions } from '../src/sets/sqlite-sessions.ts';
import { SessionStore } from '../src/sets/store.ts';
import { createFanout } from '../src/show/deliver/fanout.ts';
import { sinkParts } from '../src/sinks/index.ts';
import { discordStandIn } from './support/chat/discord.ts';
import { httpPeer } from './support/http-peer.ts';
import { publication } from './support/publication.ts';
import { settingsOf } from './support/settings.ts';
import { sinkTools } from './support/sink.ts';
import { smallDisk } from './support/small-disk.ts';
import { track } from './support/tracks.ts';
import { waitFor } from './support/wait.ts';

const TITLES = Array.from({ length: 8 }, (_, index) => `Title ${index + 1}`);

test('the overlay follows despite a hanging webhook, a refusing chat and a full disk, which get everything later', async () => {
  const tools = sinkTools();
  const disk = await smallDisk(1024 * 1024);
  const receiver = await httpPeer(() => 'hang');
  const chat = await httpPeer(() => ({ status: 429, headers: { 'retry-after': '3' } }));
  const inFolder = (name: string): string => join(disk.folder, name);

  const sinks: Parameters<typeof createFanout>[0][number][] = [];
  const sessions = new SqliteSessions(inFolder('sessions.db'), { ...tools, pid: process.pid });
  for (const part of sinkParts) {
    const settings = {
      ...Object.assign({}, ...sinkParts.map(({ options }) => settingsOf(options, {}))),
      'outfile.featured': inFolder('featured.txt'),
      'outfile.art': inFolder('art.png'),
      'history.filename': inFolder('history.txt'),
      'history.format': '$SONG$',
      'cue.filename': inFolder('set.cue'),
      'session.filename': inFolder('sessions.db'),
      'webhook.url': receiver.url,
      'chat.url': chat.url,
      'chat.token': new Secret('token'),
      'chat.channel': '42',
      'chat.format': '$SONG$',
    };
    const sink = await part.create(settings, { ...tools, sessions });
    if (sink !== undefined) {
      sinks.push({ name: part.name, sink });
    }
  }
  expect(sinks.map(({ name }) => name)).toEqual([
    'websocket',
    'file',
    'history',
    'cue',
    'session',
    'webhook',
    'chat',
  ]);
  const fanout = createFanout(sinks, tools);
  const waiting = (): string[] => fanout.health().flatMap(({ name, queued }) => (queued > 0 ? [name] : []));

  await disk.fill();
  for (const [index, title] of TITLES.entries()) {
    const position = index + 1;
    const names = track({ artist: 'Ada', title });
    fanout.publish(
      publication({
        seq: position,
        position,
        playId: title,
        track: names,
        art: { png: new Uint8Array(100_000) },
        elapsedMs: index * 60_000,
      }),
    );
    // Synchronously: before `publish` returns.
    expect(tools.shown.map((shown) => shown.track.title)).toEqual(TITLES.slice(0, position));
    await tools.clock.advance(1_000);
  }
  expect(waiting()).toEqual(['file', 'history', 'cue', 'session', 'webhook', 'chat']);

  await disk.free();
  const received: string[] = [];
  receiver.behavior = ({ body }) => {
    received.push(JSON.parse(body).title);
    return {};
  };
  const discord = discordStandIn({ clock: tools.clock, token: 'token', channel: '42' });
  chat.behavior = discord.behavior;
  await waitFor(
    'every sink to deliver everything',
    async () => {
      await tools.passTime(500, chat.url);
      return waiting().length === 0 ? true : undefined;
    },
    () => JSON.stringify(fanout.health()),
  );

  expect(fanout.health().filter(({ dropped, stopped }) => dropped > 0 || stopped)).toEqual([]);
  expect(received).toEqual(TITLES);
  expect(discord).toMatchObject({ messages: TITLES, complaints: [] });
  expect(await readFile(inFolder('history.txt'), 'utf8')).toBe(`${TITLES.join('\n')}\n`);
  expect((await readFile(inFolder('set.cue'), 'utf8')).match(/^ {4}TITLE "(.*)"$/gm)).toHaveLength(8);
  expect(await readFile(inFolder('featured.txt'), 'utf8')).toBe('Ada - Title 8');
  const store = new SessionStore(inFolder('sessions.db'), 'read');
  expect(store.entries(store.sessions(1)[0]?.id ?? 0).map((entry) => entry.track.title)).toEqual(TITLES);
  store.close();
  await Promise.all(sinks.map(({ sink }) => sink?.close?.()));
});
