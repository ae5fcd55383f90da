/** The recording code in Spotify's track objects. */
import * as v from 'valibot';
import { believedIsrc } from '../../core/isrc.ts';

/** The service has taken them away from some applications, and given them back. */
export const EXTERNAL_IDS = v.fallback(v.nullish(v.object({ isrc: v.nullish(v.string()) })), undefined);

/** Empty when the service does not say. */
export function isrcOf(ids: v.InferOutput<typeof EXTERNAL_IDS>): string {
  return believedIsrc(ids?.isrc ?? '');
}
