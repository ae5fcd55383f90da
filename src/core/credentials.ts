import { timingSafeEqual } from 'node:crypto';
import type { Secret } from './option.ts';

/** Whether this text is the secret. The time that this takes does not depend on where they differ. */
export function knows(text: string, secret: Secret): boolean {
  const given = Buffer.from(text);
  const value = Buffer.from(secret.reveal());
  // Comparing with itself keeps the time constant when the lengths differ.
  return (
    timingSafeEqual(given.length === value.length ? given : value, value) && given.length === value.length
  );
}
