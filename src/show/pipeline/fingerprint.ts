/** Recognizes hidden tracks in a later run by a salted hash of their names, and seals what they are called by that. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { identityOf, type Track } from '../../core/track.ts';

const SALT_BYTES = 16;
const CIPHER = 'aes-256-gcm';
/** Each key seals one text. */
const IV = Buffer.alloc(12);
const TAG_BYTES = 16;
/** Sealed texts have as many letters as the next multiple of this: their length tells little. */
const PADDED_TO = 256;

/** Different at each call. Undefined for a track that has neither a title nor a file name. */
export function fingerprintOf(track: Track): string | undefined {
  const [identity] = identitiesOf(track);
  return identity === undefined ? undefined : hashed(identity, newSalt());
}

/** Of rules, each by itself: what hides a track may say its name. Different at each call. */
export function fingerprintOfRules(rules: readonly string[]): string {
  const salt = newSalt();
  return [salt, ...rules.map((rule) => digest(rule, salt))].join('.');
}

/** Whether each of these rules is among those that the fingerprint was made of. */
export function isMadeOfRules(fingerprint: string, rules: readonly string[]): boolean {
  const [salt = '', ...digests] = fingerprint.split('.');
  return rules.every((rule) => digests.includes(digest(rule, salt)));
}

/** Whether the fingerprint was made of this track. */
export function isFingerprintOf(fingerprint: string, track: Track): boolean {
  const [salt = ''] = fingerprint.split('.');
  return identitiesOf(track).some((identity) => hashed(identity, salt) === fingerprint);
}

/** A text that only those can open who know the track. Different at each call. Undefined as for `fingerprintOf`. */
export function sealed(text: string, track: Track): string | undefined {
  const [identity] = identitiesOf(track);
  if (identity === undefined) {
    return undefined;
  }
  const salt = newSalt();
  const cipher = createCipheriv(CIPHER, keyOf(identity, salt), IV);
  const padded = text.padEnd(Math.ceil(text.length / PADDED_TO) * PADDED_TO);
  const bytes = Buffer.concat([cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
  return `${salt}.${bytes.toString('base64url')}`;
}

/** The text that was sealed with this track, without spaces at its end; undefined for any other track or text. */
export function opened(seal: string, track: Track): string | undefined {
  const [salt = '', content = ''] = seal.split('.');
  const bytes = Buffer.from(content, 'base64url');
  if (bytes.length < TAG_BYTES) {
    return undefined;
  }
  const end = bytes.length - TAG_BYTES;
  for (const identity of identitiesOf(track)) {
    const decipher = createDecipheriv(CIPHER, keyOf(identity, salt), IV);
    decipher.setAuthTag(bytes.subarray(end));
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
      return text.toString().trimEnd();
    } catch {
      // Of another track.
    }
  }
  return undefined;
}

/** What a track is known by: its names, if it has any, and its file: names may have come later. The best first. */
export function identitiesOf(track: Track): string[] {
  const { title, filename } = track;
  return [...(title === '' ? [] : [identityOf(track)]), ...(filename === '' ? [] : [`\0\0${filename}`])];
}

/** Cannot be made of the fingerprint. */
function keyOf(identity: string, salt: string): Buffer {
  return createHmac('sha256', `key ${salt}`).update(identity).digest();
}

function hashed(identity: string, salt: string): string {
  return `${salt}.${digest(identity, salt)}`;
}

function digest(text: string, salt: string): string {
  return createHmac('sha256', salt).update(text).digest('base64url');
}

function newSalt(): string {
  return randomBytes(SALT_BYTES).toString('base64url');
}
