/** Beat grid in Mixxx's database: a Protocol Buffers message. Mixxx stores no downbeat, so the first beat counts as one. */

import type { BeatGrid, GridMarker } from '../../core/contracts/beat.ts';
import { isTempo } from './grid-tempo.ts';

/** Numbers of the fields. */
const BEAT_GRID = { bpm: 1, firstBeat: 2 };
const BEAT_MAP = { beats: 1 };
const VALUE = 1;

/** `version`: column `beats_version`. Undefined for an empty or broken grid, and for other versions. */
export function readMixxxGrid(version: string, blob: Uint8Array, sampleRate: number): BeatGrid | undefined {
  const bytes = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
  const msOf = (frame: number): number => (frame / sampleRate) * 1_000;
  let markers: readonly GridMarker[] = [];
  try {
    if (version === 'BeatGrid-2.0') {
      const [bpm] = numbersIn(bytes, BEAT_GRID.bpm);
      const [frame = 0] = numbersIn(bytes, BEAT_GRID.firstBeat);
      markers = bpm === undefined ? [] : [{ ms: msOf(frame), beat: 0, bpm }];
    } else if (version === 'BeatMap-1.0') {
      const times = numbersIn(bytes, BEAT_MAP.beats).map(msOf);
      markers = times.slice(1).map((next, beat) => {
        const ms = times[beat] ?? Number.NaN;
        return { ms, beat, bpm: 60_000 / (next - ms) };
      });
    }
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
  }
  const isWhole = markers.every(({ ms, bpm }) => Number.isFinite(ms) && isTempo(bpm));
  return markers.length > 0 && isWhole ? markers : undefined;
}

/** First field of each message with this number; 0 if the message lacks it. Throws RangeError if the bytes are cut. */
function numbersIn(bytes: Buffer, number: number): readonly number[] {
  return fieldsOf(bytes).flatMap((field) =>
    field.number === number && typeof field.value === 'object'
      ? [Number(fieldsOf(field.value).find((inner) => inner.number === VALUE)?.value ?? 0)]
      : [],
  );
}

interface Field {
  readonly number: number;
  readonly value: number | Buffer;
}

function fieldsOf(bytes: Buffer): readonly Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < bytes.length; ) {
    const key = varint(bytes, at);
    const number = Number(key.value >> 3n);
    switch (Number(key.value & 7n)) {
      case 0: {
        const { value, end } = varint(bytes, key.end);
        fields.push({ number, value: Number(BigInt.asIntN(64, value)) });
        at = end;
        break;
      }
      case 1:
        fields.push({ number, value: bytes.readDoubleLE(key.end) });
        at = key.end + 8;
        break;
      case 2: {
        const { value, end } = varint(bytes, key.end);
        at = end + Number(value);
        if (at > bytes.length) {
          throw new RangeError('the message is cut');
        }
        fields.push({ number, value: bytes.subarray(end, at) });
        break;
      }
      case 5:
        at = key.end + 4;
        break;
      default:
        throw new RangeError('no such wire type');
    }
  }
  return fields;
}

function varint(bytes: Buffer, start: number): { readonly value: bigint; readonly end: number } {
  let value = 0n;
  for (let at = start; at < start + 10; at += 1) {
    const byte = bytes.readUInt8(at);
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - start));
    if (byte < 0x80) {
      return { value, end: at + 1 };
    }
  }
  throw new RangeError('the number is too long');
}
