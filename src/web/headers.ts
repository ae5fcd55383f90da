/** Limit the damage of a mistake in our pages. */
import { cors } from 'hono/cors';

const ALWAYS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

export const POLICIES = {
  /** Only our own files, and no framing by other pages. */
  page: `default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  /** OBS adds the user's CSS as a style element, and other pages may frame overlays. */
  overlay: `default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'`,
  /** An SVG of the user's opened as a page runs and loads nothing. */
  file: `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
} as const;

/** Pages of any origin may read the response. The asterisk allows any header except `Authorization`. */
export const anyOrigin = cors({ allowMethods: ['GET', 'HEAD'], allowHeaders: ['*'] });

/** A custom theme has no policy: its author decides what it loads. */
export function protect(response: Response, policy?: keyof typeof POLICIES): Response {
  for (const [name, value] of Object.entries(ALWAYS)) {
    response.headers.set(name, value);
  }
  if (policy !== undefined) {
    response.headers.set('Content-Security-Policy', POLICIES[policy]);
  }
  return response;
}
