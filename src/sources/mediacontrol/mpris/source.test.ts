/** Real session bus and player (mpv with its MPRIS plug-in); playerctl to compare. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Message, type MessageBus, sessionBus, Variant } from '@jellybrick/dbus-next';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFaults } from '../../../../packages/stagelinq/src/testing/faults.ts';
import { testFolder } from '../../../../test/support/folder.ts';
import { hurriedClock } from '../../../../test/support/hurried-clock.ts';
import { tool } from '../../../../test/support/judge.ts';
import { keptLog } from '../../../../test/support/log.ts';
import { type SessionBus, startSessionBus } from '../../../../test/support/media-player.ts';
import { type RunningSource, runSource } from '../../../../test/support/source.ts';
import { waitFor } from '../../../../test/support/wait.ts';
import type { Clock } from '../../../core/tools.ts';
import { systemClock } from '../../../host/clock.ts';
import { nodeDisk } from '../../../host/disk/node-disk.js';
import { listenToPlayers } from './bus.ts';
import { MprisSource } from './source.ts';

const HURRIED = hurriedClock(20);

let folder: string;
let busAddress: string;
let session: SessionBus;
let log: ReturnType<typeof keptLog>;
let running: RunningSource | undefined;

beforeEach(async () => {
  folder = await testFolder();
  log = keptLog();
  session = await startSessionBus(folder);
  busAddress = session.env.DBUS_SESSION_BUS_ADDRESS ?? '';
});

afterEach(async () => {
  await running?.stop().catch(() => undefined);
  running = undefined;
  session.close();
});

async function playerctl(...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: folder, ...session.env };
  const { stdout } = await promisify(execFile)(tool('playerctl'), ['--player=mpv', ...args], { env });
  return stdout.trim();
}

/** `address`: null for an environment without a bus. */
function start(
  change: { readonly player?: string; readonly address?: string | null; readonly clock?: Clock } = {},
): MprisSource {
  const { player = '', address = busAddress, clock = systemClock } = change;
  const settings = { busAddress: address ?? undefined, player };
  const tools = { log, clock, disk: nodeDisk, fetch, userAgent: 'deckcast/test' };
  const source = new MprisSource(settings, tools);
  running = runSource(source);
  return source;
}

async function started(): Promise<MprisSource> {
  const source = start();
  await waitFor('the start', () => log.at('info')[0]);
  return source;
}

/** Waits until the announced tracks have these names. mpv may report its tags a second after the file. */
async function plays(...names: readonly string[]): Promise<void> {
  const named = () =>
    running?.transitions.map(({ playId, track }) => {
      const { artist, title } = running?.learned.findLast((one) => one.playId === playId)?.track ?? track;
      return `${artist} - ${title}`;
    });
  await expect.poll(named).toEqual(names);
}

test('MprisSource announces the tracks of a real player, the same as playerctl', async () => {
  await session.playList(['Björk', 'Jóga'], ['Moderat', 'A New Error']);
  const source = start();
  await plays('Björk - Jóga');
  expect(await playerctl('metadata', '--format', '{{artist}} - {{title}}')).toBe('Björk - Jóga');
  expect(source.health().details).toEqual([{ name: 'mpv', state: 'playing' }]);

  await playerctl('pause');
  await waitFor('a pause', () => source.health().details?.find(({ state }) => state === 'not playing'));
  await playerctl('play');
  await playerctl('next');
  await plays('Björk - Jóga', 'Moderat - A New Error');
  expect(running?.transitions.at(-1)?.track).toMatchObject({
    durationMs: 60_000,
    filename: 'song-1-1.wav',
  });
});

test('MprisSource finds a player that comes later, and forgets one that leaves', async () => {
  const source = await started();
  const mpv = await session.play('A', 'One');
  await plays('A - One');
  mpv.kill('SIGKILL');
  await waitFor('nobody', () => (source.health().details?.length === 0 ? true : undefined));
  await session.play('B', 'Two');
  await plays('A - One', 'B - Two');
});

test('MprisSource follows only the chosen player', async () => {
  const source = start({ player: 'spotify' });
  await session.play('A', 'One');
  await waitFor('the player', () => source.health().details?.find(({ name }) => name === 'mpv'));
  expect(source.health().details).toEqual([{ name: 'mpv', state: 'not the chosen player' }]);
  expect(log.lines.find(({ message }) => message === 'media player')?.fields.bundleid).toBe('mpv');
  const chosen = await standIn('Two', ['spotify']);
  await running?.announces(1);
  expect(running?.announced).toEqual([' - Two']);
  chosen.disconnect();
});

