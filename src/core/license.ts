/** License key: `<record>.<signature>` in base64url, signed with Ed25519. */
import { createPublicKey, verify } from 'node:crypto';
import * as v from 'valibot';
import { jsonIn } from './json.ts';

declare const __DECKCAST_LICENSE_KEY__: string | undefined;

/** Pair of scripts/license/development-key.pem: anyone who builds from source can issue licenses. */
const DEVELOPMENT_KEY = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAHvgo6CGDfZZJKb8HoJ4TQHd8Xr4uCOqxuauSE/qYXHk=
-----END PUBLIC KEY-----`;

/** PEM. Builds for others set DECKCAST_LICENSE_KEY_FILE. */
const LICENSE_PUBLIC_KEY =
  typeof __DECKCAST_LICENSE_KEY__ === 'string' ? __DECKCAST_LICENSE_KEY__ : DEVELOPMENT_KEY;

const License = v.object({
  name: v.string(),
  email: v.string(),
  version: v.number(),
  /** Last valid day, `YYYY-MM-DD` in UTC. */
  expires: v.pipe(v.string(), v.isoDate()),
});
export type License = v.InferOutput<typeof License>;

export type LicenseCheck =
  | { readonly state: 'valid' | 'expired'; readonly license: License }
  | { readonly state: 'missing' }
  /** Another key's signature, or no license key. */
  | { readonly state: 'invalid' };

/** `now`: epoch milliseconds. Never throws. */
export function checkLicense(key: string, now: number, publicKey = LICENSE_PUBLIC_KEY): LicenseCheck {
  const text = key.trim();
  if (text === '') {
    return { state: 'missing' };
  }
  const [, record, signature] = /^([\w-]+)\.([\w-]{86})$/.exec(text) ?? [];
  if (record === undefined || signature === undefined) {
    return { state: 'invalid' };
  }
  const bytes = Buffer.from(record, 'base64url');
  const isSigned = verify(null, bytes, createPublicKey(publicKey), Buffer.from(signature, 'base64url'));
  const license = isSigned ? jsonIn(bytes, License) : undefined;
  if (license === undefined) {
    return { state: 'invalid' };
  }
  const endOfLastDay = Date.parse(`${license.expires}T00:00:00Z`) + 86_400_000;
  return { state: now < endOfLastDay ? 'valid' : 'expired', license };
}
