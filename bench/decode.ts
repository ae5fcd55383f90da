import { measureFrames, Splitter, StateDecoder, stateCodec } from '@deckcast/stagelinq';
import { bestRates, type Figure, type Measurement } from './measure.ts';

const ROUNDS = 9;
const MESSAGES = 200_000;
const CHUNK_BYTES = 65_536;

/** What four decks send while they play: mostly faders, tempo and flags, and the occasional name. */
function recording(): Buffer {
  const messages: Buffer[] = [];
  for (let index = 0; index < MESSAGES; index++) {
    const deck = `/Engine/Deck${1 + (index % 4)}`;
    const fraction = ((index * 7919) % 10_007) / 10_007;
    // As a device prints a 32-bit float: up to 17 digits.
    const single = Math.fround(fraction);
    const [path, json] = (
      [
        [`${deck}/ExternalMixerVolume`, `{"type":0,"value":${single}}`],
        [`${deck}/CurrentBPM`, `{"type":0,"value":${120 + Math.fround(fraction * 8)}}`],
        [`/Mixer/CH${1 + (index % 4)}faderPosition`, `{"type":0,"value":${fraction.toFixed(2)}}`],
        [`${deck}/PlayState`, `{"state":${index % 3 === 0},"type":1}`],
        [`${deck}/Track/CurrentBPM`, '{"type":0,"value":121.9754638671875}'],
        [`${deck}/DeckIsMaster`, `{"type":1,"state":${index % 2 === 0}}`],
        [`${deck}/Track/SongName`, `{"string":"Track number ${index % 500}","type":8}`],
        [`${deck}/Track/TrackLength`, `{"type":10,"value":${16_000_000 + index}}`],
      ] as const
    )[index % 8] ?? ['', ''];
    messages.push(stateCodec.encode({ kind: 'value', path, json }));
  }
  return Buffer.concat(messages);
}

/** Keeps the work from being optimised away, and shows that both ways read the same values. */
interface Tally {
  messages: number;
  textLength: number;
  sum: number;
}

function library(chunks: readonly Buffer[]): Tally {
  const tally: Tally = { messages: 0, textLength: 0, sum: 0 };
  const splitter = new Splitter(measureFrames());
  const decoder = new StateDecoder();
  const receiver = {
    value: (path: string, { value }: { value: unknown }) => count(tally, path, value),
    badValue: () => {
      throw new Error('the recording holds no bad value');
    },
    request: () => {
      throw new Error('the recording holds no request');
    },
  };
  for (const chunk of chunks) {
    splitter.push(chunk, (bytes, start, end) => decoder.decode(bytes, start, end, receiver));
  }
  return tally;
}

function plain(chunks: readonly Buffer[]): Tally {
  const tally: Tally = { messages: 0, textLength: 0, sum: 0 };
  let rest: Buffer = Buffer.alloc(0);
  for (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    while (at + 4 <= bytes.length) {
      const end = at + 4 + view.getUint32(at);
      if (end > bytes.length) {
        break;
      }
      const pathEnd = at + 16 + view.getUint32(at + 12);
      const path = plainText(bytes, at + 16, pathEnd);
      const parsed = JSON.parse(plainText(bytes, pathEnd + 4, end));
      count(tally, path, parsed.value ?? parsed.state ?? parsed.string);
      at = end;
    }
    rest = bytes.subarray(at);
  }
  return tally;
}

function plainText(bytes: Buffer, start: number, end: number): string {
  return Buffer.from(bytes.subarray(start, end)).swap16().toString('utf16le');
}

function count(tally: Tally, path: string, value: unknown): void {
  tally.messages++;
  tally.textLength += path.length;
  if (typeof value === 'number') {
    tally.sum += value;
  } else if (typeof value === 'string') {
    tally.textLength += value.length;
  } else if (value === true) {
    tally.sum++;
  }
}

/** State messages decoded a second on one core, framing, path and JSON value included. */
export const decode: Measurement = {
  name: 'decode',
  async run(): Promise<readonly Figure[]> {
    const bytes = recording();
    const chunks = Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) =>
      bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
    );
    const expected = JSON.stringify(plain(chunks));
    const { ours, theirs } = bestRates(
      ROUNDS,
      () => rate(library, chunks, expected),
      () => rate(plain, chunks, expected),
    );
    return [
      {
        what: 'state messages decoded, one core',
        unit: 'a second',
        ours,
        against: 'plain loop with JSON.parse',
        theirs,
        wanted: { bound: 'at least', value: 1_000_000 },
      },
    ];
  },
};

function rate(
  read: (chunks: readonly Buffer[]) => Tally,
  chunks: readonly Buffer[],
  expected: string,
): number {
  const start = process.hrtime.bigint();
  const tally = read(chunks);
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (JSON.stringify(tally) !== expected) {
    throw new Error('the two ways of decoding disagree');
  }
  return Math.round(tally.messages / seconds);
}
