import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { keptLog } from '../../test/support/log.ts';
import { runTogether, type Service } from './lifetime.ts';

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
  return { events, clock, log, service, stop: new AbortController() };
}

test('services start in order and stop in reverse', async () => {
  const { events, clock, log, service, stop } = setUp();
  const ended = runTogether([service('sinks'), service('server'), service('source')], stop.signal, {
    clock,
    log,
  });
  stop.abort();
  await ended;
  expect(events).toEqual([
    'sinks starts',
    'server starts',
    'source starts',
    'source ends',
    'server ends',
    'sinks ends',
  ]);
});

test('when one fails, the others are stopped and its error is the answer', async () => {
  const { events, clock, log, service, stop } = setUp();
  const failing: Service = { name: 'server', run: async () => Promise.reject(new Error('port in use')) };
  await expect(runTogether([service('sinks'), failing], stop.signal, { clock, log })).rejects.toThrow(
    'port in use',
  );
  expect(events).toEqual(['sinks starts', 'sinks ends']);
});

test('a service that does not stop is named, and holds nobody up for more than two seconds', async () => {
  const { events, clock, log, service, stop } = setUp();
  const stuck = service('source', () => new Promise(() => undefined));
  const ended = runTogether([service('sinks'), stuck], stop.signal, { clock, log });
  stop.abort();
  await clock.advance(2_000);
  await ended;
  expect(events).toContain('sinks ends');
  expect(log.lines).toMatchObject([{ message: 'a part did not stop in time', fields: { part: 'source' } }]);
});
