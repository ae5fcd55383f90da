import { untilAborted } from '../../src/core/waiting.ts';
import type { HttpPeer } from './http-peer.ts';

/** Makes a peer hold its answers for this path, or for all, until `goOn`. It receives and counts requests as before. */
export function holdAnswers(peer: HttpPeer, path = ''): { readonly goOn: () => void } {
  const { behavior } = peer;
  const held = new AbortController();
  const released = untilAborted(held.signal);
  peer.behavior = async (request) => {
    const answer = behavior(request);
    if (request.path.startsWith(path)) {
      await released;
    }
    return answer;
  };
  return { goOn: () => held.abort() };
}
