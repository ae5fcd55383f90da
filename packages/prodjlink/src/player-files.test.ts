import { afterEach, beforeEach, expect, test } from 'vitest';
import { LinkFileServer } from '../../simulator/src/prodjlink/link-file-server.ts';
import { PlayerFiles, type PlayerFilesOptions } from './player-files.ts';
import { Sender } from './sender.ts';
import { loopbackClock } from './testing/loopback-clock.ts';

const LIBRARY = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251));
const PATH = 'PIONEER/rekordbox/export.pdb';

let server: LinkFileServer;
let portmapPort: number;
let files: PlayerFiles;
let sent: string[];

async function start(
  exports: ConstructorParameters<typeof LinkFileServer>[0] = { '/C/': { [PATH]: LIBRARY } },
  options: Partial<PlayerFilesOptions> = {},
): Promise<void> {
  await close();
  server = new LinkFileServer(exports);
  portmapPort = await server.open();
  sent = [];
  files = new PlayerFiles({
    address: '127.0.0.1',
    portmapPort,
    restMs: 0,
    answerMs: 100,
    clock: loopbackClock,
    sender: new Sender(({ kind }) => sent.push(kind)),
    ...options,
  });
}

beforeEach(() => start());

async function close(): Promise<void> {
  await files?.close();
  server?.close();
}

afterEach(close);

test('finds and reads a file in pieces that no network fragments', async () => {
  const file = await files.open('/C/', PATH);
  expect(file.size).toBe(LIBRARY.length);
  expect(Buffer.from(await file.read(0, file.size)).equals(LIBRARY)).toBe(true);
  expect(sent.filter((kind) => kind === 'read-call')).toHaveLength(Math.ceil(LIBRARY.length / 1280));
});

test('reads part of a file, and no more than it has', async () => {
  const file = await files.open('/C/', PATH);
  expect([...(await file.read(250, 3))]).toEqual([250, 0, 1]);
  expect(await file.read(LIBRARY.length - 2, 100)).toHaveLength(2);
  expect(await file.read(LIBRARY.length + 5, 100)).toHaveLength(0);
});

test('sends nothing while calls are held up, not even repeated ones', async () => {
  let hold: Promise<void> | undefined;
  let letGo = (): void => undefined;
  let due = 0;
  const holdUp = () => {
    due += 1;
    return hold;
  };
  await start(undefined, { answerMs: 10, attempts: 10_000, holdUp });
  server.faults.silent = true;
  const opening = files.open('/C/', PATH);
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  hold = new Promise((resolve) => {
    letGo = resolve;
  });
  const [dueBefore, before] = [due, sent.length];
  await expect.poll(() => due).toBeGreaterThan(dueBefore);
  expect(sent.length).toBe(before);
  server.faults.silent = false;
  hold = undefined;
  letGo();
  expect((await opening).size).toBe(LIBRARY.length);
});

test('ends a held-up read with its signal, and on close', async () => {
  const forever = new Promise<void>(() => undefined);
  await start(undefined, { holdUp: () => forever });
  const stop = new AbortController();
  const one = files.open('/C/', PATH, stop.signal);
  stop.abort(new Error('enough'));
  await expect(one).rejects.toThrow('enough');
  const other = files.open('/C/', PATH);
  const closing = files.close();
  await expect(other).rejects.toMatchObject({ code: 'closed' });
  await closing;
  expect(sent).toEqual([]);
});

test('has one call in flight at a time, for any callers', async () => {
  await start(undefined, { answerMs: 600_000 });
  server.faults.delayMs = 3;
  const file = await files.open('/C/', PATH);
  await Promise.all([file.read(0, 4000), file.read(100, 4000), files.open('/C/', PATH)]);
  expect(server.mostInFlight).toBe(1);
});

test('holds the next call back until a canceled call or an unmount is answered', async () => {
  const stop = new AbortController();
  // Canceled at once, because its answer comes soon.
  const sender = new Sender(
    ({ kind }) => kind === 'read-call' && setImmediate(() => stop.abort(new Error('enough'))),
  );
  await start(undefined, { answerMs: 600_000, sender });
  const file = await files.open('/C/', PATH);
  server.faults.delayMs = 20;
  await expect(file.read(0, 100, stop.signal)).rejects.toThrow('enough');
  await files.open('/C/', PATH);
  await files.unmount('/C/');
  await files.open('/C/', PATH);
  expect(server.mostInFlight).toBe(1);
});

test('does not hold the next call back forever after a canceled one', async () => {
  await start(undefined, { answerMs: 600_000 });
  const file = await files.open('/C/', PATH);
  server.faults.lose = 1;
  const stop = new AbortController();
  const reading = expect(file.read(0, 100, stop.signal)).rejects.toThrow('enough');
  await expect.poll(() => sent.at(-1)).toBe('read-call');
  stop.abort(new Error('enough'));
  await reading;
  expect(await file.read(250, 1)).toHaveLength(1);
});

test('repeats calls without an answer, and ignores foreign and repeated answers', async () => {
  server.faults.duplicate = true;
  const file = await files.open('/C/', PATH);
  server.faults.lose = 2;
  expect(Buffer.from(await file.read(0, 3000)).equals(LIBRARY.subarray(0, 3000))).toBe(true);
});

