/** Keys of channels: 256 random bits. The service keeps only their hash, so that they cannot be read there. */
import { createHash, randomBytes } from 'node:crypto';

/** Shows people and scanners of leaked secrets what it is. */
const PREFIX = 'dcl_';
const SHAPE = /^dcl_[\w-]{43}$/;

export interface NewKey {
  /** For its owner alone. */
  readonly key: string;
  /** What is kept. */
  readonly hash: Buffer;
}

export function makeKey(): NewKey {
  const key = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  return { key, hash: hashOf(key) };
}

/** Undefined for what cannot be a key. */
export function hashOfKey(key: string): Buffer | undefined {
  return SHAPE.test(key) ? hashOf(key) : undefined;
}

/** Nothing slow is needed: there are too many keys to try them all. */
function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
