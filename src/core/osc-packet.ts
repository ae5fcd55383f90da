/** OSC 1.0, from untrusted bytes. */

/** Blobs, colors and MIDI count as undefined. */
export type OscArgument = string | number | boolean | undefined;

export interface OscMessage {
  readonly address: string;
  readonly args: readonly OscArgument[];
}

const MAX_MESSAGES = 256;
const MAX_DEPTH = 8;
const BUNDLE = '#bundle\0';
/** Ignored: messages apply at once. */
const TIME_TAG_BYTES = 8;

/** Ordered; empty if the datagram is not OSC. Skips damaged messages. */
export function readPacket(bytes: Uint8Array): readonly OscMessage[] {
  const found: OscMessage[] = [];
  collect(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), found, 0);
  return found;
}

export function textMessage(address: string, text: string): Buffer {
  return Buffer.concat([address, ',s', text].map(paddedText));
}

export function numberMessage(address: string, type: 'i' | 'f', value: number): Buffer {
  const number = Buffer.alloc(4);
  if (type === 'i') {
    number.writeInt32BE(value);
  } else {
    number.writeFloatBE(value);
  }
  return Buffer.concat([paddedText(address), paddedText(`,${type}`), number]);
}

function collect(bytes: Buffer, found: OscMessage[], depth: number): void {
  if (bytes.subarray(0, BUNDLE.length).toString('latin1') !== BUNDLE) {
    const message = readMessage(bytes);
    if (message !== undefined && found.length < MAX_MESSAGES) {
      found.push(message);
    }
    return;
  }
  let at = BUNDLE.length + TIME_TAG_BYTES;
  while (at + 4 <= bytes.length && depth < MAX_DEPTH && found.length < MAX_MESSAGES) {
    const size = bytes.readUInt32BE(at);
    at += 4;
    if (size === 0 || size > bytes.length - at) {
      return;
    }
    collect(bytes.subarray(at, at + size), found, depth + 1);
    at += size;
  }
}

function readMessage(bytes: Buffer): OscMessage | undefined {
  const address = textAt(bytes, 0);
  if (address === undefined || !address.text.startsWith('/')) {
    return undefined;
  }
  const types = textAt(bytes, address.end);
  // Very old programs send no types; their arguments cannot be parsed.
  const args = types?.text.startsWith(',') ? argumentsAt(bytes, types.end, types.text.slice(1)) : [];
  return args === undefined ? undefined : { address: address.text, args };
}

/** Undefined if truncated, or after an unknown type, whose length is unknown too. */
function argumentsAt(bytes: Buffer, start: number, types: string): readonly OscArgument[] | undefined {
  const args: OscArgument[] = [];
  let at = start;
  for (const type of types) {
    if (type === '[' || type === ']') {
      continue;
    }
    const read = argumentAt(bytes, at, type);
    if (read === undefined || read.end > bytes.length) {
      return undefined;
    }
    args.push(read.value);
    at = read.end;
  }
  return args;
}

function argumentAt(
  bytes: Buffer,
  at: number,
  type: string,
): { readonly value: OscArgument; readonly end: number } | undefined {
  const left = bytes.length - at;
  switch (type) {
    case 's':
    case 'S': {
      const read = textAt(bytes, at);
      return read && { value: read.text, end: read.end };
    }
    case 'i':
      return left < 4 ? undefined : { value: bytes.readInt32BE(at), end: at + 4 };
    case 'f':
      return left < 4 ? undefined : { value: finite(bytes.readFloatBE(at)), end: at + 4 };
    case 'd':
      return left < 8 ? undefined : { value: finite(bytes.readDoubleBE(at)), end: at + 8 };
    case 'h':
      return left < 8 ? undefined : { value: Number(bytes.readBigInt64BE(at)), end: at + 8 };
    case 'T':
    case 'F':
      return { value: type === 'T', end: at };
    case 'N':
    case 'I':
      return { value: undefined, end: at };
    case 'c':
    case 'r':
    case 'm':
      return { value: undefined, end: at + 4 };
    case 't':
      return { value: undefined, end: at + 8 };
    case 'b':
      return left < 4 ? undefined : { value: undefined, end: padded(at + 4 + bytes.readUInt32BE(at)) };
    default:
      return undefined;
  }
}

function textAt(bytes: Buffer, at: number): { readonly text: string; readonly end: number } | undefined {
  const zero = at <= bytes.length ? bytes.indexOf(0, at) : -1;
  // Tolerates missing padding at the end.
  return zero < 0
    ? undefined
    : { text: bytes.toString('utf8', at, zero), end: Math.min(padded(zero + 1), bytes.length) };
}

function paddedText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes], padded(bytes.length + 1));
}

function padded(at: number): number {
  return Math.ceil(at / 4) * 4;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
