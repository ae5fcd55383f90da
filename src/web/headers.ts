import { cors } from 'hono/cors';
import { sourceOf } from './incomplete.ts';

const ALWAYS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

export const POLICIES = {
  /** Our own files and the script of `incomplete.ts` only, framed by no other page. */
  page: `default-src 'self'; script-src 'self' ${sourceOf('page')}; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  /** OBS adds the user's CSS as a style element; other pages may frame overlays. */
  overlay: `default-src 'self'; script-src 'self' ${sourceOf('overlay')}; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'`,
  /** An SVG of the user's runs and loads nothing. */
  file: `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
} as const;

/** The asterisk allows any header except `Authorization`. */
export const anyOrigin = cors({ allowMethods: ['GET', 'HEAD'], allowHeaders: ['*'] });

/** Custom themes have no policy, because their authors decide which files to load. */
export function protect(response: Response, policy?: keyof typeof POLICIES): Response {
  for (const [name, value] of Object.entries(ALWAYS)) {
    response.headers.set(name, value);
  }
  if (policy !== undefined) {
    response.headers.set('Content-Security-Policy', POLICIES[policy]);
  }
  return response;
}
