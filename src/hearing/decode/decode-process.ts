/**
 * Process that decodes a broadcast, because native code decodes bytes that anyone can send. It answers one request at a
 * time, and ends with the program.
 */
import { say } from '../../core/message.ts';
import { answerRequests } from '../../host/helper-process/answer-requests.js';
import { joined, SAMPLE_RATE } from '../sound.ts';
import { SoundDecoder } from './decoder.ts';
import { UndecodableError } from './errors.ts';
import type { PieceAnswer, PieceRequest } from './messages.ts';

/** Limit of sound in one piece, because a few bytes may promise hours. */
const MAX_SAMPLES = 30 * SAMPLE_RATE;

let decoder: SoundDecoder | undefined;

answerRequests('deckcast hears', async (request: PieceRequest): Promise<PieceAnswer> => {
  try {
    return { samples: await decode(request) };
  } catch (error) {
    decoder?.free();
    decoder = undefined;
    const { reason, message } =
      error instanceof UndecodableError ? error : new UndecodableError('broken', String(error));
    return { reason, message };
  }
});

async function decode({ begin, piece }: PieceRequest): Promise<Float32Array> {
  if (begin !== undefined) {
    decoder?.free();
    decoder = new SoundDecoder(begin.likely);
    // Headers, or sound that was already heard.
    await soundOf(decoder, begin.head);
  }
  return decoder === undefined ? new Float32Array(0) : soundOf(decoder, piece);
}

async function soundOf(from: SoundDecoder, piece: Uint8Array): Promise<Float32Array> {
  const stretches: Float32Array[] = [];
  let length = 0;
  for await (const stretch of from.push(Buffer.from(piece))) {
    stretches.push(stretch);
    length += stretch.length;
    if (length > MAX_SAMPLES) {
      throw new UndecodableError('too-long', say('decode.too-much-sound'));
    }
  }
  return joined(stretches);
}
