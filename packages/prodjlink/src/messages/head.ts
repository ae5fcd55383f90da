import { type PacketView, PacketWriter } from '../bytes.ts';
import { ProDjLinkError } from '../errors.ts';

/**
 * How every datagram on UDP begins. Offsets are hexadecimal.
 *
 * | port 50000 | ports 50001, 50002 | size | field |
 * |---|---|---|---|
 * | 00 | 00 | a | `Qspt1WmJOL` |
 * | 0a | 0a | 1 | kind; each port has its own |
 * | 0b | - | 1 | 01 in the packets between a player and the mixer that assigns its number |
 * | 0c | 0b | 14 | name, which is the model's: two equal players share it |
 * | 20 | 1f | 1 | 01 |
 * | 21 | 20 | 1 | format: grows with the generation of the device |
 * | - | 21 | 1 | number of the sender |
 * | 22 | 22 | 2 | length: of the whole packet, or of what follows 24 |
 *
 * The length field is unreliable: a DJM-2000nexus writes it byte-swapped, other devices count differently. So the kind
 * and the real length decide.
 */
const MAGIC = Buffer.from('Qspt1WmJOL', 'latin1');

/** The role byte of a keep-alive or a claim. Others were seen: bit 04 rekordbox, bit 08 a gateway in CDJ-3000s. */
export const ROLE = { player: 1, mixer: 2 } as const;

const KIND = 0x0a;
const LENGTH = 0x22;
/** Where a message's own fields begin, on every port. */
export const BODY = 0x24;

/** The first fields of every message on port 50000. */
export interface PresenceHead {
  /** Model, such as `CDJ-2000nexus`; at most 20 ASCII characters. */
  readonly name: string;
  /** 2 on nexus devices; 3 and 4 on CDJ-3000. */
  readonly format: number;
  /** Present only if it is not the real one. */
  readonly statedLength?: number;
}

/** The first fields of every message on ports 50001 and 50002. */
export interface DeckHead extends PresenceHead {
  /** Of the sender: 1 to 6 a player, 33 and up a mixer. */
  readonly number: number;
}

/** The kind byte. @throws ProDjLinkError `foreign`, `truncated` */
export function readKind(view: PacketView): number {
  view.need(BODY);
  for (let at = 0; at < MAGIC.length; at++) {
    if (view.u8(at) !== MAGIC[at]) {
      throw new ProDjLinkError('foreign', 'not a PRO DJ LINK datagram');
    }
  }
  return view.u8(KIND);
}

export function readPresenceHead(view: PacketView): PresenceHead {
  const head = { name: view.ascii(0x0c, 20), format: view.u8(0x21) };
  const statedLength = view.u16(LENGTH);
  return statedLength === view.length ? head : { ...head, statedLength };
}

export function readDeckHead(view: PacketView): DeckHead {
  const head = { name: view.ascii(0x0b, 20), format: view.u8(0x20), number: view.u8(0x21) };
  const statedLength = view.u16(LENGTH);
  return statedLength === view.length - BODY ? head : { ...head, statedLength };
}

export function writePresenceHead(
  kind: number,
  head: PresenceHead,
  length: number,
  background?: Uint8Array,
): PacketWriter {
  return new PacketWriter(length, background)
    .put(0, MAGIC)
    .u8(KIND, kind)
    .u8(0x0b, 0)
    .ascii(0x0c, 20, head.name)
    .u8(0x20, 1)
    .u8(0x21, head.format)
    .u16(LENGTH, head.statedLength ?? length);
}

export function writeDeckHead(
  kind: number,
  head: DeckHead,
  length: number,
  background?: Uint8Array,
): PacketWriter {
  return new PacketWriter(length, background)
    .put(0, MAGIC)
    .u8(KIND, kind)
    .ascii(0x0b, 20, head.name)
    .u8(0x1f, 1)
    .u8(0x20, head.format)
    .u8(0x21, head.number)
    .u16(LENGTH, head.statedLength ?? length - BODY);
}
