import { PacketView, type PacketWriter } from '../bytes.ts';
import { type BeatPacket, readBeat, writeBeat } from './beat.ts';
import { BODY, type DeckHead, readDeckHead, readKind, writeDeckHead } from './head.ts';
import type { LinkCodec } from './link-codec.ts';
import { ON_AIR_LENGTH, type OnAirPacket, readOnAir, writeOnAir } from './on-air.ts';
import { POSITION_LENGTH, type PositionPacket, readPosition, writePosition } from './position.ts';

/**
 * What port 50001 carries. Offsets are hexadecimal.
 *
 * | kind | `kind` | length | fields |
 * |---|---|---|---|
 * | 28 | `beat` | 60 | `beat.ts` |
 * | 0b | `position` | 3c | `position.ts` |
 * | 03 | `on-air` | 2d, 35 | `on-air.ts` |
 * | 26 | `master-request` | 28 | 24 requester (4) |
 * | 27 | `master-answer` | 2c | 24 sender (4), 28 01 (4) |
 * | 2a | `sync-control` | 2c | 24 sender (4), 2b command |
 * | 02 | - | | fader start, which starts and stops players |
 *
 * The last four are commands between devices: this library decodes them and never sends one. Of 0b, 26, 27 and 2a no
 * bytes of real hardware are at hand.
 */
export type TimingMessage =
  | BeatPacket
  | PositionPacket
  | OnAirPacket
  | (DeckHead & { readonly kind: 'master-request'; readonly requester: number })
  | (DeckHead & { readonly kind: 'master-answer'; readonly accepted: boolean })
  /** `command`: 1 becomes tempo master, 0x10 turns sync on, 0x20 off. */
  | (DeckHead & { readonly kind: 'sync-control'; readonly command: number })
  | UnknownDeckMessage;

/** A kind that is not in the table of its port. */
export interface UnknownDeckMessage extends DeckHead {
  readonly kind: 'unknown';
  readonly code: number;
  /** What follows the head, shared with the datagram. */
  readonly body: Uint8Array;
}

export const TIMING_PORT = 50_001;

const BEAT = 0x28;
const POSITION = 0x0b;
const ON_AIR = 0x03;
const MASTER_REQUEST = 0x26;
const MASTER_ANSWER = 0x27;
const SYNC_CONTROL = 0x2a;

export const timingCodec: LinkCodec<TimingMessage> = {
  decode(bytes) {
    const view = new PacketView(bytes);
    const code = readKind(view);
    const head = readDeckHead(view);
    switch (code) {
      case BEAT:
        return readBeat(view, head);
      case POSITION:
        return readPosition(view, head);
      case ON_AIR:
        return readOnAir(view, head);
      case MASTER_REQUEST:
        return { kind: 'master-request', ...head, requester: view.u32(0x24) };
      case MASTER_ANSWER:
        view.need(0x2c);
        return { kind: 'master-answer', ...head, accepted: view.u32(0x28) === 1 };
      case SYNC_CONTROL:
        return { kind: 'sync-control', ...head, command: view.u8(0x2b) };
      default:
        return { kind: 'unknown', ...head, code, body: view.rest(BODY) };
    }
  },

  encode(message, background) {
    const begin = (kind: number, length: number): PacketWriter =>
      writeDeckHead(kind, message, length, background);
    switch (message.kind) {
      case 'beat':
        return writeBeat(begin(BEAT, 0x60), message);
      case 'position':
        return writePosition(begin(POSITION, POSITION_LENGTH), message);
      case 'on-air':
        return writeOnAir(begin(ON_AIR, ON_AIR_LENGTH[message.channels.length > 4 ? 6 : 4]), message);
      case 'master-request':
        return begin(MASTER_REQUEST, 0x28).u32(0x24, message.requester).bytes;
      case 'master-answer':
        return begin(MASTER_ANSWER, 0x2c)
          .u32(0x24, message.number)
          .u32(0x28, message.accepted ? 1 : 0).bytes;
      case 'sync-control':
        return begin(SYNC_CONTROL, 0x2c).u32(0x24, message.number).u8(0x2b, message.command).bytes;
      case 'unknown':
        return begin(message.code, BODY + message.body.length).put(BODY, message.body).bytes;
    }
  },
};
