import { timingSafeEqual } from 'node:crypto';
import type { Secret } from './option.ts';

export function knows(text: string, secret: Secret): boolean {
  const given = Buffer.from(text);
  const value = Buffer.from(secret.reveal());
  // Comparing the secret with itself takes the same time when the lengths differ.
  return (
    timingSafeEqual(given.length === value.length ? given : value, value) && given.length === value.length
  );
}
