/** Datagrams as a capture file, for programs that read such files. */

export interface CapturedDatagram {
  readonly fromPort: number;
  readonly toPort: number;
  readonly bytes: Uint8Array;
}

/** Link type of files whose packets begin with the IP header. */
const LINK_RAW = 101;
const IP_HEAD_BYTES = 20;
const UDP_HEAD_BYTES = 8;
const UDP = 17;

/** A `pcap` file in which the datagrams go from 10.0.0.1 to 10.0.0.2 and back, by which port they leave from. */
export function capture(datagrams: readonly CapturedDatagram[]): Buffer {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(0xffff, 16);
  head.writeUInt32LE(LINK_RAW, 20);
  return Buffer.concat([head, ...datagrams.map(record)]);
}

function record({ fromPort, toPort, bytes }: CapturedDatagram, index: number): Buffer {
  const length = IP_HEAD_BYTES + UDP_HEAD_BYTES + bytes.length;
  const packet = Buffer.alloc(length);
  packet.writeUInt8(0x45, 0);
  packet.writeUInt16BE(length, 2);
  packet.writeUInt8(64, 8);
  packet.writeUInt8(UDP, 9);
  const down = fromPort > toPort;
  packet.set([10, 0, 0, down ? 1 : 2], 12);
  packet.set([10, 0, 0, down ? 2 : 1], 16);
  packet.writeUInt16BE(fromPort, IP_HEAD_BYTES);
  packet.writeUInt16BE(toPort, IP_HEAD_BYTES + 2);
  packet.writeUInt16BE(UDP_HEAD_BYTES + bytes.length, IP_HEAD_BYTES + 4);
  packet.set(bytes, IP_HEAD_BYTES + UDP_HEAD_BYTES);
  const head = Buffer.alloc(16);
  head.writeUInt32LE(index, 0);
  head.writeUInt32LE(length, 8);
  head.writeUInt32LE(length, 12);
  return Buffer.concat([head, packet]);
}
