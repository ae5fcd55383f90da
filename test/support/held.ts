import type { HttpPeer } from './http-peer.ts';

/**
 * From now on a peer keeps back what it answers to requests for this path, or any, until it is released. It receives and
 * counts as before.
 */
export function holdAnswers(peer: HttpPeer, path = ''): { readonly goOn: () => void } {
  const { behavior } = peer;
  const { promise, resolve } = withResolvers();
  peer.behavior = async (request) => {
    const answer = behavior(request);
    if (request.path.startsWith(path)) {
      await promise;
    }
    return answer;
  };
  return { goOn: resolve };
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
