/**
 * Packets that a polite guest may send on a PRO DJ LINK network, byte by byte. Deliberately independent of the program,
 * whose own list is `packages/prodjlink/src/outgoing.ts`.
 */

/** A datagram, or everything written to one connection. */
export interface OutgoingPacket {
  readonly protocol: 'udp' | 'tcp';
  /** Empty if the system chooses it. */
  readonly from: string;
  readonly fromPort: number;
  readonly to: string;
  readonly toPort: number;
  readonly bytes: Buffer;
}

const MAGIC = 'Qspt1WmJOL';
const NAME_LENGTH = 20;
const PORT_QUERY = Buffer.from('\0\0\0\x0fRemoteDBServer\0', 'latin1');
const GREETING = Buffer.from('1100000001', 'hex');
const MESSAGE_BEGIN = Buffer.from('11872349ae', 'hex');
/** Set-up, goodbye, and queries about one track: items, path, picture, and texts of items. */
const DATABASE_KINDS = [0x0000, 0x0100, 0x2002, 0x2102, 0x2202, 0x2003, 0x3000];
/** Program, version and procedure of each call: portmapper; mount, unmount, list; attributes, look up, read. */
const FILE_CALLS = [
  '100000.2.3',
  '100005.1.1',
  '100005.1.3',
  '100005.1.5',
  '100003.2.1',
  '100003.2.4',
  '100003.2.6',
];

/** Returns whether these bytes belong to this protocol. */
export function isLink({ protocol, bytes }: OutgoingPacket): boolean {
  if (protocol === 'tcp') {
    return bytes.subarray(0, 4).equals(PORT_QUERY.subarray(0, 4)) || bytes.subarray(0, 5).equals(GREETING);
  }
  return bytes.toString('latin1', 0, MAGIC.length) === MAGIC || isCall(bytes);
}

/** Returns the violations in everything that a guest sent. */
export function complaintsAbout(sent: readonly OutgoingPacket[]): readonly string[] {
  return sent.flatMap((packet) => {
    const wrong = impolite(packet);
    return wrong === undefined ? [] : [`${packet.to}:${packet.toPort} was sent ${wrong}`];
  });
}

/** Returns the violation; undefined if a polite guest may send the packet. */
export function impolite(packet: OutgoingPacket): string | undefined {
  const { protocol, bytes } = packet;
  if (protocol === 'tcp') {
    return PORT_QUERY.equals(bytes) ? undefined : conversation(bytes);
  }
  if (isCall(bytes)) {
    const call = [12, 16, 20].map((at) => bytes.readUInt32BE(at)).join('.');
    return FILE_CALLS.includes(call) ? undefined : `the call ${call}`;
  }
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    return 'bytes of no protocol that players speak';
  }
  switch (bytes[0x0a]) {
    case 0x06:
      return keepAlive(packet);
    case 0x05:
      return question(packet);
    default:
      return `a message of kind ${bytes[0x0a]?.toString(16)}`;
  }
}

function keepAlive({ from, bytes }: OutgoingPacket): string | undefined {
  if (bytes.length !== 0x36 || bytes.readUInt16BE(0x22) !== 0x36) {
    return `a keep-alive of ${bytes.length} bytes`;
  }
  const number = bytes[0x24] ?? 0;
  const ip = [...bytes.subarray(0x2c, 0x30)].join('.');
  const wrong = [
    number >= 7 && number <= 15 ? '' : `the number ${number}`,
    bytes[0x25] === 1 ? '' : 'a claim to be the first on the network',
    bytes[0x34] === 1 ? '' : 'the role of no player',
    bytes[0x35] === 0x64 ? '' : 'a generation that makes newer players leave',
    from === '' || from === '0.0.0.0' || ip === from ? '' : `the address ${ip}, sent from ${from}`,
    /^[\x20-\x7e]+\0*$/.test(bytes.toString('latin1', 0x0c, 0x0c + NAME_LENGTH)) ? '' : 'no name',
  ].filter((text) => text !== '');
  return wrong.length === 0 ? undefined : `a keep-alive with ${wrong.join(' and ')}`;
}

/** Media query of a slot. */
function question({ bytes }: OutgoingPacket): string | undefined {
  const slot = bytes.length === 0x30 ? bytes.readUInt32BE(0x2c) : 0;
  return slot === 2 || slot === 3 ? undefined : `a question of ${bytes.length} bytes about slot ${slot}`;
}

/** Conversation with a database: a greeting, then messages with numeric arguments. */
function conversation(bytes: Buffer): string | undefined {
  if (!bytes.subarray(0, GREETING.length).equals(GREETING)) {
    return 'bytes of no protocol that players speak';
  }
  for (let at = GREETING.length; at < bytes.length; ) {
    if (!bytes.subarray(at, at + MESSAGE_BEGIN.length).equals(MESSAGE_BEGIN)) {
      return `something that is not a message, after ${at} bytes`;
    }
    const kind = bytes.readUInt16BE(at + 11);
    const count = bytes.readUInt8(at + 14);
    if (!DATABASE_KINDS.includes(kind)) {
      return `a message of kind ${kind.toString(16)} to a database`;
    }
    // A field of twelve tag bytes with a length, then five bytes for each number.
    at += 15 + 17 + 5 * count;
  }
  return undefined;
}

/** Remote procedure call: an id, then 0 for a call and 2 for the version. */
function isCall(bytes: Buffer): boolean {
  return bytes.length >= 40 && bytes.readUInt32BE(4) === 0 && bytes.readUInt32BE(8) === 2;
}
