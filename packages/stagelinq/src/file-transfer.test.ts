import { createServer, connect as dialSocket, type Socket } from 'node:net';
import type { WireClock } from '@deckcast/wire-kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MessageChannel } from './channel.ts';
import type { Limits } from './context.ts';
import { FileTransfer } from './file-transfer.ts';
import { measureFrames } from './framing.ts';
import { type FileBody, type FileMessage, type FileReply, fileCodec } from './messages/file-transfer.ts';
import { testContext } from './testing/context.ts';
import { eventually } from './testing/eventually.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { stopped } from './testing/peer.ts';

const DATABASE = '/DJ2 (USB 1)/Engine Library/Database2/m.db';
const ANSWER_MS = 10_000;
const MISSING = '/DJ2 (USB 1)/Ada - Unreleased.mp3';

/** Nearly as large as a frame may be, with more to follow. */
const manyNames = {
  kind: 'listing',
  names: Array.from({ length: 16 }, () => 'x'.repeat(30_000)),
  first: true,
  last: false,
  directories: true,
} as const;

function fileServer(files: Readonly<Record<string, Buffer>>, pieceBytes: number) {
  let open: Buffer = Buffer.alloc(0);
  return (body: FileBody): FileReply[] => {
    switch (body.kind) {
      case 'stat':
        return [statusOf(files[body.path]), { kind: 'end' }];
      case 'list':
        if (body.path !== '') {
          return [{ kind: 'end' }];
        }
        return [
          { kind: 'listing', names: ['DJ2 (USB 1)'], first: true, last: false, directories: true },
          { kind: 'listing', names: ['SC6000 (Internal)'], first: false, last: true, directories: true },
          { kind: 'end' },
        ];
      case 'open':
        open = files[body.path] ?? Buffer.alloc(0);
        return [{ kind: 'opened', size: open.length, handle: 1 }];
      case 'read':
        return Array.from({ length: body.last - body.first + 1 }, (_, index): FileReply => {
          const offset = (body.first + index) * pieceBytes;
          return { kind: 'chunk', offset, data: open.subarray(offset, offset + pieceBytes) };
        });
      default:
        return [];
    }
  };
}

describe('a file arrives whole', () => {
  test.each([
    ['in pieces of 4096 bytes', 4096, 1_000_000],
    ['in one piece larger than the window', 500_000, 1_200_000],
    ['that ends with a full piece', 4096, 8192],
    ['that is smaller than a piece', 4096, 10],
  ])('%s', async (_, pieceBytes, size) => {
    const content = pattern(size);
    const { files } = await connect(fileServer({ [DATABASE]: content }, pieceBytes));
    expect(Buffer.compare(await collect(files.read(DATABASE)), content)).toBe(0);
  });

  test('with a last piece that reaches beyond its end', async () => {
    const content = pattern(5000);
    const serve = fileServer({ [DATABASE]: content }, 4096);
    const { files } = await connect((body) =>
      serve(body).map((reply) =>
        reply.kind === 'chunk'
          ? { ...reply, data: Buffer.concat([reply.data, Buffer.alloc(4096)]).subarray(0, 4096) }
          : reply,
      ),
    );
    expect(Buffer.compare(await collect(files.read(DATABASE)), content)).toBe(0);
  });
});

test('the pieces of a large file share the memory of one request', async () => {
  const { files } = await connect(fileServer({ [DATABASE]: pattern(1_000_000) }, 4096));
  const memory = new Set<ArrayBufferLike>();
  for await (const { buffer } of files.read(DATABASE)) {
    memory.add(buffer);
  }
  expect([...memory].map(({ byteLength }) => byteLength)).toEqual([256 * 1024]);
});

describe('part of a file', () => {
  const content = pattern(100_000);

  test.each([
    [0, 1],
    [4095, 4097],
    [99_999, 100_000],
    [50_000, 50_000],
    [90_000, 200_000],
    [200_000, 300_000],
  ])('from %i to %i', async (start, end) => {
    const { files } = await connect(fileServer({ [DATABASE]: content }, 4096));
    // Repeated, because the second time the size of a piece is known.
    for (let round = 0; round < 2; round++) {
      const read = await collect(files.read(DATABASE, { start, end }));
      expect(read.toString('hex')).toBe(content.subarray(start, end).toString('hex'));
    }
  });

  test('requests only the pieces that hold it', async () => {
    const { files, requests } = await connect(fileServer({ [DATABASE]: content }, 4096));
    await collect(files.read(DATABASE, { start: 40_960, end: 40_970 }));
    const reads = requests.flatMap(({ body }) => (body.kind === 'read' ? [[body.first, body.last]] : []));
    expect(reads).toEqual([
      [0, 0],
      [10, 10],
    ]);
  });

  test('requests no more at a time than fits in memory easily', async () => {
    const { files, requests } = await connect(fileServer({ [DATABASE]: pattern(2_000_000) }, 4096));
    await collect(files.read(DATABASE));
    const pieces = requests.flatMap(({ body }) => (body.kind === 'read' ? [body.last - body.first + 1] : []));
    expect(Math.max(...pieces)).toBe(64);
  });
});

