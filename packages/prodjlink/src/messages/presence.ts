import { PacketView, type PacketWriter } from '../bytes.ts';
import { BODY, type PresenceHead, readKind, readPresenceHead, writePresenceHead } from './head.ts';
import { KEEP_ALIVE_LENGTH, type KeepAlive, readKeepAlive, writeKeepAlive } from './keep-alive.ts';
import type { LinkCodec } from './link-codec.ts';

/**
 * What port 50000 carries: who is there, and how numbers are claimed. Offsets are hexadecimal.
 *
 * | kind | `kind` | length | fields |
 * |---|---|---|---|
 * | 0a | `hello` | 25, 26 | 24 role; CDJ-3000 adds 25 |
 * | 00 | `claim-hardware` | 2c | 24 counter, 25 role, 26 hardware address (6) |
 * | 02 | `claim-address` | 32 | 24 IP (4), 28 hardware address (6), 2e number, 2f counter, 30 role, 31 how |
 * | 04 | `claim-number` | 26 | 24 number, 25 counter |
 * | 05 | `number-in-use` | 26 | 24 number of the sender, 25 01 |
 * | 06 | `keep-alive` | 36 | `keep-alive.ts` |
 * | 08 | `conflict` | 29 | 24 number, 25 IP of the sender (4) |
 * | 01 | `assignment-offer` | 2f | 24 IP, 28 hardware address, 2e 01 |
 * | 03 | `assignment` | 27 | 24 number, 25 01 |
 *
 * A device that starts sends three each of hello and the three claims, 300 ms apart. `conflict` is in no capture.
 */
export type PresenceMessage =
  | (PresenceHead & {
      readonly kind: 'hello';
      readonly role: number;
      /** Only CDJ-3000 send it: 40 hexadecimal. */
      readonly extra?: number;
    })
  | (PresenceHead & {
      readonly kind: 'claim-hardware';
      readonly counter: number;
      readonly role: number;
      readonly mac: string;
    })
  | (PresenceHead & {
      readonly kind: 'claim-address';
      readonly ip: string;
      readonly mac: string;
      /** 0 where a mixer is to assign it. */
      readonly number: number;
      readonly counter: number;
      readonly role: number;
      /** Whether the player chose the number itself, or the DJ did. */
      readonly automatic: boolean;
      /** Sent to a mixer that offered a number, not broadcast. */
      readonly toMixer: boolean;
    })
  | (PresenceHead & { readonly kind: 'claim-number'; readonly number: number; readonly counter: number })
  /** Answer to a claim: the sender has this number. */
  | (PresenceHead & { readonly kind: 'number-in-use'; readonly number: number })
  | KeepAlive
  /** "That number is mine", sent to another device that announces it. */
  | (PresenceHead & { readonly kind: 'conflict'; readonly number: number; readonly ip: string })
  | (PresenceHead & { readonly kind: 'assignment-offer'; readonly ip: string; readonly mac: string })
  | (PresenceHead & { readonly kind: 'assignment'; readonly number: number })
  | UnknownPresence;

/** A kind that is not in the table. */
export interface UnknownPresence extends PresenceHead {
  readonly kind: 'unknown';
  readonly code: number;
  /** What follows the head, shared with the datagram. */
  readonly body: Uint8Array;
}

export const PRESENCE_PORT = 50_000;

const HELLO = 0x0a;
const CLAIM_HARDWARE = 0x00;
const CLAIM_ADDRESS = 0x02;
const CLAIM_NUMBER = 0x04;
const NUMBER_IN_USE = 0x05;
const KEEP_ALIVE = 0x06;
const CONFLICT = 0x08;
const ASSIGNMENT_OFFER = 0x01;
const ASSIGNMENT = 0x03;

/** In the two packets between a player and the mixer that assigns its number. */
const BETWEEN_TWO = 0x0b;

