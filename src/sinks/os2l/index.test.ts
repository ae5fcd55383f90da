import { createServer, type Server, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { hiddenPublication, publication } from '../../../test/support/publication.ts';
import { diagnosed, makeSink, sinkTools } from '../../../test/support/sink.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { os2lSink } from './index.ts';

/** A lighting program that keeps what it is sent, one entry for each read. */
async function program(given?: number) {
  const port = given ?? (await freePort());
  const reads: string[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.setEncoding('utf8').on('data', (text) => reads.push(String(text)));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  onTestFinished(close);
  return {
    reads,
    sockets,
    close,
    port,
    read: (count: number) => waitFor('the messages', () => (reads.length >= count ? reads : undefined)),
  };
}

async function sinkFor(port: number) {
  const tools = sinkTools();
  const { sink } = await makeSink(os2lSink, { 'os2l.addr': { host: '127.0.0.1', port } }, tools);
  onTestFinished(() => sink.close?.());
  tools.beats.connect({
    follow: () => () => undefined,
    at: (at) => [{ deck: '1', leads: true, grid: { beat: at / 500, bpm: 120 } }],
  });
  const publish = (shown = publication()) => sink.publish(shown, AbortSignal.timeout(10_000));
  return { sink, tools, publish };
}

/** Advances until the messages are there, because the program reads outside the clock. */
async function beatUntil(
  count: number,
  { tools }: Awaited<ReturnType<typeof sinkFor>>,
  reads: readonly string[],
) {
  await waitFor('the beats', async () => {
    await tools.clock.advance(100);
    return reads.length >= count ? true : undefined;
  });
}

describe('a lighting program', () => {
  test('gets each beat as a message of its own, with the place in the bar', async () => {
    const qlc = await program();
    const made = await sinkFor(qlc.port);
    made.sink.prepare?.();
    await waitFor('the connection', () => qlc.sockets[0]);
    await beatUntil(6, made, qlc.reads);
    const beats = qlc.reads.slice(0, 6).map((text) => JSON.parse(text));
    const first = beats[0].pos;
    expect(beats[0]).toMatchObject({ evt: 'beat', change: true, bpm: 120 });
    expect(beats.map(({ pos, change }) => [pos - first, change])).toEqual(
      beats.map((_, index) => [index, index === 0]),
    );
    expect(beats.every(({ pos, strength }) => (pos % 4 === 0 ? strength === 100 : strength === 50))).toBe(
      true,
    );
  });

  test('is reached before it gets a test, and gets beats, which count', async () => {
    const qlc = await program();
    const made = await sinkFor(qlc.port);
    made.sink.prepare?.();
    expect(String(await made.publish())).toBe(`the lighting program answers (127.0.0.1:${qlc.port})`);
    expect(made.sink.taken?.().delivered).toBe(0);
    await beatUntil(2, made, qlc.reads);
    expect(made.sink.taken?.().delivered).toBeGreaterThanOrEqual(2);
  });

  test('gets nothing of the track', async () => {
    const qlc = await program();
    const made = await sinkFor(qlc.port);
    made.sink.prepare?.();
    await waitFor('the connection', () => qlc.sockets[0]);
    made.tools.beats.judgeBy({ shows: () => true });
    await beatUntil(3, made, qlc.reads);
    expect(qlc.reads.every((text) => /^\{"evt":"beat",[^A-Z{}]*\}$/.test(text))).toBe(true);
  });

  test('is connected again after it was closed', async () => {
    const qlc = await program();
    const made = await sinkFor(qlc.port);
    made.sink.prepare?.();
    await waitFor('the connection', () => qlc.sockets[0]);
    await beatUntil(1, made, qlc.reads);
    qlc.close();
    const [finding] = await waitFor('the finding', async () => {
      await made.tools.clock.advance(10);
      const found = made.sink.findings?.() ?? [];
      return found.length > 0 ? found : undefined;
    });
    expect(String(finding?.finding)).toMatch(/^cannot reach the lighting program \(127\.0\.0\.1:\d+\): /);
    await expect(made.publish()).rejects.toThrow('cannot reach the lighting program');
    const again = await program(qlc.port);
    await beatUntil(2, made, again.reads);
    expect(made.sink.findings?.()).toEqual([]);
    await made.publish(hiddenPublication());
  });

  test('follows no beats while it is not connected', async () => {
    const tools = sinkTools();
    const { port, close } = await program();
    close();
    const { sink } = await makeSink(os2lSink, { 'os2l.addr': { host: '127.0.0.1', port } }, tools);
    onTestFinished(() => sink.close?.());
    let follows = 0;
    tools.beats.connect({
      follow: () => {
        follows += 1;
        return () => undefined;
      },
      at: () => [],
    });
    sink.prepare?.();
    await waitFor('the finding', () => sink.findings?.()[0]);
    expect(follows).toBe(0);
  });
});

test('diagnose reaches the program, or says why it cannot', async () => {
  const qlc = await program();
  const at = { 'os2l.addr': { host: '127.0.0.1', port: qlc.port } };
  const found = async () =>
    (await diagnosed(os2lSink, at)).map(({ severity, finding }) => `${severity}: ${finding}`);
  expect(await found()).toEqual([`ok: the lighting program answers (127.0.0.1:${qlc.port})`]);
  qlc.close();
  expect((await found())[0]).toMatch(/^warning: cannot reach the lighting program/);
});