describe('answers', () => {
  test('the list of media', async () => {
    const { files } = await connect(fileServer({}, 4096));
    expect(await files.sources()).toEqual(['DJ2 (USB 1)', 'SC6000 (Internal)']);
  });

  test('the size of a file, or that it does not exist', async () => {
    const { files } = await connect(fileServer({ [DATABASE]: pattern(126_976) }, 4096));
    expect(await files.stat(DATABASE)).toMatchObject({ exists: true, size: 126_976 });
    expect(await files.stat(MISSING)).toMatchObject({ exists: false });
  });

  test('a missing file with its own error, without the name, which may be that of a hidden track', async () => {
    const { files } = await connect(fileServer({}, 4096));
    const noFile = expect.stringMatching(/^(?!.*Unreleased).*no such file/);
    await expect(collect(files.read(MISSING))).rejects.toMatchObject({
      code: 'file-missing',
      message: noFile,
    });
    await expect(files.list(MISSING)).rejects.toMatchObject({ code: 'file-missing' });
  });
});

test('handles requests one after the other, from any caller', async () => {
  const content = pattern(300_000);
  const { files, requests } = await connect(fileServer({ '/a': content, '/b': content }, 4096));
  const [a, b, status] = await Promise.all([
    collect(files.read('/a')),
    collect(files.read('/b')),
    files.stat('/a'),
  ]);
  expect(Buffer.compare(a, content)).toBe(0);
  expect(Buffer.compare(b, content)).toBe(0);
  expect(status.exists).toBe(true);
  const steps = requests.map(({ body }) => body.kind).filter((kind) => kind !== 'read');
  expect(steps).toEqual(['open', 'close', 'open', 'close', 'stat']);
});

test('serves the next request after a reader stops early', async () => {
  const content = pattern(1_000_000);
  const { files, requests } = await connect(fileServer({ [DATABASE]: content }, 4096));
  for await (const piece of files.read(DATABASE)) {
    expect(piece.length).toBe(4096);
    break;
  }
  expect(Buffer.compare(await collect(files.read(DATABASE)), content)).toBe(0);
  const closes = () => requests.filter(({ body }) => body.kind === 'close').length;
  await eventually(() => closes() === 2, 'both files are closed');
});

test('ends an aborted read with the reason, and serves the next', async () => {
  const content = pattern(1_000_000);
  const { files } = await connect(fileServer({ [DATABASE]: content }, 4096));
  const aborting = new AbortController();
  const reason = new Error('enough');
  const reading = collect(files.read(DATABASE, { signal: aborting.signal }), () => aborting.abort(reason));
  await expect(reading).rejects.toBe(reason);
  expect(Buffer.compare(await collect(files.read(DATABASE)), content)).toBe(0);
});

test('drops a caller from the queue that stops waiting', async () => {
  const { files, requests } = await connect(() => []);
  void files.stat('/first').catch(() => {});
  const aborting = new AbortController();
  const second = files.stat('/second', aborting.signal);
  const reason = new Error('no longer needed');
  aborting.abort(reason);
  await expect(second).rejects.toBe(reason);
  await eventually(() => requests.length > 0, 'the first question');
  expect(requests.map(({ body }) => (body.kind === 'stat' ? body.path : ''))).toEqual(['/first']);
});

