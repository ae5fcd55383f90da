import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { httpPeer, type PeerAnswer, type Received } from '../../test/support/http-peer.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { newestVersion } from './newest-version.ts';

async function lookUp(answer: PeerAnswer, path = '') {
  const registry = await httpPeer(() => answer);
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const tools = { fetch, clock: fakeClock(), userAgent: 'deckcast/0.2.0', log, disk: nodeDisk };
  const version = newestVersion(`${registry.url}${path}`, tools, AbortSignal.timeout(60_000));
  return { version, registry };
}

test.each(['', '/', '/npm', '/npm/'])(
  'asks the registry at %j for one version, by name only',
  async (path) => {
    const { version, registry } = await lookUp(
      { json: { name: 'deckcast', version: '0.3.0', dist: {} } },
      path,
    );
    expect(await version).toBe('0.3.0');
    expect(registry.requests).toHaveLength(1);
    const [{ path: requested, headers, body }] = registry.requests as [Received];
    expect(requested).toBe(`${path.replace(/\/$/, '')}/deckcast/latest`);
    expect(headers['user-agent']).toBe('deckcast/0.2.0');
    expect(body).toBe('');
  },
);

test.each<[PeerAnswer, RegExp]>([
  [
    { json: { version: 'newest\u001b[2J' } },
    /the npm registry at http:\/\/127.* sent an answer of another form/,
  ],
  [{ body: '<html>' }, /sent something that is not JSON/],
  [{ status: 404 }, /answered 404/],
])('names the registry in the error for an unusable answer: %j', async (answer, problem) => {
  const { version } = await lookUp(answer);
  await expect(version).rejects.toThrow(problem);
});
