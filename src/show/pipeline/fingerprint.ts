/** Recognizes hidden tracks in a later run by a salted hash of their names. */
import { createHmac, randomBytes } from 'node:crypto';
import { identityOf, type Track } from '../../core/track.ts';

const SALT_BYTES = 16;

/** Different at each call. Undefined for a track that has neither a title nor a file name. */
export function fingerprintOf(track: Track): string | undefined {
  const [identity] = identitiesOf(track);
  return identity === undefined ? undefined : hashed(identity, randomBytes(SALT_BYTES).toString('base64url'));
}

/** Whether the fingerprint was made of this track. */
export function isFingerprintOf(fingerprint: string, track: Track): boolean {
  const [salt = ''] = fingerprint.split('.');
  return identitiesOf(track).some((identity) => hashed(identity, salt) === fingerprint);
}

/** What a track is known by: its names, if it has any, and its file: names may have come later. The best first. */
export function identitiesOf(track: Track): string[] {
  const { title, filename } = track;
  return [...(title === '' ? [] : [identityOf(track)]), ...(filename === '' ? [] : [`\0\0${filename}`])];
}

function hashed(identity: string, salt: string): string {
  return `${salt}.${createHmac('sha256', salt).update(identity).digest('base64url')}`;
}