export const presenceCodec: LinkCodec<PresenceMessage> = {
  decode(bytes) {
    const view = new PacketView(bytes);
    const code = readKind(view);
    const head = readPresenceHead(view);
    switch (code) {
      case HELLO:
        return {
          kind: 'hello',
          ...head,
          role: view.u8(0x24),
          ...(view.length > 0x25 && { extra: view.u8(0x25) }),
        };
      case CLAIM_HARDWARE:
        return {
          kind: 'claim-hardware',
          ...head,
          counter: view.u8(0x24),
          role: view.u8(0x25),
          mac: view.mac(0x26),
        };
      case CLAIM_ADDRESS:
        return {
          kind: 'claim-address',
          ...head,
          ip: view.ipv4(0x24),
          mac: view.mac(0x28),
          number: view.u8(0x2e),
          counter: view.u8(0x2f),
          role: view.u8(0x30),
          automatic: view.u8(0x31) === 1,
          toMixer: view.u8(BETWEEN_TWO) === 1,
        };
      case CLAIM_NUMBER:
        return { kind: 'claim-number', ...head, number: view.u8(0x24), counter: view.u8(0x25) };
      case NUMBER_IN_USE:
        return { kind: 'number-in-use', ...head, number: view.u8(0x24) };
      case KEEP_ALIVE:
        return readKeepAlive(view, head);
      case CONFLICT:
        return { kind: 'conflict', ...head, number: view.u8(0x24), ip: view.ipv4(0x25) };
      case ASSIGNMENT_OFFER:
        return { kind: 'assignment-offer', ...head, ip: view.ipv4(0x24), mac: view.mac(0x28) };
      case ASSIGNMENT:
        return { kind: 'assignment', ...head, number: view.u8(0x24) };
      default:
        return { kind: 'unknown', ...head, code, body: view.rest(BODY) };
    }
  },

  encode(message, background) {
    const begin = (kind: number, length: number): PacketWriter =>
      writePresenceHead(kind, message, length, background);
    switch (message.kind) {
      case 'hello': {
        if (message.extra === undefined) {
          return begin(HELLO, 0x25).u8(0x24, message.role).bytes;
        }
        return begin(HELLO, 0x26).u8(0x24, message.role).u8(0x25, message.extra).bytes;
      }
      case 'claim-hardware':
        return begin(CLAIM_HARDWARE, 0x2c)
          .u8(0x24, message.counter)
          .u8(0x25, message.role)
          .mac(0x26, message.mac).bytes;
      case 'claim-address':
        return begin(CLAIM_ADDRESS, 0x32)
          .u8(BETWEEN_TWO, message.toMixer ? 1 : 0)
          .ipv4(0x24, message.ip)
          .mac(0x28, message.mac)
          .u8(0x2e, message.number)
          .u8(0x2f, message.counter)
          .u8(0x30, message.role)
          .u8(0x31, message.automatic ? 1 : 2).bytes;
      case 'claim-number':
        return begin(CLAIM_NUMBER, 0x26).u8(0x24, message.number).u8(0x25, message.counter).bytes;
      case 'number-in-use':
        return begin(NUMBER_IN_USE, 0x26).u8(0x24, message.number).u8(0x25, 1).bytes;
      case 'keep-alive':
        return writeKeepAlive(begin(KEEP_ALIVE, KEEP_ALIVE_LENGTH), message);
      case 'conflict':
        return begin(CONFLICT, 0x29).u8(0x24, message.number).ipv4(0x25, message.ip).bytes;
      case 'assignment-offer':
        return begin(ASSIGNMENT_OFFER, 0x2f).ipv4(0x24, message.ip).mac(0x28, message.mac).u8(0x2e, 1).bytes;
      case 'assignment':
        return begin(ASSIGNMENT, 0x27).u8(BETWEEN_TWO, 1).u8(0x24, message.number).u8(0x25, 1).bytes;
      case 'unknown':
        return begin(message.code, BODY + message.body.length).put(BODY, message.body).bytes;
    }
  },
};
