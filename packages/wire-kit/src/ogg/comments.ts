import { END_OF_PACKET, read, type StepReader, skip } from './steps.ts';

/** Comment of a track: `ARTIST=Mira Vale`. */
export interface OggComment {
  /** Upper case. */
  readonly name: string;
  /** Should be UTF-8. */
  readonly value: Buffer;
}

/** Covers take hundreds of kilobytes. */
const MAX_COMMENT_BYTES = 4_096;
/** Files have a few dozen. */
const MAX_KEPT = 256;
const FLAC_COMMENTS = 4;
const FLAC_LAST_BLOCK = 0x80;

/** Undefined for codecs other than Vorbis, Opus and FLAC. */
export function* readComments(): StepReader<readonly OggComment[] | undefined> {
  const codec = (yield read(8)).toString('latin1');
  yield END_OF_PACKET;
  if (codec.startsWith('\x01vorbis')) {
    return yield* commentsAfter('\x03vorbis');
  }
  if (codec === 'OpusHead') {
    return yield* commentsAfter('OpusTags');
  }
  return codec.startsWith('\x7fFLAC') ? yield* flacComments() : undefined;
}

function* commentsAfter(mark: string): StepReader<readonly OggComment[] | undefined> {
  const found = (yield read(mark.length)).toString('latin1');
  return found === mark ? yield* commentList() : undefined;
}

/** Comments are in the first metadata block or a later one, each a packet. */
function* flacComments(): StepReader<readonly OggComment[] | undefined> {
  for (;;) {
    const kind = (yield read(4)).readUInt8();
    if ((kind & ~FLAC_LAST_BLOCK) === FLAC_COMMENTS) {
      return yield* commentList();
    }
    if ((kind & FLAC_LAST_BLOCK) !== 0) {
      return undefined;
    }
    yield END_OF_PACKET;
  }
}

function* commentList(): StepReader<readonly OggComment[]> {
  const comments: OggComment[] = [];
  yield skip(yield* length());
  const count = yield* length();
  for (let index = 0; index < count; index++) {
    const bytes = yield* length();
    if (bytes > MAX_COMMENT_BYTES || comments.length === MAX_KEPT) {
      yield skip(bytes);
      continue;
    }
    const comment = yield read(bytes);
    const equals = comment.indexOf('=');
    if (equals > 0) {
      comments.push({
        name: comment.toString('latin1', 0, equals).toUpperCase(),
        value: comment.subarray(equals + 1),
      });
    }
  }
  return comments;
}

function* length(): StepReader<number> {
  return (yield read(4)).readUInt32LE();
}
