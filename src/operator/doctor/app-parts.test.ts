import { expect, test } from 'vitest';
import { afterTest } from '../../../test/support/clean-up.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { keptLog } from '../../../test/support/log.ts';
import { standInObs } from '../../../test/support/obs.ts';
import { realTools } from '../../../test/support/server.ts';
import { Secret } from '../../core/option.ts';
import { diagnoseObs } from './app-parts.ts';

test('a closed OBS is to be started, because viewers see nothing meanwhile', async () => {
  const url = `ws://127.0.0.1:${await freePort()}`;
  const settings = { 'obs.url': url, 'obs.password': new Secret(''), 'obs.source': 'deckcast' };
  const [found] = await diagnoseObs(settings, realTools(keptLog()), false, new AbortController().signal);
  expect(String(found?.todo)).toMatch(/^start OBS/);
  expect(String(found?.means)).toMatch(/viewers see no track/);
});

test('an OBS that shows an overlay is not closed, and only its server is to be enabled', async () => {
  const url = `ws://127.0.0.1:${await freePort()}`;
  const settings = { 'obs.url': url, 'obs.password': new Secret(''), 'obs.source': 'deckcast' };
  const [found] = await diagnoseObs(settings, realTools(keptLog()), true, new AbortController().signal);
  expect(String(found?.todo)).toMatch(/^in OBS, enable the server/);
  expect(String(found?.means)).toBe('the overlay in OBS is not reloaded at the start');
});

test('a wrong password stops no set, because only the reload fails, and nothing retries now', async () => {
  const obs = await standInObs({ password: 'correct horse' });
  afterTest(() => obs.close());
  const settings = { 'obs.url': obs.url, 'obs.password': new Secret('wrong'), 'obs.source': 'deckcast' };
  const [found] = await diagnoseObs(settings, realTools(keptLog()), false, new AbortController().signal);
  expect(found).toMatchObject({
    severity: 'warning',
    means: 'the overlay in OBS is not reloaded at the start',
  });
  expect(String(found?.todo)).toBe('fix this, then check again');
});

test('an OBS without the browser source is not well', async () => {
  const obs = await standInObs();
  afterTest(() => obs.close());
  const settings = { 'obs.url': obs.url, 'obs.password': new Secret(''), 'obs.source': 'deckcast' };
  const examine = (isShown = false) =>
    diagnoseObs(settings, realTools(keptLog()), isShown, new AbortController().signal);
  expect(await examine()).toMatchObject([{ severity: 'warning', finding: 'OBS has no source “deckcast”' }]);
  // Under another name.
  expect(await examine(true)).toMatchObject([{ severity: 'ok' }]);
  obs.inputs.set('deckcast', { kind: 'browser_source', settings: {}, transform: {}, reloads: 0 });
  expect(await examine()).toMatchObject([{ severity: 'ok' }]);
});
