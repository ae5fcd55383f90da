import * as v from 'valibot';
import { plausibleIsrc } from '../../core/plausible.ts';

/** Missing from some applications, at times. */
export const EXTERNAL_IDS = v.fallback(v.nullish(v.object({ isrc: v.nullish(v.string()) })), undefined);

/** Smallest width, of several sizes (640, 300, 64), that need not be enlarged. */
const WANTED_WIDTH = 256;

/** Empty if unknown. */
export function isrcOf(ids: v.InferOutput<typeof EXTERNAL_IDS>): string {
  return plausibleIsrc(ids?.isrc ?? '');
}

/** Smallest image that is large enough, else the largest. Width 0: unknown. */
export function coverOf(
  images: readonly { readonly url: string; readonly width: number }[],
): string | undefined {
  const byWidth = images.toSorted((one, other) => one.width - other.width);
  return (byWidth.find(({ width }) => width >= WANTED_WIDTH) ?? byWidth.at(-1))?.url;
}
