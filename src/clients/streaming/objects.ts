/** What Spotify's objects of the catalog and of an account have in common. */
import * as v from 'valibot';
import { plausibleIsrc } from '../../core/plausible.ts';

/** The service has taken them away from some applications, and given them back. */
export const EXTERNAL_IDS = v.fallback(v.nullish(v.object({ isrc: v.nullish(v.string()) })), undefined);

/** Pixels. Covers come in several sizes (640, 300, 64); this is the smallest width that need not be enlarged. */
const WANTED_WIDTH = 256;

/** The code of a recording; empty when the service does not say. */
export function isrcOf(ids: v.InferOutput<typeof EXTERNAL_IDS>): string {
  return plausibleIsrc(ids?.isrc ?? '');
}

/** Chooses among images, whose width is 0 when the service does not report it: the smallest that is large enough, else the largest. */
export function coverOf(
  images: readonly { readonly url: string; readonly width: number }[],
): string | undefined {
  const byWidth = images.toSorted((one, other) => one.width - other.width);
  return (byWidth.find(({ width }) => width >= WANTED_WIDTH) ?? byWidth.at(-1))?.url;
}