test('MprisSource recognizes the chosen player when mpv gives its name an instance number', async () => {
  start({ player: 'mpv' });
  await session.play('A', 'One');
  await plays('A - One');
  await session.play('B', 'Two');
  await plays('A - One', 'B - Two');
});

/** `onAsked`: called after each answer. */
async function standIn(
  title: string,
  names: readonly string[],
  onAsked: (bus: MessageBus) => void = () => undefined,
) {
  const bus = sessionBus({ busAddress });
  bus.addMethodHandler((call: Message) => {
    const metadata = { 'xesam:title': new Variant('s', title) };
    const properties = {
      PlaybackStatus: new Variant('s', 'Playing'),
      Metadata: new Variant('a{sv}', metadata),
    };
    bus.send(Message.newMethodReturn(call, 'a{sv}', [properties]));
    onAsked(bus);
    return true;
  });
  for (const name of names) {
    await bus.requestName(`org.mpris.MediaPlayer2.${name}`, 0);
  }
  return bus;
}

async function changingPlayer() {
  const bus = sessionBus({ busAddress });
  let metadata: Record<string, Variant> = {};
  bus.addMethodHandler((call: Message) => {
    const properties = {
      PlaybackStatus: new Variant('s', 'Playing'),
      Metadata: new Variant('a{sv}', metadata),
    };
    bus.send(Message.newMethodReturn(call, 'a{sv}', [properties]));
    return true;
  });
  await bus.requestName('org.mpris.MediaPlayer2.spotify', 0);
  return {
    now(id: string, title: string, artist: string): void {
      metadata = {
        'mpris:trackid': new Variant('s', id),
        'xesam:title': new Variant('s', title),
        ...(artist !== '' && { 'xesam:artist': new Variant('as', [artist]) }),
      };
      const changed = ['org.mpris.MediaPlayer2.Player', {}, []];
      const properties = 'org.freedesktop.DBus.Properties';
      bus.send(
        Message.newSignal('/org/mpris/MediaPlayer2', properties, 'PropertiesChanged', 'sa{sv}as', changed),
      );
    },
    leave: () => bus.disconnect(),
  };
}

test('MprisSource skips an advertisement, and corrects a file name by late tags', async () => {
  const player = await changingPlayer();
  player.now('spotify:track:1', 'One', 'Ada');
  await started();
  await running?.announces(1);
  player.now('/com/spotify/ad/2b5a5d0c7d4d4b78a84df74a5c94ba8e', 'Summer Sale', 'Shop');
  // Longer than a track takes to settle.
  await systemClock.sleep(500);
  player.now('spotify:local:2', 'two.mp3', '');
  await running?.announces(2);
  player.now('spotify:local:2', 'Two', 'Bo');
  const [learned] = await waitFor('the tags', () => (running?.learned[0] ? running.learned : undefined));
  expect(running?.announced).toEqual(['Ada - One', ' - two.mp3']);
  expect(learned).toMatchObject({
    playId: running?.transitions[1]?.playId,
    track: { artist: 'Bo', title: 'Two' },
  });
  player.leave();
});

test('MprisSource forgets a player that leaves right after its last message', async () => {
  const source = await started();
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    await standIn(title, [title], (bus) => bus.disconnect());
  }
  // The bus keeps the order, so an answer from here comes after theirs.
  await standIn('Seven', ['Seven']);
  await waitFor('the last', () => source.health().details?.find(({ name }) => name === 'Seven'));
  expect(source.health().details).toEqual([{ name: 'Seven', state: 'playing' }]);
});

test('MprisSource follows a player by its other name after it released one', async () => {
  const source = start();
  const bus = await standIn('One', ['vlc', 'vlc.instance7']);
  await waitFor('both names', () => (source.health().details?.length === 2 ? true : undefined));
  await bus.releaseName('org.mpris.MediaPlayer2.vlc');
  await waitFor('one name', () => (source.health().details?.length === 1 ? true : undefined));
  const heardAt = source.health().lastHeardAt ?? 0;
  await systemClock.sleep(5);
  const changed = ['org.mpris.MediaPlayer2.Player', {}, []];
  const path = '/org/mpris/MediaPlayer2';
  const properties = 'org.freedesktop.DBus.Properties';
  bus.send(Message.newSignal(path, properties, 'PropertiesChanged', 'sa{sv}as', changed));
  await waitFor('its words', () => ((source.health().lastHeardAt ?? 0) > heardAt ? true : undefined));
  bus.disconnect();
});

