import { at, mapped, u8 } from '@deckcast/wire-kit';
import {
  type AnyMessageOf,
  kind,
  linkCodec,
  type MessageOf,
  type PresenceHead,
  presenceHead,
  type UnknownMessage,
} from './datagram.ts';
import { ipv4, mac } from './fields.ts';
import type { LinkCodec } from './link-codec.ts';

/** Role byte of a keep-alive or claim. Also seen: bit 04 rekordbox, bit 08 a gateway in CDJ-3000s. */
export const ROLE = { player: 1, mixer: 2 } as const;

export const PRESENCE = {
  /** CDJ-3000s send one byte more. */
  hello: kind(0x0a, 0x25, { role: at(0x24, u8) }),
  'claim-hardware': kind(0x00, 0x2c, { role: at(0x25, u8), mac: at(0x26, mac) }),
  /**
   * Also sent to a mixer that offered a number, with 01 at 0b and number 0. 31: 01 chosen by the device, 02
   * by the DJ.
   */
  'claim-address': kind(
    0x02,
    0x32,
    { ip: at(0x24, ipv4), mac: at(0x28, mac), number: at(0x2e, u8), role: at(0x30, u8) },
    { usual: { 49: '02' } },
  ),
  'claim-number': kind(0x04, 0x26, { number: at(0x24, u8) }),
  /** Answers a claim. */
  'number-in-use': kind(0x05, 0x26, { number: at(0x24, u8) }, { usual: { 37: '01' } }),
  /**
   * Broadcast by every device about every 2 s. Longer ones were seen (95 bytes from a bridge); their rest is
   * unknown.
   */
  'keep-alive': kind(0x06, 0x36, {
    number: at(0x24, u8),
    /**
     * 2: the first device on this network; 1: others came before. Two devices that both send 2 disturb each other: the
     * one that hears the other claims its number again and again.
     */
    first: at(
      0x25,
      mapped(
        u8,
        (raw) => raw === 2,
        (first) => (first ? 2 : 1),
      ),
    ),
    mac: at(0x26, mac),
    ip: at(0x2c, ipv4),
    /** Known to the sender, itself included. */
    devices: at(0x30, u8),
    /** Value of `ROLE`. */
    role: at(0x34, u8),
    /** 00 nexus, 64 CDJ-3000 (hexadecimal); 20 and 08 were seen from one program each. */
    generation: at(0x35, u8),
  }),
  /** Claims the number, to another device that announces it. */
  conflict: kind(0x08, 0x29, { number: at(0x24, u8), ip: at(0x25, ipv4) }),
  /** Mixer to a player that is connected to one of its ports. */
  'assignment-offer': kind(0x01, 0x2f, { ip: at(0x24, ipv4), mac: at(0x28, mac) }, { usual: { 46: '01' } }),
  assignment: kind(0x03, 0x27, { number: at(0x24, u8) }, { usual: { 11: '01', 37: '01' } }),
};

/**
 * Messages of port 50000: presence and claims of numbers. A starting device sends three each of hello and the
 * three claims, 300 ms apart. No capture has `conflict`.
 */
export type PresenceMessage = PresenceHead & AnyMessageOf<typeof PRESENCE>;
export type KeepAlive = PresenceHead & MessageOf<typeof PRESENCE, 'keep-alive'>;
export type UnknownPresence = PresenceHead & UnknownMessage;

/** UDP port of presence messages. */
export const PRESENCE_PORT = 50_000;

/** Codec of the messages of port 50000. */
export const presenceCodec: LinkCodec<PresenceMessage> = linkCodec(presenceHead, PRESENCE);
