/** Objects of both the catalog and an account. */
import * as v from 'valibot';
import { plausibleIsrc } from '../../core/plausible.ts';

/** Optional, because the service has taken them away from some applications, and given them back. */
export const EXTERNAL_IDS = v.fallback(v.nullish(v.object({ isrc: v.nullish(v.string()) })), undefined);

/** Covers come in several sizes (640, 300, 64); this is the smallest width that need not be enlarged. */
const WANTED_WIDTH = 256;

/** Empty if the service does not report it. */
export function isrcOf(ids: v.InferOutput<typeof EXTERNAL_IDS>): string {
  return plausibleIsrc(ids?.isrc ?? '');
}

/** Smallest image that is large enough, else the largest. Width 0: the service does not report it. */
export function coverOf(
  images: readonly { readonly url: string; readonly width: number }[],
): string | undefined {
  const byWidth = images.toSorted((one, other) => one.width - other.width);
  return (byWidth.find(({ width }) => width >= WANTED_WIDTH) ?? byWidth.at(-1))?.url;
}