test('MprisSource raises a bug in the handling of a player, and still receives its messages', async () => {
  const kept = keepFaults();
  const stop = new AbortController();
  let words = 0;
  const onPlayer = (): void => {
    words += 1;
    if (words === 1) {
      throw new TypeError('ours');
    }
  };
  const listener = { connected: () => undefined, player: onPlayer, gone: () => undefined };
  const listening = listenToPlayers(busAddress, listener, stop.signal, systemClock);
  try {
    const bus = await standIn('One', ['vlc']);
    await waitFor('the mistake', () => kept.faults[0]);
    await bus.requestName('org.mpris.MediaPlayer2.mpv', 0);
    await waitFor('the player', () => (words > 1 ? true : undefined));
    expect(kept.faults).toEqual([new TypeError('ours')]);
    bus.disconnect();
  } finally {
    stop.abort();
    await listening;
    kept.stop();
  }
});

test('MprisSource reports the end of a session once, and follows the next one on the same bus', async () => {
  let isOver = false;
  let attempts = 0;
  const source = start({
    clock: {
      ...HURRIED,
      sleep(ms, signal) {
        attempts += Number(isOver);
        return HURRIED.sleep(ms, signal);
      },
      // A lost bus does not answer, so don't wait for it.
      after: (ms, run) => systemClock.after(isOver ? ms / 20 : ms, run),
    },
  });
  await session.play('A', 'One');
  await running?.announces(1);
  session.close();
  isOver = true;
  await waitFor('more attempts', () => (attempts > 3 ? true : undefined));
  expect(source.health().problem).toContain('the D-Bus session ended');
  expect(log.at('warn')).toEqual(['D-Bus session lost']);
  isOver = false;
  expect(source.health().details).toEqual([]);
  await rm(join(folder, 'bus'), { force: true });
  session = await startSessionBus(folder);
  // The problem is over before any player appears.
  await waitFor('no problem', () => (source.health().problem === undefined ? true : undefined));
  await session.play('B', 'Two');
  await running?.announces(2);
});

test('MprisSource rejects with one clear error without a session bus, or if it does not answer', async () => {
  start({ address: null });
  await expect(running?.ended).rejects.toThrow('DBUS_SESSION_BUS_ADDRESS is not set');
  start({ address: `unix:path=${join(folder, 'no-bus')}` });
  await expect(running?.ended).rejects.toThrow('cannot reach the D-Bus session');
});

test('MprisSource forgets a player that leaves during the first listing', async () => {
  const busPath = join(folder, 'bus');
  const slowPath = join(folder, 'slow');
  let early = Buffer.alloc(0);
  let held: Buffer[] | undefined;
  let hasLeft = false;
  const slow = createServer((program) => {
    const bus = connect(busPath);
    program.on('close', () => bus.destroy());
    program.on('data', async (bytes) => {
      if (bytes.includes('ListNames')) {
        program.pause();
        await standIn('One', ['One'], (one) => one.disconnect());
        program.resume();
      } else if (bytes.includes('GetNameOwner')) {
        held = [];
      } else if (bytes.includes('GetAll') && held === undefined && !hasLeft) {
        early = bytes;
        return;
      }
      bus.write(bytes);
      if (held !== undefined) {
        bus.write(early);
        early = Buffer.alloc(0);
      }
    });
    // Owner, properties and leave arrive in one piece.
    bus.on('data', (bytes) => {
      if (held === undefined) {
        program.write(bytes);
        return;
      }
      held.push(bytes);
      if (Buffer.concat(held).includes('NameOwnerChanged')) {
        program.write(Buffer.concat(held));
        held = undefined;
        hasLeft = true;
      }
    });
  });
  await once(slow.listen(slowPath), 'listening');
  const source = start({ address: `unix:path=${slowPath}` });
  await waitFor('its leave', () => hasLeft || undefined);
  await standIn('Two', ['Two']);
  await waitFor('the last', () => source.health().details?.find(({ name }) => name === 'Two'));
  expect(source.health().details).toEqual([{ name: 'Two', state: 'playing' }]);
  slow.close();
});
