import { createHash } from 'node:crypto';

/** First bytes of a file, which identify it together with its size. */
export const IDENTIFYING_BYTES = 256 * 1024;

/** Identifies a file by its size and its first `IDENTIFYING_BYTES`. A file with changed tags counts as another one. */
export function contentId(size: number, beginning: Uint8Array): string {
  return createHash('sha256').update(`${size} `).update(beginning).digest('hex').slice(0, 40);
}
