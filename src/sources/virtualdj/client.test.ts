/** Real sockets like the plug-in's: HTTP/1.0, each connection closed after its answer. */

import { SimulatedVirtualDj } from '@deckcast/simulator';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { httpPeer } from '../../../test/support/http-peer.ts';
import { Secret } from '../../core/option.ts';
import { systemClock } from '../../host/clock.ts';
import { VirtualDjClient } from './client.ts';

const NEVER = new AbortController().signal;

let virtualDj: SimulatedVirtualDj;
let url: string;

beforeEach(async () => {
  virtualDj = new SimulatedVirtualDj();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  url = await virtualDj.serve(stop.signal);
});

function clientWith(password: string, at = url): VirtualDjClient {
  return new VirtualDjClient(at, () => new Secret(password), { clock: systemClock, fetch });
}

test('VirtualDjClient sends one query after the other', async () => {
  virtualDj.password = 'sesame';
  virtualDj.load(1, { title: 'Två 三', artist: 'Ada' });
  const client = clientWith('sesame');
  expect(await client.isThere(10_000, NEVER)).toBe(true);
  for (let count = 0; count < 5; count += 1) {
    expect(await client.query('deck 1 get_title', 10_000, NEVER)).toBe('Två 三');
  }
});

test('isThere returns false for a web server that answers every request', async () => {
  const peer = await httpPeer(() => ({ body: '<!doctype html><title>1</title>' }));
  expect(await clientWith('', peer.url).isThere(10_000, NEVER)).toBe(false);
  peer.behavior = () => ({ status: 404 });
  await expect(clientWith('', peer.url).isThere(10_000, NEVER)).rejects.toMatchObject({ advice: 'drop' });
});
