/** Security headers that limit the damage of a mistake in our pages. */
import { cors } from 'hono/cors';

const ALWAYS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

export const POLICIES = {
  /** Our own pages: only our own files, and no framing by other pages. */
  page: `default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  /** Overlays: OBS adds the user's CSS as a style element, and other pages may frame them. */
  overlay: `default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'`,
  /** User's files: an SVG opened as a page runs and loads nothing. */
  file: `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
} as const;

/** Lets pages of any origin read the response. The asterisk allows any header except `Authorization`. */
export const anyOrigin = cors({ allowMethods: ['GET', 'HEAD'], allowHeaders: ['*'] });

/** Adds the headers. A custom theme has no policy: its author decides what it loads. */
export function protect(response: Response, policy?: keyof typeof POLICIES): Response {
  for (const [name, value] of Object.entries(ALWAYS)) {
    response.headers.set(name, value);
  }
  if (policy !== undefined) {
    response.headers.set('Content-Security-Policy', POLICIES[policy]);
  }
  return response;
}
