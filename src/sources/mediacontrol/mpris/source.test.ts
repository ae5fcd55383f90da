import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Message, type MessageBus, sessionBus, Variant } from '@jellybrick/dbus-next';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFaults } from '../../../../packages/stagelinq/src/testing/faults.ts';
import { hurriedClock } from '../../../../test/support/hurried-clock.ts';
import { tool } from '../../../../test/support/judge.ts';
import { keptLog } from '../../../../test/support/log.ts';
import { type RunningSource, runSource } from '../../../../test/support/source.ts';
import { waitFor } from '../../../../test/support/wait.ts';
import { silence } from '../../../../test/support/wav.ts';
import type { Clock } from '../../../core/tools.ts';
import { systemClock } from '../../../host/clock.ts';
import { nodeDisk } from '../../../host/disk/node-disk.js';
import { listenToPlayers } from './bus.ts';
import { MprisSource } from './source.ts';

const HURRIED = hurriedClock(20);

/** A real session bus, a real player (mpv with its MPRIS plug-in), and playerctl as the judge. */
let folder: string;
let busAddress: string;
let daemon: ChildProcess;
let log: ReturnType<typeof keptLog>;
let children: ChildProcess[];
let running: RunningSource | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mpris-'));
  log = keptLog();
  children = [];
  busAddress = await startBus();
});

afterEach(async () => {
  await running?.stop().catch(() => undefined);
  running = undefined;
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  await rm(folder, { recursive: true, force: true });
});

async function startBus(): Promise<string> {
  const address = `unix:path=${join(folder, 'bus')}`;
  daemon = spawn(
    tool('dbus-daemon'),
    ['--session', '--nofork', '--nopidfile', '--print-address=1', `--address=${address}`],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  children.push(daemon);
  if (daemon.stdout !== null) {
    await once(daemon.stdout, 'data');
  }
  return address;
}

/** The environment of a desktop session that has nothing but this bus. */
function session(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: folder, DBUS_SESSION_BUS_ADDRESS: busAddress };
}

async function startMpv(...files: string[]): Promise<ChildProcess> {
  const plugin = tool('/usr/lib/mpv-mpris/mpris.so');
  const args = ['--no-config', '--no-video', '--ao=null', `--script=${plugin}`, '--really-quiet', ...files];
  const mpv = spawn(tool('mpv'), args, { env: session(), stdio: 'ignore' });
  children.push(mpv);
  return mpv;
}

async function playerctl(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(tool('playerctl'), ['--player=mpv', ...args], {
    env: session(),
  });
  return stdout.trim();
}

async function file(artist: string, title: string, seconds = 60): Promise<string> {
  const path = join(folder, `${title}.wav`);
  await writeFile(path, silence(artist, title, seconds));
  return path;
}

function start(player = '', address = busAddress, clock: Clock = systemClock): MprisSource {
  const source = new MprisSource(
    { busAddress: address, player },
    { log, clock, disk: nodeDisk, fetch, userAgent: 'deckcast/test' },
  );
  running = runSource(source);
  return source;
}

test('what a real player plays is announced, and playerctl says the same', async () => {
  const [one, two] = [await file('Björk', 'Jóga'), await file('Moderat', 'A New Error', 61)];
  await startMpv(one, two);
  const source = start();
  await running?.announces(1);
  expect(running?.announced).toEqual([await playerctl('metadata', '--format', '{{artist}} - {{title}}')]);
  expect(source.health().details).toEqual([{ name: 'mpv', state: 'playing' }]);

  await playerctl('pause');
  await waitFor('a pause', () => source.health().details?.find(({ state }) => state === 'not playing'));
  await playerctl('play');
  await playerctl('next');
  await running?.announces(2);
  expect(running?.announced).toEqual(['Björk - Jóga', 'Moderat - A New Error']);
  expect(running?.announced.at(-1)).toBe(await playerctl('metadata', '--format', '{{artist}} - {{title}}'));
  expect(running?.transitions.at(-1)?.track).toMatchObject({
    durationMs: 61_000,
    filename: 'A New Error.wav',
  });
});

