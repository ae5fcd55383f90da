import type { PeerAnswer, Received, Reply } from '../http-peer.ts';

/** What a service answers when nothing is as usual. Each is given once, to the next request whose path begins so. */
export function plannedFaults() {
  const planned: { readonly path: string; readonly reply: Reply }[] = [];
  return {
    next(path: string, ...replies: Reply[]): void {
      planned.push(...replies.map((reply) => ({ path, reply })));
    },
    /** The planned reply for a request; undefined when it is answered as usual. */
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