describe('a misbehaving device', () => {
  test('sends nothing: the request fails, and the next is sent', async () => {
    const clock = new ManualClock();
    const { files, requests } = await connect(
      (body) => (body.kind === 'stat' ? [] : fileServer({}, 4096)(body)),
      { clock },
    );
    const given = expect(files.stat('/a')).rejects.toMatchObject({ code: 'timeout' });
    await eventually(() => requests.length > 0, 'the question');
    clock.advance(ANSWER_MS);
    await given;
    expect(await files.sources()).toHaveLength(2);
  });

  test("answers too late: the answer is not taken for the next request's", async () => {
    const late: FileMessage[] = [];
    const clock = new ManualClock();
    const { files, sendMessage } = await connect(
      (body, message) => {
        if (body.kind !== 'stat' || body.path !== '/late') {
          return fileServer({ '/b': pattern(7) }, 4096)(body);
        }
        late.push({ ...message, body: statusOf(pattern(99)) });
        return [];
      },
      { clock },
    );
    const given = expect(files.stat('/late')).rejects.toMatchObject({ code: 'timeout' });
    await eventually(() => late.length > 0, 'the question');
    clock.advance(ANSWER_MS);
    await given;
    for (const message of late) {
      sendMessage(message);
    }
    expect((await files.stat('/b')).size).toBe(7);
  });

  test.each([
    ['the wrong piece', { offset: 1, data: Buffer.alloc(4096) }],
    ['empty pieces', { offset: 0, data: Buffer.alloc(0) }],
  ])('sends %s', async (_, piece) => {
    const { files } = await connect((body) => [
      body.kind === 'open' ? { kind: 'opened', size: 1e15, handle: 1 } : { kind: 'chunk', ...piece },
    ]);
    await expect(collect(files.read('/a'))).rejects.toMatchObject({ code: 'malformed' });
  });

  test('sends far more than requested: the connection is closed', async () => {
    const data = Buffer.alloc(65_536);
    const { files, device } = await connect((body) => {
      if (body.kind === 'open') {
        return [{ kind: 'opened', size: 1e9, handle: 1 }];
      }
      return Array.from(
        { length: 64 },
        (_, index) => ({ kind: 'chunk', offset: index * data.length, data }) as const,
      );
    });
    let isClosed = false;
    void device.ended.then(() => {
      isClosed = true;
    });
    // Holds the first piece until the others have come.
    const reading = collect(files.read('/a'), () => eventually(() => isClosed, 'the end of the connection'));
    await expect(reading).rejects.toMatchObject({ code: 'too-large' });
  });

  test('sends names without a request: the connection is closed', async () => {
    const { files, device, sendMessage } = await connect(() => []);
    for (let part = 0; part < 4; part++) {
      sendMessage({ transfer: 0, body: manyNames });
    }
    await device.ended;
    await expect(files.stat('/a')).rejects.toMatchObject({ code: 'too-large' });
  });

  test('sends names without end', async () => {
    const { files, sendMessage } = await connect((_, { transfer }) => {
      const timer = setInterval(() => sendMessage({ transfer, body: manyNames }), 1);
      onTestFinished(() => clearInterval(timer));
      return [];
    });
    await expect(files.sources()).rejects.toMatchObject({ code: 'too-large' });
  });

  test('closes the connection in the middle', async () => {
    const { files, device } = await connect(() => []);
    const asking = files.stat('/a');
    device.close(stopped);
    await expect(asking).rejects.toMatchObject({ code: 'closed' });
    await expect(files.stat('/b')).rejects.toMatchObject({ code: 'closed' });
  });

  test('gets too many requests', async () => {
    const { files } = await connect(() => [], { fileRequests: 1 });
    for (const path of ['/a', '/b']) {
      void files.stat(path).catch(() => {});
    }
    await expect(files.stat('/c')).rejects.toMatchObject({ code: 'busy' });
  });
});

test("passes on a change, answers the device's requests, and skips its greeting", async () => {
  const { sendMessage, requests, changes } = await connect(() => []);
  sendMessage({ transfer: 0, body: { kind: 'greeting', text: '1' } });
  sendMessage({ transfer: 0, body: { kind: 'changed', rest: Buffer.alloc(0) } });
  sendMessage({ transfer: 9, body: { kind: 'list', path: '' } });
  sendMessage({ transfer: 0, body: { kind: 'ejected', rest: Buffer.alloc(0) } });
  await eventually(() => changes() === 2 && requests.length === 1, 'two changes and our answer');
  expect(requests).toEqual([
    { transfer: 9, body: { kind: 'listing', names: [], first: true, last: true, directories: false } },
  ]);
});

/** Answers each request with the result of `answer`. */
async function connect(
  answer: (body: FileBody, message: FileMessage) => readonly FileReply[],
  { clock, ...limits }: { readonly clock?: WireClock } & Partial<Limits> = {},
) {
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const ours = dialSocket(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  await eventually(() => accepted.length === 1, 'the connection');
  const [theirs] = accepted;
  if (theirs === undefined) {
    throw new Error('no connection');
  }
  const options = { measure: measureFrames(), unsentBytes: 1e8 };
  const device = new MessageChannel(theirs, options);
  const requests: FileMessage[] = [];
  const sendMessage = (message: FileMessage) => device.send(fileCodec.encode(message));
  device.receive((bytes, start, end) => {
    const message = fileCodec.decode(Buffer.from(bytes.subarray(start, end)));
    requests.push(message);
    for (const body of answer(message.body, message)) {
      sendMessage({ transfer: message.transfer, body });
    }
  });
  let changes = 0;
  const files = new FileTransfer(
    new MessageChannel(ours, options),
    testContext({ fileMs: ANSWER_MS }, limits, clock),
    () => changes++,
  );
  onTestFinished(() => {
    server.close();
    device.close(stopped);
  });
  return { files, device, requests, sendMessage, changes: () => changes };
}

/** Calls `taken` after each piece, and requests the next when it resolves. */
async function collect(
  pieces: AsyncIterable<Uint8Array>,
  taken: () => void | Promise<void> = () => {},
): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) {
    all.push(new Uint8Array(piece));
    await taken();
  }
  return Buffer.concat(all);
}

function pattern(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let index = 0; index < size; index += 1) {
    bytes[index] = index * 31 + (index >> 8);
  }
  return bytes;
}

function statusOf(content: Buffer | undefined): FileReply {
  const time = { julianDay: 2460716n, milliseconds: 0, spec: 0 };
  return {
    kind: 'status',
    exists: content !== undefined,
    directory: false,
    permissions: 0x6644,
    times: [time, time, time],
    size: content?.length ?? 0,
  };
}
