/** Records with `dumpcap`, dissects with `tshark` (Debian: tshark). */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { judge, tool } from './judge.ts';
import type { OutgoingPacket } from './link-audit.ts';
import { CABLE, type End, type Namespaces } from './namespaces.ts';
import { waitFor } from './wait.ts';

/** Discard protocol, for our end mark. */
const DISCARD = 9;
const MARK = 'the end of the capture';

export class CableCapture {
  readonly #child: ChildProcess;
  readonly #path: string;
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

  /** Resolves when it records. */
  static async start(namespaces: Namespaces, end: End, path: string): Promise<CableCapture> {
    const within = namespaces.within(end);
    const [command = '', ...args] = [...within, tool('dumpcap'), '-i', CABLE, '-w', path];
    const to = namespaces.address(end === 'booth' ? 'stage' : 'booth');
    const mark = [...within, 'bash', '-c', `echo ${MARK} >/dev/udp/${to}/${DISCARD}`];
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const capture = new CableCapture(child, path, mark);
    await waitFor(
      'the capture to begin',
      () => /^File: /m.test(capture.#said) || undefined,
      () => capture.#said,
    );
    return capture;
  }

  /** Datagrams, and all bytes of each connection. */
  async stop(): Promise<readonly OutgoingPacket[]> {
    const [command = '', ...args] = this.#mark;
    execFileSync(command, args);
    await waitFor(
      'the capture to catch up',
      async () => (await readFile(this.#path)).includes(MARK) || undefined,
      () => this.#said,
    );
    await this.abandon();
    return (await packetsIn(this.#path)).filter(({ toPort }) => toPort !== DISCARD);
  }

  async abandon(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
      return;
    }
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGINT');
    await ended;
  }
}

const FIELDS =
  'ip.src ip.dst udp.srcport udp.dstport udp.payload tcp.srcport tcp.dstport tcp.payload tcp.seq_raw';

async function packetsIn(path: string): Promise<OutgoingPacket[]> {
  const fields = FIELDS.split(' ').flatMap((field) => ['-e', field]);
  const { stdout } = await judge('tshark', [
    ...['-r', path, '-Y', '(udp.payload or tcp.payload) and not icmp', '-T', 'fields', '-E', 'separator=|'],
    ...fields,
  ]);
  const packets: OutgoingPacket[] = [];
  /** By sequence number: retransmissions count once. */
  const connections = new Map<string, { readonly packet: OutgoingPacket; pieces: Map<number, Buffer> }>();
  for (const line of stdout.trim().split('\n')) {
    const [from = '', to = '', udpFrom, udpTo, datagram = '', tcpFrom, tcpTo, segment = '', sequence] =
      line.split('|');
    if (datagram !== '') {
      const ports = { fromPort: Number(udpFrom), toPort: Number(udpTo) };
      packets.push({ protocol: 'udp', from, to, ...ports, bytes: Buffer.from(datagram, 'hex') });
    } else {
      const ports = { fromPort: Number(tcpFrom), toPort: Number(tcpTo) };
      const packet = { protocol: 'tcp', from, to, ...ports, bytes: Buffer.alloc(0) } as const;
      const key = [from, tcpFrom, to, tcpTo].join(' ');
      const known = connections.get(key) ?? { packet, pieces: new Map() };
      connections.set(key, known);
      known.pieces.set(Number(sequence), Buffer.from(segment, 'hex'));
    }
  }
  const conversations = [...connections.values()].map(({ packet, pieces }) => {
    const inOrder = [...pieces].sort(([one], [other]) => one - other).map(([, bytes]) => bytes);
    return { ...packet, bytes: Buffer.concat(inOrder) };
  });
  return [...packets, ...conversations];
}
