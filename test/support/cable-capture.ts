/** Records everything that goes over an interface of a namespace, and takes it apart: by `dumpcap` (Debian: tshark). */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { tool } from './judge.ts';
import type { OutgoingPacket } from './link-audit.ts';
import { CABLE, type End, type Namespaces } from './namespaces.ts';
import { waitFor } from './wait.ts';

/** The port of the protocol that discards everything: what goes there is our own mark. */
const DISCARD = 9;

export class CableCapture {
  readonly #child: ChildProcess;
  readonly #path: string;
  /** A command that sends a datagram through the interface. */
  readonly #mark: readonly string[];
  #said = '';

  private constructor(child: ChildProcess, path: string, mark: readonly string[]) {
    this.#child = child;
    this.#path = path;
    this.#mark = mark;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text;
    });
  }

  /** Resolves when it records. `path`: of the capture file. */
  static async start(
    namespaces: Namespaces,
    end: End,
    path: string,
    on: typeof CABLE | 'lo' = CABLE,
  ): Promise<CableCapture> {
    const within = namespaces.within(end);
    const [command = '', ...args] = [...within, tool('dumpcap'), '-P', '-i', on, '-w', path];
    const to = on === 'lo' ? '127.0.0.1' : namespaces.address(end === 'booth' ? 'stage' : 'booth');
    const mark = [...within, 'bash', '-c', `echo mark >/dev/udp/${to}/${DISCARD}`];
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const capture = new CableCapture(child, path, mark);
    await waitFor(
      'the capture to begin',
      () => /^File: /m.test(capture.#said) || undefined,
      () => capture.#said,
    );
    return capture;
  }

  /** Ends it. Resolves to what was sent until now: each datagram, and the whole of each connection. */
  async stop(): Promise<readonly OutgoingPacket[]> {
    const now = Date.now();
    const [command = '', ...args] = this.#mark;
    execFileSync(command, args);
    await waitFor(
      'the capture to catch up',
      async () => lastAt(await readFile(this.#path)) > now || undefined,
      () => this.#said,
    );
    await this.abandon();
    return packetsIn(await readFile(this.#path)).filter(({ toPort }) => toPort !== DISCARD);
  }

  /** Ends it, whatever it holds. */
  async abandon(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
      return;
    }
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGINT');
    await ended;
  }
}

const FILE_HEAD = 24;
const RECORD_HEAD = 16;
const ETHERNET_HEAD = 14;
const IPV4 = 0x0800;
const TCP = 6;
const UDP = 17;

/** Start and end of each record in a capture that may still be written. */
function* records(file: Buffer): Generator<{ readonly at: number; readonly end: number }> {
  for (let at = FILE_HEAD; at + RECORD_HEAD <= file.length; ) {
    const end = at + RECORD_HEAD + file.readUInt32LE(at + 8);
    if (end > file.length) {
      return;
    }
    yield { at, end };
    at = end;
  }
}

/** When the last packet came, in milliseconds since 1970. */
function lastAt(file: Buffer): number {
  const last = [...records(file)].at(-1)?.at;
  return last === undefined ? 0 : file.readUInt32LE(last) * 1_000 + file.readUInt32LE(last + 4) / 1_000;
}

interface Segment {
  readonly sequence: number;
  readonly bytes: Buffer;
}

/** Everything in a capture of an Ethernet interface that is a datagram or part of a connection. */
function packetsIn(file: Buffer): OutgoingPacket[] {
  const datagrams: OutgoingPacket[] = [];
  const connections = new Map<
    string,
    { readonly packet: Omit<OutgoingPacket, 'bytes'>; segments: Segment[] }
  >();
  for (const { at, end } of records(file)) {
    const frame = file.subarray(at + RECORD_HEAD, end);
    if (frame.readUInt16BE(12) !== IPV4) {
      continue;
    }
    const ip = frame.subarray(ETHERNET_HEAD);
    const inner = ip.subarray(((ip[0] ?? 0) & 0x0f) * 4, ip.readUInt16BE(2));
    const ends = {
      from: ip.subarray(12, 16).join('.'),
      fromPort: inner.length < 4 ? 0 : inner.readUInt16BE(0),
      to: ip.subarray(16, 20).join('.'),
      toPort: inner.length < 4 ? 0 : inner.readUInt16BE(2),
    };
    if (ip[9] === UDP) {
      datagrams.push({ protocol: 'udp', ...ends, bytes: inner.subarray(8) });
    } else if (ip[9] === TCP) {
      const bytes = inner.subarray(((inner[12] ?? 0) >> 4) * 4);
      const key = Object.values(ends).join(' ');
      const known = connections.get(key) ?? { packet: { protocol: 'tcp', ...ends }, segments: [] };
      connections.set(key, known);
      if (bytes.length > 0) {
        known.segments.push({ sequence: inner.readUInt32BE(4), bytes });
      }
    }
  }
  const conversations = [...connections.values()]
    .filter(({ segments }) => segments.length > 0)
    .map(({ packet, segments }) => ({ ...packet, bytes: joined(segments) }));
  return [...datagrams, ...conversations];
}

/** What was sent again counts once. */
function joined(segments: readonly Segment[]): Buffer {
  const bySequence = new Map(segments.map((segment) => [segment.sequence, segment.bytes]));
  return Buffer.concat([...bySequence].sort(([one], [other]) => one - other).map(([, bytes]) => bytes));
}
