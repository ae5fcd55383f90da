import { PacketView, type PacketWriter } from '../bytes.ts';
import { BODY, type DeckHead, readDeckHead, readKind, writeDeckHead } from './head.ts';
import type { LinkCodec } from './link-codec.ts';
import {
  MEDIA_ANSWER_LENGTH,
  MEDIA_QUERY_LENGTH,
  type MediaAnswer,
  type MediaQuery,
  readMediaAnswer,
  readMediaQuery,
  writeMediaAnswer,
  writeMediaQuery,
} from './media.ts';
import { MIXER_STATUS_LENGTH, type MixerStatus, readMixerStatus, writeMixerStatus } from './mixer-status.ts';
import { type PlayerStatus, readPlayerStatus, writePlayerStatus } from './player-status.ts';
import type { UnknownDeckMessage } from './timing.ts';

/**
 * What port 50002 carries. Each packet comes from a new port: never answer to it.
 *
 * | kind | `kind` | length | fields |
 * |---|---|---|---|
 * | 0a | `status` | d0 and more | `player-status.ts` |
 * | 29 | `mixer-status` | 38 | `mixer-status.ts` |
 * | 05 | `media-query` | 30 | `media.ts` |
 * | 06 | `media-answer` | c0 | `media.ts` |
 * | 35 | `settings-query` | 28 | none known; sent between players, ignored here |
 *
 * Commands that go here too (load a track, load settings, subscribe as a bridge) are of kind `unknown`.
 */
export type StatusMessage =
  | PlayerStatus
  | MixerStatus
  | MediaQuery
  | MediaAnswer
  | (DeckHead & { readonly kind: 'settings-query' })
  | UnknownDeckMessage;

export const STATUS_PORT = 50_002;

const STATUS = 0x0a;
const MIXER_STATUS = 0x29;
const MEDIA_QUERY = 0x05;
const MEDIA_ANSWER = 0x06;
const SETTINGS_QUERY = 0x35;

export const statusCodec: LinkCodec<StatusMessage> = {
  decode(bytes) {
    const view = new PacketView(bytes);
    const code = readKind(view);
    const head = readDeckHead(view);
    switch (code) {
      case STATUS:
        return readPlayerStatus(view, head);
      case MIXER_STATUS:
        return readMixerStatus(view, head);
      case MEDIA_QUERY:
        return readMediaQuery(view, head);
      case MEDIA_ANSWER:
        return readMediaAnswer(view, head);
      case SETTINGS_QUERY:
        return { kind: 'settings-query', ...head };
      default:
        return { kind: 'unknown', ...head, code, body: view.rest(BODY) };
    }
  },

  encode(message, background) {
    const begin = (kind: number, length: number): PacketWriter =>
      writeDeckHead(kind, message, length, background);
    switch (message.kind) {
      case 'status':
        return writePlayerStatus(begin(STATUS, message.length), message);
      case 'mixer-status':
        return writeMixerStatus(begin(MIXER_STATUS, MIXER_STATUS_LENGTH), message);
      case 'media-query':
        return writeMediaQuery(begin(MEDIA_QUERY, MEDIA_QUERY_LENGTH), message);
      case 'media-answer':
        return writeMediaAnswer(begin(MEDIA_ANSWER, MEDIA_ANSWER_LENGTH), message);
      case 'settings-query':
        return begin(SETTINGS_QUERY, 0x28).bytes;
      case 'unknown':
        return begin(message.code, BODY + message.body.length).put(BODY, message.body).bytes;
    }
  },
};
