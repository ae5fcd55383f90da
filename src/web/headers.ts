/** Security headers of our pages, so that a mistake in one cannot be exploited by another. */
import { cors } from 'hono/cors';

const ALWAYS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/** Content security policies, by purpose. */
export const POLICIES = {
  /** Our own pages: nothing but our own files, and no other page may frame them. */
  page: `default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  /** Overlays: OBS adds the user's CSS as a style element, and other pages may frame them. */
  overlay: `default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'`,
  /** A user's file: a picture that is a page of its own (SVG) runs nothing and loads nothing. */
  file: `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
} as const;

/** Lets pages of any origin read this, with any header except `Authorization`, which an asterisk does not cover. */
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
