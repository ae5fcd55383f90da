import { spawn } from 'node:child_process';
import { createSocket, Socket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freeUdpPort } from '../../test/support/free-port.ts';
import { tool } from '../../test/support/judge.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { diagnosed, makeSink, sinkTools } from '../../test/support/sink.ts';
import { track } from '../../test/support/tracks.ts';
import { waitFor } from '../../test/support/wait.ts';
import { oscSink } from './osc.ts';

/** liblo's `oscdump`, an independent reader. */
async function oscdump(): Promise<{ port: number; lines(count: number): Promise<string[]> }> {
  const port = await freeUdpPort();
  const child = spawn(tool('oscdump'), ['-L', String(port)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let ended: Error | undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.once('exit', () => {
    ended ??= new Error(`oscdump ended by itself: ${output}`);
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines = (): string[] => output.split('\n').slice(0, -1);
  const greeter = createSocket('udp4');
  onTestFinished(() => void greeter.close());
  await waitFor('oscdump to listen', () => {
    if (ended !== undefined) {
      throw ended;
    }
    greeter.send(GREETING, port, '127.0.0.1');
    return lines().length > 0 || undefined;
  });
  return {
    port,
    lines: (count) =>
      waitFor(
        `${count} messages at oscdump`,
        () => {
          const ours = lines().filter((line) => !line.includes('/greeting'));
          return ours.length >= count ? ours : undefined;
        },
        () => `it printed: ${output}`,
      ),
  };
}

/** Sent until printed: oscdump then listens. A test of the port would take it away. */
const GREETING = '/greeting\0\0\0,\0\0\0';

const ADDRESSES = { 'osc.address.artist': '/deck/artist', 'osc.address.song': '/deck/title' };

/** Newer versions print time and sender first. */
const message = (line: string) => line.slice(line.indexOf('/'));

const oscTo = (host: string, port: number) =>
  makeSink(oscSink, { 'osc.host': host, 'osc.port': port, ...ADDRESSES });

describe('OSC', () => {
  test.each(['127.0.0.1', 'localhost'])('reaches %s as two messages with a text each', async (host) => {
    const dump = await oscdump();
    await (await oscTo(host, dump.port)).publish(publication());
    expect((await dump.lines(2)).map(message)).toEqual([
      '/deck/artist s "Nightjar Avenue"',
      '/deck/title s "Paper Lanterns"',
    ]);
  });

  test('reaches an IPv6 address', async () => {
    // Debian's liblo lacks IPv6, so the test relays.
    const dump = await oscdump();
    const receiver = createSocket('udp6').bind(0, '::1');
    const onward = createSocket('udp4');
    onTestFinished(() => {
      receiver.close();
      onward.close();
    });
    receiver.on('message', (datagram) => onward.send(datagram, dump.port, '127.0.0.1'));
    await once(receiver, 'listening');
    await (await oscTo('::1', receiver.address().port)).publish(publication());
    expect((await dump.lines(2)).map(message)).toEqual([
      '/deck/artist s "Nightjar Avenue"',
      '/deck/title s "Paper Lanterns"',
    ]);
  });

  test('sends every script, quotes and every padding', async () => {
    const dump = await oscdump();
    const { publish } = await makeSink(oscSink, {
      'osc.host': '127.0.0.1',
      'osc.port': dump.port,
      'osc.address.song': '/t',
    });
    const titles = ['a', 'ab', 'abc', 'abcd', 'Don’t', '蓝色 ブルー', '💙', '+'];
    for (const title of titles) {
      await publish(publication({ track: track({ title }) }));
    }
    expect((await dump.lines(titles.length)).map(message)).toEqual(titles.map((title) => `/t s "${title}"`));
  });

  test('sends empty texts while a track is hidden', async () => {
    const dump = await oscdump();
    await (await oscTo('127.0.0.1', dump.port)).publish(hiddenPublication());
    expect((await dump.lines(2)).map(message)).toEqual(['/deck/artist s ""', '/deck/title s ""']);
  });

  test('names the host that it cannot find', async () => {
    const { publish } = await makeSink(oscSink, { 'osc.host': 'nowhere.invalid', ...ADDRESSES });
    await expect(publish(publication())).rejects.toMatchObject({
      advice: 'retry',
      message: expect.stringMatching(/^cannot send OSC to nowhere\.invalid: /),
    });
  });

  test('asks for a retry if the system gives it no socket', async () => {
    const bind = vi.spyOn(Socket.prototype, 'bind').mockImplementation(function (this: Socket) {
      process.nextTick(() => this.emit('error', new Error('bind EAFNOSUPPORT ::')));
      return this;
    });
    onTestFinished(() => bind.mockRestore());
    const { publish } = await makeSink(oscSink, { 'osc.host': '::1', ...ADDRESSES });
    await expect(publish(publication())).rejects.toMatchObject({
      advice: 'retry',
      message: 'cannot send OSC to ::1: bind EAFNOSUPPORT ::',
    });
  });

  test('is off without an address, and says so', async () => {
    const tools = sinkTools();
    const settings = settingsOf(oscSink.options, { 'osc.host': '127.0.0.1' });
    expect(await oscSink.create(settings, tools)).toBeUndefined();
    expect(tools.log.lines).toMatchObject([{ level: 'warn', message: 'OSC is on, but no address is set' }]);
  });
});

test('diagnose reports an unknown host without sending anything', async () => {
  expect(await diagnosed(oscSink, { 'osc.host': 'stage.invalid' })).toMatchObject([{ severity: 'warning' }]);
  expect(await diagnosed(oscSink, { 'osc.host': '127.0.0.1' })).toMatchObject([{ severity: 'ok' }]);
});

describe('the beat', () => {
  /** Sends a deck's beats, 120 a minute, and advances the clock. */
  async function beating(change: Parameters<typeof makeSink<typeof oscSink.options>>[1], ms: number) {
    const dump = await oscdump();
    const tools = sinkTools();
    const { sink } = await makeSink(
      oscSink,
      { 'osc.host': '127.0.0.1', 'osc.port': dump.port, ...change },
      tools,
    );
    onTestFinished(() => sink.close?.());
    sink.prepare?.();
    tools.beats.judgeBy({ shows: () => true });
    tools.beats.connect({
      follow: () => () => undefined,
      at: (at) => [
        {
          deck: '1',
          play: publication().playId,
          leads: true,
          grid: { beat: at / 500, bpm: 120, positionMs: at },
        },
      ],
    });
    await tools.clock.advance(ms);
    return { sink, tools, lines: async (count: number) => (await dump.lines(count)).map(message) };
  }

  test('goes to the addresses that the user names', async () => {
    const own = { 'osc.address.beat': '/b', 'osc.address.bar': '/bar', 'osc.address.bpm': '/t' };
    const { lines } = await beating(own, 2_100);
    expect(await lines(12)).toEqual([
      ...['/b i 1', '/bar i 1', '/t f 120.000000'],
      ...[2, 3, 4].flatMap((beat) => [`/b i ${beat}`, '/t f 120.000000']),
      ...['/b i 1', '/bar i 2', '/t f 120.000000'],
    ]);
  });

  test('sends phase and position between beats, but not the position of a hidden track', async () => {
    const { tools, lines } = await beating({ 'osc.address.phase': '/p', 'osc.address.position': '/s' }, 310);
    const sent = await lines(18);
    expect(sent.filter((line) => line.startsWith('/p'))).toHaveLength(9);
    expect(sent.filter((line) => line.startsWith('/s'))).toHaveLength(9);
    tools.beats.judgeBy({ shows: () => false });
    await tools.clock.advance(300);
    expect((await lines(27)).slice(18).every((line) => line.startsWith('/p'))).toBe(true);
  });

  test("sets Resolume's tempo once, and its first beat after a jump", async () => {
    const { lines } = await beating({ 'osc.beats': 'resolume' }, 4_100);
    expect(await lines(2)).toEqual([
      '/composition/tempocontroller/tempo f 0.208333',
      '/composition/tempocontroller/resync i 1',
    ]);
  });

  test('is not followed without an address', async () => {
    const tools = sinkTools();
    const { sink } = await makeSink(oscSink, { 'osc.host': '127.0.0.1', ...ADDRESSES }, tools);
    sink.prepare?.();
    expect(tools.clock.waiting).toBe(0);
    expect(sink.findings?.()).toEqual([]);
  });

  test('that cannot be sent is a finding', async () => {
    const tools = sinkTools();
    const { sink } = await makeSink(
      oscSink,
      { 'osc.host': 'nowhere.invalid', 'osc.beats': 'deckcast' },
      tools,
    );
    onTestFinished(() => sink.close?.());
    sink.prepare?.();
    const [finding] = await waitFor('the finding', () => {
      const found = sink.findings?.() ?? [];
      return found.length > 0 ? found : undefined;
    });
    expect(String(finding?.finding)).toMatch(/^cannot send OSC to nowhere\.invalid: /);
  });
});
