/** Codes for one use, signed and checked with a shared key by two processes of a user. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CODE_SECONDS } from './sign-in-codes.ts';

const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const HMAC_BYTES = 32;

function hmac(key: string, signed: Uint8Array): Buffer {
  return createHmac('sha256', key).update(signed).digest();
}

/** `now`: epoch milliseconds. */
export function signCode(key: string, now: number): string {
  const signed = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(TIME_BYTES)]);
  signed.writeUIntBE(now + CODE_SECONDS * 1_000, NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([signed, hmac(key, signed)]).toString('base64url');
}

export class SignedCodes {
  readonly key = randomBytes(32).toString('base64url');
  readonly #used = new Map<string, number>();

  redeem(code: string, now: number): boolean {
    const bytes = Buffer.from(code, 'base64url');
    if (bytes.length !== NONCE_BYTES + TIME_BYTES + HMAC_BYTES) {
      return false;
    }
    const signed = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
    const ends = signed.readUIntBE(NONCE_BYTES, TIME_BYTES);
    const nonce = signed.toString('base64url', 0, NONCE_BYTES);
    for (const [used, end] of this.#used) {
      if (end <= now) {
        this.#used.delete(used);
      }
    }
    const isSigned = timingSafeEqual(bytes.subarray(signed.length), hmac(this.key, signed));
    if (!isSigned || ends <= now || this.#used.has(nonce)) {
      return false;
    }
    this.#used.set(nonce, ends);
    return true;
  }
}
