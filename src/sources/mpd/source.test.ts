/** Real Music Player Daemon. */
import { createServer, type Server, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { hurriedClock } from '../../../test/support/hurried-clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { startMpd } from '../../../test/support/mpd.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { closeServer, listen } from '../../core/listening.ts';
import { Secret } from '../../core/option.ts';
import { examineMpd, suggestMpd } from './examine.ts';
import { checkMpd, mpdOptions } from './options.ts';
import { MpdSource } from './source.ts';

/** Shortens the pauses between attempts to connect. */
const clock = hurriedClock(20);
const SIGNAL = new AbortController().signal;

function settings(port: number, password = '') {
  return settingsOf(mpdOptions, {
    'mpd.addr': { host: '127.0.0.1', port },
    'mpd.password': new Secret(password),
  });
}

function follow(port: number, password = '') {
  const log = keptLog();
  const source = new MpdSource(settings(port, password), { clock, log });
  const running = runSource(source);
  onTestFinished(() => running.stop());
  return { source, running, log };
}

async function realMpd(password = '') {
  const mpd = await startMpd(await testFolder(), password);
  onTestFinished(() => mpd.close());
  return mpd;
}

test('MpdSource announces songs as they begin, but neither a pause nor a resume', async () => {
  const mpd = await realMpd();
  const first = await mpd.song('Björk', 'Jóga');
  const second = await mpd.song('Ada', 'Two');
  const { source, running } = follow(mpd.port);
  await waitFor('MPD', () => source.health().details?.[0]);
  expect(running.announced).toEqual([]);
  await mpd.control(`add "${first}"`, `add "${second}"`, 'play');
  await running.announces(1);
  expect(running.transitions[0]).toMatchObject({
    source: 'mpd',
    track: { artist: 'Björk', title: 'Jóga', filename: 'song-1.wav', durationMs: 60_000 },
  });
  await waitFor('the next one', () => running.loaded[0]);
  expect(running.loaded.map(({ title }) => title)).toEqual(['Two']);
  await mpd.control('pause 1');
  await waitFor('a pause', () =>
    String(source.health().details?.[0]?.state).startsWith('paused, at 0:') ? 1 : undefined,
  );
  await mpd.control('pause 0', 'next');
  await running.announces(2);
  expect(running.announced).toEqual(['Björk - Jóga', 'Ada - Two']);
  expect(await source.findings()).toMatchObject([{ severity: 'ok' }]);
});

test('MpdSource follows MPD over its socket, and names the path of a missing socket', async () => {
  const mpd = await realMpd();
  const name = await mpd.song('Ada', 'One');
  const at = (socket: string) => settingsOf(mpdOptions, { 'mpd.socket': socket });
  const source = new MpdSource(at(mpd.socket), { clock, log: keptLog() });
  const running = runSource(source);
  onTestFinished(() => running.stop());
  await waitFor('MPD', () => source.health().details?.[0]);
  await mpd.control(`add "${name}"`, 'play');
  await running.announces(1);
  expect(running.announced).toEqual(['Ada - One']);
  expect(source.health().watching).toBe(`MPD at ${mpd.socket}`);
  expect(await suggestMpd(at(mpd.socket), { clock }, SIGNAL)).toMatchObject([{ severity: 'note' }]);
  expect(await examineMpd(at(`${mpd.socket}.not`), { clock }, SIGNAL)).toMatchObject([
    { severity: 'fault', finding: expect.stringContaining(`(${mpd.socket}.not)`) },
  ]);
  expect(await examineMpd(at(`/${'x'.repeat(300)}`), { clock }, SIGNAL)).toMatchObject([
    { severity: 'fault' },
  ]);
});

test('MpdSource follows an MPD that returns after its end, or starts later', async () => {
  const mpd = await realMpd();
  const name = await mpd.song('Ada', 'One');
  const { source, running, log } = follow(mpd.port);
  await waitFor('MPD', () => source.health().details?.[0]);
  await mpd.restart();
  await mpd.control(`add "${name}"`, 'play');
  await running.announces(1);
  expect(running.announced).toEqual(['Ada - One']);
  expect(log.at('warn').slice(0, 1)).toEqual(['MPD not found']);
  expect(source.health().problem).toBeUndefined();
});

describe('MpdSource with a password', () => {
  test('follows MPD, and reports a missing or wrong password with what to do', async () => {
    const mpd = await realMpd('open "sesame"'.replaceAll('"', "'"));
    const name = await mpd.song('Ada', 'One');
    await mpd.control(`add "${name}"`, 'play');
    const { running } = follow(mpd.port, "open 'sesame'");
    await running.announces(1);
    const tools = { clock };
    const finding = async (password: string) =>
      (await examineMpd(settings(mpd.port, password), tools, SIGNAL)).map(({ finding, todo }) => [
        String(finding).split(' (')[0],
        String(todo).slice(0, 18),
      ]);
    expect(await finding('')).toEqual([
      ['MPD asks for a password before it says what it plays', 'set --mpd.password'],
    ]);
    expect(await finding('wrong')).toEqual([['MPD rejects the password', 'set --mpd.password']]);
    expect(await suggestMpd(settings(mpd.port, 'wrong'), tools, SIGNAL)).toMatchObject([
      { severity: 'note' },
    ]);
    const wrong = follow(mpd.port, 'wrong');
    const problem = await waitFor('the problem', () => wrong.source.health().problem);
    expect(problem).not.toContain('wrong');
  });

  test('checkMpd rejects a password of two lines', () => {
    expect(checkMpd(settings(6600, 'a\nkill'))).toHaveLength(1);
    expect(checkMpd(settings(6600, 'a b'))).toEqual([]);
  });
});

describe('a server that is not MPD', () => {
  async function other(speak: (socket: Socket) => void): Promise<number> {
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      speak(socket);
    });
    onTestFinished(() => {
      for (const socket of sockets) {
        socket.destroy();
      }
      return closeServer(server);
    });
    return listen(server, { host: '127.0.0.1', port: 0 });
  }
  const whatIsSaid = async (port: number) =>
    String((await examineMpd(settings(port), { clock }, SIGNAL))[0]?.finding).split(' (')[0];

  test.each<[string, string, string]>([
    ['greets in another way', 'SSH-2.0-OpenSSH\n', 'what answers there is not MPD'],
    ['sends a line without end', `OK MPD 0.23.5\n${'x'.repeat(70_000)}`, 'a line is longer than 65536 bytes'],
    [
      'answers without end',
      `OK MPD 0.23.5\n${'Artist: Ada\n'.repeat(2_001)}`,
      'an answer has more than 2000 lines',
    ],
    ['answers too much', 'OK MPD 0.23.5\nOK\nOK\nOK\n', 'it answers without being asked'],
  ])('and %s is reported', async (_, bytes, said) => {
    expect(await whatIsSaid(await other((socket) => socket.write(bytes)))).toBe(said);
  });

  test('and ignores the password is not kept waiting', async () => {
    let closed = 0;
    const port = await other((socket) => {
      socket.write('OK MPD 0.23.5\n');
      socket.on('data', () => socket.write('ACK [3@0] {password} incorrect password\n'));
      socket.on('close', () => {
        closed += 1;
      });
    });
    await examineMpd(settings(port, 'wrong'), { clock }, SIGNAL);
    await waitFor('the end of the connection', () => closed === 1 || undefined);
  });

  test('and closes the connection, or does not exist, is reported', async () => {
    expect(await whatIsSaid(await other((socket) => socket.end()))).toBe('MPD has closed the connection');
    const port = await other(() => undefined);
    expect(
      await suggestMpd(
        settingsOf(mpdOptions, { 'mpd.addr': { host: '192.0.2.1', port } }),
        { clock },
        SIGNAL,
      ),
    ).toEqual([]);
    expect(await whatIsSaid(1)).toContain('MPD cannot be reached');
  });
});