test('a player that comes later is found, and one that leaves is forgotten', async () => {
  const source = start();
  await waitFor('the start', () => log.at('info')[0]);
  const mpv = await startMpv(await file('A', 'One'));
  await running?.announces(1);
  mpv.kill('SIGKILL');
  await waitFor('nobody', () => (source.health().details?.length === 0 ? true : undefined));
  await startMpv(await file('B', 'Two'));
  await running?.announces(2);
  expect(running?.announced).toEqual(['A - One', 'B - Two']);
});

test('only the chosen player counts', async () => {
  const source = start('spotify');
  await startMpv(await file('A', 'One'));
  await waitFor('the player', () => source.health().details?.find(({ name }) => name === 'mpv'));
  expect(source.health().details).toEqual([{ name: 'mpv', state: 'not the chosen player' }]);
  expect(log.lines.find(({ message }) => message === 'media player')?.fields.bundleid).toBe('mpv');
  await systemClock.sleep(500);
  expect(running?.announced).toEqual([]);
});

test('a player whose name another program has taken twice is still the chosen one', async () => {
  start('mpv');
  await startMpv(await file('A', 'One'));
  await running?.announces(1);
  await startMpv(await file('B', 'Two'));
  await running?.announces(2);
  expect(running?.announced).toEqual(['A - One', 'B - Two']);
});

/** A player that always plays the same. `onAsked` is called after it has answered. */
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

test('a player that leaves right after its last words is not kept', async () => {
  const source = start();
  await waitFor('the start', () => log.at('info')[0]);
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    await standIn(title, [title], (bus) => bus.disconnect());
  }
  // The bus keeps the order: anyone who answers after them is heard after them.
  await standIn('Seven', ['Seven']);
  await waitFor('the last', () => source.health().details?.find(({ name }) => name === 'Seven'));
  expect(source.health().details).toEqual([{ name: 'Seven', state: 'playing' }]);
});

test('a player that gives up one of its names is heard by the other', async () => {
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

test('a bug in the handling of a player is raised, and its messages are still received', async () => {
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

test('a session that ends is reported, and the next one on the same bus is followed', async () => {
  let isOver = false;
  const source = start('', busAddress, {
    ...HURRIED,
    // A bus that is gone answers nothing, and is not waited for.
    after: (ms, run) => systemClock.after(isOver ? ms / 20 : ms, run),
  });
  await startMpv(await file('A', 'One'));
  await running?.announces(1);
  daemon.kill('SIGKILL');
  isOver = true;
  await waitFor('a problem', () => source.health().problem);
  isOver = false;
  expect(source.health().details).toEqual([]);
  await rm(join(folder, 'bus'), { force: true });
  await startBus();
  await startMpv(await file('B', 'Two'));
  await running?.announces(2);
  expect(source.health().problem).toBeUndefined();
});

test('a session that is back is no problem, although no player is there', async () => {
  const source = start('', busAddress, HURRIED);
  await waitFor('the start', () => log.at('info')[0]);
  daemon.kill('SIGKILL');
  await waitFor('a problem', () => source.health().problem);
  await rm(join(folder, 'bus'), { force: true });
  await startBus();
  await waitFor('no problem', () => (source.health().problem === undefined ? true : undefined));
});

test('without a session bus there is one clear error', async () => {
  const source = new MprisSource(
    { busAddress: undefined, player: '' },
    { log, clock: systemClock, disk: nodeDisk, fetch, userAgent: 'deckcast/test' },
  );
  await expect(runSource(source).ended).rejects.toThrow('DBUS_SESSION_BUS_ADDRESS is not set');
});

test('a bus without a listener is one clear error', async () => {
  start('', `unix:path=${join(folder, 'no-bus')}`);
  await expect(running?.ended).rejects.toThrow('cannot reach the D-Bus session');
});
