import { untilAborted } from '../../src/core/waiting.ts';
import type { HttpPeer } from './http-peer.ts';

/**
 * From now on a peer keeps back what it answers to requests for this path, or any, until it is released. It receives and
 * counts as before.
 */
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
