import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { keptLog } from '../../test/support/log.ts';
import { publication } from '../../test/support/publication.ts';
import type { Sink } from '../core/contracts/sink.ts';
import { createFanout } from '../show/deliver/fanout.ts';
import { runTogether, type Service, STOP_WITHIN_MS, Stopping } from './lifetime.ts';

function setUp() {
  const events: string[] = [];
  const clock = fakeClock();
  const log = keptLog();
  const service = (name: string, atEnd: () => Promise<void> = async () => undefined): Service => ({
    name,
    async run(signal) {
      events.push(`${name} starts`);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await atEnd();
      events.push(`${name} ends`);
    },
  });
  const stop = new AbortController();
  const run = (...services: readonly Service[]) => runTogether(services, stop.signal, { clock, log });
  return { events, clock, log, service, stop, run };
}

test('starts services in order and stops them in reverse', async () => {
  const { events, service, stop, run } = setUp();
  const ended = run(service('sinks'), service('server'), service('source'));
  stop.abort();
  await ended;
  expect(events.slice(0, 3)).toEqual(['sinks starts', 'server starts', 'source starts']);
  expect(events.slice(3)).toEqual(['source ends', 'server ends', 'sinks ends']);
});

test('stops all services when one fails, and rejects with its error', async () => {
  const { events, service, run } = setUp();
  const failing: Service = { name: 'server', run: async () => Promise.reject(new Error('port in use')) };
  await expect(run(service('sinks'), failing)).rejects.toThrow('port in use');
  expect(events).toEqual(['sinks starts', 'sinks ends']);
});

test('names a service that ends by itself, unless another has failed', async () => {
  const { events, service, stop, run } = setUp();
  const deserting: Service = { name: 'source', run: async () => undefined };
  const failing: Service = { name: 'server', run: async () => Promise.reject(new Error('port in use')) };
  await expect(run(service('sinks'), deserting)).rejects.toThrow('source ended by itself');
  expect(events).toEqual(['sinks starts', 'sinks ends']);
  await expect(run(deserting, failing)).rejects.toThrow('port in use');
  stop.abort();
  await run(deserting);
});

test('names a service that does not stop, and leaves half of the time to earlier ones', async () => {
  const { events, clock, log, service, stop, run } = setUp();
  const stuck = service('source', () => new Promise(() => undefined));
  const slow = service('sinks', () => clock.sleep(STOP_WITHIN_MS / 2 - 1));
  const ended = run(slow, stuck);
  stop.abort();
  await clock.advance(STOP_WITHIN_MS);
  await ended;
  expect(events).toContain('sinks ends');
  expect(log.lines).toMatchObject([{ message: 'a part did not stop in time', fields: { part: 'source' } }]);
});

test('passes the deadline on to nested services', async () => {
  const { events, clock, log, service, stop, run } = setUp();
  const stuck = () => new Promise<void>(() => undefined);
  const inner = (signal: AbortSignal) =>
    runTogether([service('sinks', stuck), service('source', stuck)], signal, { clock, log });
  const ended = run(service('simulation'), { name: 'program', run: inner });
  stop.abort(new Stopping('stopped by SIGTERM', clock.monotonic() + 1_000));
  await clock.advance(1_000);
  await ended;
  expect(events).toContain('simulation ends');
  expect(log.lines.map(({ fields }) => fields.part)).toEqual(['source', 'sinks']);
});

test('logs undelivered publications and closes sinks in time, however slow another part is', async () => {
  const { events, clock, log, service, stop, run } = setUp();
  const sink: Sink = {
    kind: 'record',
    publish: () => new Promise<void>(() => undefined),
    close: async () => void events.push('sink closed'),
  };
  const fanout = createFanout([{ name: 'history', sink }], { clock, log });
  const ended = run(
    fanout,
    service('server', () => clock.sleep(60_000)),
  );
  fanout.publish(publication({}));
  stop.abort();
  const startedAt = clock.monotonic();
  const endedAt = ended.then(() => clock.monotonic() - startedAt);
  await clock.advance(STOP_WITHIN_MS);
  expect(await endedAt).toBeLessThan(STOP_WITHIN_MS);
  expect(events).toContain('sink closed');
  expect(log.at('warn')).toEqual([
    'a part did not stop in time',
    'publications were not delivered before the stop',
    'track not in the record',
  ]);
});
