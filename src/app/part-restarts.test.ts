import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { keptLog } from '../../test/support/log.ts';
import { played } from '../../test/support/publication.ts';
import { waitFor } from '../../test/support/wait.ts';
import type { Sink } from '../core/contracts/sink.ts';
import { UpstreamError } from '../core/errors.ts';
import { listen } from '../core/listening.ts';
import type { OptionTable } from '../core/option.ts';
import { startOptions } from '../operator/options.ts';
import { restartParts } from '../operator/settings/restarts.ts';
import { resolve } from '../settings/resolve.ts';
import { createFanout } from '../show/deliver/fanout.ts';
import { partRestarts, passOnSettings, type RunningParts } from './part-restarts.ts';

const environment = { platform: 'linux', env: {}, configDir: '/config' } as const;

test('keeps the listener when the new port is in use, and answers pending requests before it moves', async () => {
  const taken = createServer();
  const port = await listen(taken, { host: '127.0.0.1', port: 0 }, String);
  onTestFinished(() => void taken.close());
  const { settings } = await resolve(startOptions, { environment });
  const changing: { 'http.addr': (typeof settings)['http.addr'] } = settings;
  const clock = fakeClock();
  let replaced = 0;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const parts = {
    server: {
      current: { answered: () => answered },
      async replace() {
        replaced += 1;
      },
    },
  } as unknown as RunningParts;
  const restarts = partRestarts(settings, parts, { clock });
  const change = (address: { readonly host: string; readonly port: number }) =>
    restartParts(
      ['http.addr'],
      restarts,
      () => {
        const before = changing['http.addr'];
        changing['http.addr'] = address;
        return () => {
          changing['http.addr'] = before;
        };
      },
      keptLog(),
    );

  expect((await change({ host: '127.0.0.1', port })).problems).toHaveLength(1);
  await clock.advance(10_000);
  expect([replaced, settings['http.addr']]).toEqual([0, { port: 9090 }]);
  expect((await change({ host: '127.0.0.1', port: 9090 })).problems).toEqual([]);
  await clock.advance(4_000);
  expect(replaced).toBe(0);
  answer();
  await clock.advance(1_000);
  expect(replaced).toBe(1);
});

test('every option except --conf is live or restarts a part', async () => {
  const { settings } = await resolve(startOptions, { environment });
  const restarts = partRestarts(settings, {} as RunningParts, { clock: fakeClock() });
  const restarting = new Set(restarts.flatMap(({ options }) => options));
  const table: OptionTable = startOptions;
  const neither = Object.keys(table).filter((name) => table[name]?.live !== true && !restarting.has(name));
  // `--conf` names the settings file.
  expect(neither).toEqual(['conf']);
});

test('restarts the server for other proxies, although address and tokens stay', async () => {
  const { settings } = await resolve(startOptions, { environment });
  const clock = fakeClock();
  let replaced = 0;
  const server = {
    current: { answered: async () => undefined },
    async replace() {
      replaced += 1;
    },
  };
  const restarts = partRestarts(settings, { server } as unknown as RunningParts, { clock });
  await restartParts(['http.proxy'], restarts, () => () => undefined, keptLog());
  await clock.advance(1_000);
  expect(replaced).toBe(1);
});

test('a new key for libraries on sticks also restarts hearing, which reads libraries in folders', async () => {
  const { settings } = await resolve(startOptions, { environment });
  let replaced = 0;
  const hearing = {
    async replace() {
      replaced += 1;
    },
  };
  const source = { current: { members: [] } };
  const parts = { hearing, source } as unknown as RunningParts;
  const restarts = partRestarts(settings, parts, { clock: fakeClock() });
  const change = (name: string) => restartParts([name], restarts, () => () => undefined, keptLog());
  await change('prodjlink.metadata');
  expect(replaced).toBe(0);
  await change('prodjlink.key');
  expect(replaced).toBe(1);
});

test('tells the pipeline which sources the new one no longer follows', async () => {
  const { settings } = await resolve(startOptions, { environment });
  const removed: (readonly string[])[] = [];
  const source = {
    current: { members: [...settings.source, 'softa'].map((name) => ({ name })) },
    replace: async () => undefined,
  };
  const pipeline = { sourceReplaced: (names: readonly string[]) => void removed.push(names) };
  const restarts = partRestarts(settings, { source, pipeline } as unknown as RunningParts, {
    clock: fakeClock(),
  });
  await restartParts(['source'], restarts, () => () => undefined, keptLog());
  expect(removed).toEqual([['softa']]);
});

test('a refused sink is not tried with its old settings before it gets new ones, nor reported as lost', async () => {
  const log = keptLog();
  let tried = 0;
  const refusing: Sink = {
    kind: 'state',
    async publish() {
      tried += 1;
      throw new UpstreamError('no', 'stop');
    },
  };
  const fanout = createFanout([{ name: 'radio', sink: refusing }], { log, clock: fakeClock() });
  const unaffected = { settingsChanged: () => false };
  const parts = {
    ...{ server: { current: unaffected }, source: { current: { source: unaffected } } },
    ...{ pipeline: unaffected, enrichment: { current: unaffected }, fanout },
  } as unknown as RunningParts;
  const isTried = (times: number) =>
    waitFor(`attempt ${times}`, () => (tried === times && fanout.health()[0]?.stopped) || undefined);
  fanout.publish(played('One', 1));
  await isTried(1);
  passOnSettings(parts, ['radio.format']);
  await isTried(2);
  passOnSettings(parts, ['radio.url']);
  const written: string[] = [];
  await fanout.replace('radio', async () => ({
    kind: 'state',
    publish: ({ track }) => void written.push(track.title),
  }));
  expect(tried).toBe(2);
  expect(written).toEqual(['One']);
  expect(log.at('warn')).toEqual([]);
});

test('repeats the search for pictures when new settings lift a refusal', () => {
  let looks = 0;
  let wasRefused = false;
  const unaffected = { settingsChanged: () => undefined };
  const parts = {
    server: { current: unaffected },
    source: { current: { source: unaffected } },
    fanout: unaffected,
    enrichment: { current: { settingsChanged: () => wasRefused } },
    pipeline: { ...unaffected, enricherChanged: () => (looks += 1) },
  } as unknown as RunningParts;
  passOnSettings(parts, []);
  expect(looks).toBe(0);
  wasRefused = true;
  passOnSettings(parts, []);
  expect(looks).toBe(1);
});
