import { expect, test } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import { keptLog } from '../../../test/support/log.ts';
import { realTools } from '../../../test/support/server.ts';
import { Secret } from '../../core/option.ts';
import { diagnoseObs } from './app-parts.ts';

test('a closed OBS is to be started, because viewers see nothing meanwhile', async () => {
  const url = `ws://127.0.0.1:${await freePort()}`;
  const settings = { 'obs.url': url, 'obs.password': new Secret(''), 'obs.source': 'deckcast' };
  const [found] = await diagnoseObs(settings, realTools(keptLog()), new AbortController().signal);
  expect(String(found?.todo)).toMatch(/^start OBS/);
  expect(String(found?.means)).toMatch(/viewers see no track/);
});
