/** Shared by Spotify's objects of the catalog and of an account. */
import * as v from 'valibot';
import { plausibleIsrc } from '../../core/plausible.ts';

/** Optional, because the service has taken them away from some applications, and given them back. */
export const EXTERNAL_IDS = v.fallback(v.nullish(v.object({ isrc: v.nullish(v.string()) })), undefined);

/** Pixels. Covers come in several sizes (640, 300, 64); this is the smallest width that need not be enlarged. */
const WANTED_WIDTH = 256;

/** Returns the ISRC of a recording; empty if the service does not report it. */
export function isrcOf(ids: v.InferOutput<typeof EXTERNAL_IDS>): string {
  return plausibleIsrc(ids?.isrc ?? '');
}

/**
 * Chooses the smallest image that is large enough, else the largest. A width of 0 means that the service does not
 * report it.
 */
export function coverOf(
  images: readonly { readonly url: string; readonly width: number }[],
): string | undefined {
  const byWidth = images.toSorted((one, other) => one.width - other.width);
  return (byWidth.find(({ width }) => width >= WANTED_WIDTH) ?? byWidth.at(-1))?.url;
}
