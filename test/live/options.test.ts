import { expect, test } from 'vitest';
import { checkService, serviceOptions } from '../../live/service/src/options.ts';
import { resolve } from '../../src/settings/resolve.ts';

test('a missing required option is reported with the page of the console that shows it', async () => {
  const environment = { env: {}, platform: 'linux', configDir: '' } as const;
  const { settings } = await resolve(serviceOptions, { environment });
  const problems = checkService({ ...settings, store: 'postgres' }).map(({ where, what }) => [
    where,
    /extension|application/.exec(String(what))?.[0],
  ]);
  expect(problems).toEqual([
    ['--extension.client_id', 'extension'],
    ['--extension.owner_id', 'extension'],
    ['--extension.secret', 'extension'],
    ['--live.client_id', 'application'],
    ['--postgres.url', undefined],
  ]);
});