test('does not take a short answer for the end of the file', async () => {
  const file = await files.open('/C/', PATH);
  server.faults.shortReads = 700;
  expect(Buffer.from(await file.read(0, 3000)).equals(LIBRARY.subarray(0, 3000))).toBe(true);
});

test('times out on a silent player', async () => {
  server.faults.silent = true;
  await expect(files.open('/C/', PATH)).rejects.toMatchObject({ code: 'timeout' });
  expect(sent).toHaveLength(4);
});

test('queries the ports again after a player restarted', async () => {
  await files.open('/C/', PATH);
  server.close();
  server.reinsert();
  await server.open(portmapPort);
  await expect(files.open('/C/', PATH)).rejects.toMatchObject({ code: 'timeout' });
  expect((await files.open('/C/', PATH)).size).toBe(LIBRARY.length);
});

test('reports a missing or refused medium, folder or file', async () => {
  await expect(files.open('/B/', PATH)).rejects.toMatchObject({ code: 'missing' });
  await expect(files.open('/C/', 'PIONEER/rekordbox')).rejects.toMatchObject({ code: 'missing' });
  await expect(files.open('/C/', 'PIONEER/other')).rejects.toMatchObject({ code: 'missing' });
  await files.unmount('/C/');
  server.faults.refuse = true;
  await expect(files.open('/C/', PATH)).rejects.toMatchObject({ code: 'refused' });
});

test('reads nothing more after the medium was pulled, and mounts again for the next', async () => {
  const file = await files.open('/C/', PATH);
  server.reinsert();
  await expect(file.read(0, 100)).rejects.toMatchObject({ code: 'stale' });
  const again = await files.open('/C/', PATH);
  expect(await again.read(0, 5)).toHaveLength(5);
});

test('opens a file beside another on the same medium, even if the ports were queried again', async () => {
  const library = await files.open('/C/', PATH);
  expect((await library.openBeside(PATH)).size).toBe(LIBRARY.length);
  server.faults.lose = 4;
  await expect(library.openBeside(PATH)).rejects.toMatchObject({ code: 'timeout' });
  expect((await library.openBeside(PATH)).size).toBe(LIBRARY.length);
  server.reinsert();
  await expect(library.openBeside(PATH)).rejects.toMatchObject({ code: 'stale' });
  expect((await files.open('/C/', PATH)).size).toBe(LIBRARY.length);
});

test('does not mistake the bytes of another file for those of this one', async () => {
  const file = await files.open('/C/', PATH);
  server.faults.replaced = true;
  await expect(file.read(0, 100)).rejects.toMatchObject({ code: 'stale' });
});

test('finds names in any case, in either form of an accent, and in the hidden folder of macOS', async () => {
  const decomposed = 'Contents/Acidite\u0301.mp3';
  await start({ '/C/': { '.PIONEER/Rekordbox/EXPORT.PDB': LIBRARY, [decomposed]: LIBRARY } });
  expect((await files.open('/C/', PATH)).size).toBe(LIBRARY.length);
  expect((await files.open('/C/', 'Contents/Acidité.mp3')).size).toBe(LIBRARY.length);
});

test('unmounts a medium that leaves just before close over the same socket, and sends nothing afterward', async () => {
  const file = await files.open('/C/', PATH);
  const reading = expect(file.read(0, file.size)).rejects.toMatchObject({ code: 'closed' });
  const unmounting = files.unmount('/C/');
  await files.close();
  expect(sent.at(-1)).toBe('unmount-call');
  await reading;
  await unmounting;
  const before = sent.length;
  await files.unmount('/C/');
  expect(sent).toHaveLength(before);
});

test('unmounts a medium that leaves once, and none that was not mounted', async () => {
  await files.open('/C/', PATH);
  await files.unmount('/C/');
  await files.unmount('/C/');
  await files.unmount('/B/');
  await files.open('/C/', PATH);
  expect(server.calls.filter((kind) => kind === 'unmount')).toHaveLength(1);
});

test('ends a read that is canceled while it waits for its turn', async () => {
  const file = await files.open('/C/', PATH);
  server.faults.silent = true;
  const first = expect(file.read(0, 100)).rejects.toMatchObject({ code: 'timeout' });
  const stop = new AbortController();
  const ended: string[] = [];
  const second = file.read(0, 100, stop.signal).catch(() => ended.push('second'));
  stop.abort();
  await second;
  await first.finally(() => ended.push('first'));
  expect(ended).toEqual(['second', 'first']);
});

test('fails open requests on close, and sends nothing more', async () => {
  const file = await files.open('/C/', PATH);
  server.faults.silent = true;
  const reading = expect(file.read(0, 100)).rejects.toMatchObject({ code: 'closed' });
  await expect.poll(() => sent.at(-1)).toBe('read-call');
  await files.close();
  await reading;
  const count = sent.length;
  await expect(file.read(0, 100)).rejects.toMatchObject({ code: 'closed' });
  expect(sent).toHaveLength(count);
});

test('refuses too many requests instead of queuing them', async () => {
  await start(undefined, { maxWaiting: 2 });
  const opened = await Promise.allSettled(Array.from({ length: 5 }, () => files.open('/C/', PATH)));
  expect(opened.filter(({ status }) => status === 'rejected')).toHaveLength(2);
});
