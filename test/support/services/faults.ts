import type { PeerAnswer, Received, Reply } from '../http-peer.ts';

/** Planned faults. Each is used once, for the next request whose path begins with its prefix. */
export function plannedFaults() {
  const planned: { readonly path: string; readonly reply: Reply }[] = [];
  return {
    next(path: string, ...replies: Reply[]): void {
      planned.push(...replies.map((reply) => ({ path, reply })));
    },
    /** Reply to a request; undefined for the usual answer. */
    replyTo(request: Received): Reply | undefined {
      const at = planned.findIndex(({ path }) => request.path.startsWith(path));
      return at === -1 ? undefined : planned.splice(at, 1)[0]?.reply;
    },
  };
}

export const tooMany = (seconds?: number): PeerAnswer => ({
  status: 429,
  ...(seconds === undefined ? {} : { headers: { 'retry-after': String(seconds) } }),
  json: { error: { status: 429, message: 'API rate limit exceeded' } },
});

export const outOfOrder = (status = 503): PeerAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<h1>Oops</h1>',
});
