/** 256 random bits. Only their hash is stored, so that a stolen database contains no key. */
import { createHash, randomBytes } from 'node:crypto';

/** Marks keys for users and for scanners of leaked secrets. */
const PREFIX = 'dcl_';
const SHAPE = /^dcl_[\w-]{43}$/;

export interface NewKey {
  /** Sent to its owner only. */
  readonly key: string;
  /** Stored form. */
  readonly hash: Buffer;
}

export function makeKey(): NewKey {
  const key = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  return { key, hash: hashOf(key) };
}

/** Undefined for text that cannot be a key. */
export function hashOfKey(key: string): Buffer | undefined {
  return SHAPE.test(key) ? hashOf(key) : undefined;
}

/** Fast: keys are too many to guess. */
function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
