import { MAX_STRING_BYTES } from '../bytes.ts';
import { asStagelinqError, type StagelinqError } from '../errors.ts';
import { FRAME_HEAD, readU32 } from '../framing.ts';
import { PathTable } from './path-table.ts';
import { type StateMessage, stateCodec } from './state-map.ts';
import { StateScanner } from './state-scanner.ts';
import { parseStateValue, type StateValue } from './state-value.ts';

/** Receives values. Other frames (subscriptions and writes of the device) need no answer. */
export interface StateReceiver {
  value(path: string, value: StateValue): void;
  /** A value's JSON can't be read; only that value is lost. */
  badValue(path: string, error: StagelinqError): void;
}

const MAGIC = 0x736d6161;

const TYPE = FRAME_HEAD + 4;
const PATH_LENGTH = TYPE + 4;
const PATH = PATH_LENGTH + 4;

/**
 * Decodes state frames like `stateCodec` and `parseStateValue`, several times faster: recognizes paths
 * instead of decoding them, and reads usual JSON from its bytes. Those two read the rest.
 */
export class StateDecoder {
  readonly #paths = new PathTable();
  readonly #scanner = new StateScanner();
  readonly #maxString: number;

  constructor(maxStringBytes = MAX_STRING_BYTES) {
    this.#maxString = maxStringBytes;
  }

  /** @throws StagelinqError if the frame is not a state message */
  decode(bytes: Buffer, start: number, end: number, receiver: StateReceiver): void {
    const json = findJson(bytes, start, end, this.#maxString);
    const value = json === -1 ? undefined : this.#scanner.scan(bytes, json, end);
    if (value === undefined) {
      decodeUnusual(stateCodec.decode(bytes.subarray(start, end), this.#maxString), receiver);
    } else {
      receiver.value(this.#paths.lookup(bytes, start + PATH, json - 4), value);
    }
  }
}

function decodeUnusual(message: StateMessage, receiver: StateReceiver): void {
  if (message.kind !== 'value') {
    return;
  }
  let value: StateValue;
  try {
    value = parseStateValue(message.json);
  } catch (cause) {
    receiver.badValue(message.path, asStagelinqError(cause, 'bad-value', 'a state cannot be read'));
    return;
  }
  receiver.value(message.path, value);
}

/** Offset of the JSON in a value message; -1 for other or damaged frames. */
function findJson(bytes: Buffer, start: number, end: number, maxString: number): number {
  if (
    end - start < PATH + 4 ||
    readU32(bytes, start + FRAME_HEAD) !== MAGIC ||
    readU32(bytes, start + TYPE) !== 0
  ) {
    return -1;
  }
  const pathBytes = readU32(bytes, start + PATH_LENGTH);
  const json = start + PATH + pathBytes + 4;
  if (pathBytes % 2 !== 0 || pathBytes > maxString || json > end) {
    return -1;
  }
  const jsonBytes = readU32(bytes, json - 4);
  return jsonBytes % 2 === 0 && jsonBytes <= maxString && json + jsonBytes === end ? json : -1;
}
