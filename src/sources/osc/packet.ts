/** OSC 1.0 from any bytes: messages, and bundles of them. */

/** An argument that a deck's state can be made of; others (blobs, colors, MIDI) count as undefined. */
export type OscArgument = string | number | boolean | undefined;

export interface OscMessage {
  readonly address: string;
  readonly args: readonly OscArgument[];
}

/** Messages of one datagram. */
const MAX_MESSAGES = 256;
/** Bundles in bundles. */
const MAX_DEPTH = 8;
const BUNDLE = '#bundle\0';
/** The time of a bundle, by which nothing is put off: it says what is so now. */
const TIME_TAG_BYTES = 8;

/** The messages of a datagram in their order; none where it is not OSC. What is damaged is left out. */
export function readPacket(bytes: Uint8Array): readonly OscMessage[] {
  const found: OscMessage[] = [];
  collect(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), found, 0);
  return found;
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
  // Very old programs send no types, and then only they know what follows.
  const args = types?.text.startsWith(',') ? argumentsAt(bytes, types.end, types.text.slice(1)) : [];
  return args === undefined ? undefined : { address: address.text, args };
}

/** Undefined where they end too early, or have a type that nobody knows, so that the rest cannot be found. */
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

/** Text up to its zero; undefined where there is none. */
function textAt(bytes: Buffer, at: number): { readonly text: string; readonly end: number } | undefined {
  const zero = at <= bytes.length ? bytes.indexOf(0, at) : -1;
  // Some programs leave out the zeros that fill the last four bytes.
  return zero < 0
    ? undefined
    : { text: bytes.toString('utf8', at, zero), end: Math.min(padded(zero + 1), bytes.length) };
}

function padded(at: number): number {
  return Math.ceil(at / 4) * 4;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
