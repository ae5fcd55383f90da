import { beforeEach, describe, expect, test } from 'vitest';
import { cleanUps } from '../../../test/support/clean-up.ts';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { type KeptLog, keptLog } from '../../../test/support/log.ts';
import { type StandInObs, standInObs } from '../../../test/support/obs.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { Secret } from '../../core/option.ts';
import type { Fetch } from '../../core/tools.ts';
import { createObsReload, type ObsReload } from './reload.ts';

const later = cleanUps();
let clock: FakeClock;
let log: KeptLog;
/** Overlays in OBS. */
let shown: { count: number };

beforeEach(() => {
  clock = fakeClock();
  log = keptLog();
  shown = { count: 0 };
});

/** `taken`: ports where another program serves pages. */
function start(
  url: string,
  listening: Promise<{ readonly port: number }> = Promise.resolve({ port: 9090 }),
  password = '',
  taken: readonly string[] = [],
): ObsReload {
  const settings = { 'obs.url': url, 'obs.password': new Secret(password), 'obs.source': 'deckcast' };
  const stop = new AbortController();
  const reload = createObsReload(settings, listening, shown, { clock, log, fetch: servedAt(taken) });
  const running = reload.run(stop.signal);
  later(() => {
    stop.abort();
    return running;
  });
  return reload;
}

async function openObs(options: Parameters<typeof standInObs>[0] = {}): Promise<StandInObs> {
  const obs = await standInObs(options);
  later(() => obs.close());
  return obs;
}

function servedAt(ports: readonly string[]): Fetch {
  return async (address) => {
    if (ports.includes(new URL(String(address)).port)) {
      return new Response();
    }
    throw new TypeError('fetch failed');
  };
}

function withSource(obs: StandInObs, url = 'http://127.0.0.1:9090/?accent=00ff00'): void {
  obs.inputs.set('deckcast', { kind: 'browser_source', settings: { url }, transform: {}, reloads: 0 });
}

function logged(level: 'info' | 'warn'): Promise<string> {
  return waitFor(`a line at ${level}`, () => log.at(level)[0]);
}

describe('the overlay in OBS', () => {
  test('is reloaded once the server listens', async () => {
    const obs = await openObs();
    withSource(obs);
    let listens = (): void => undefined;
    const listening = new Promise<{ port: number }>((resolve) => (listens = () => resolve({ port: 9090 })));
    start(obs.url, listening);
    await clock.advance(60_000);
    expect(obs.requests).toEqual([]);
    listens();
    expect(await logged('info')).toBe('overlay reloaded in OBS');
    expect(obs.inputs.get('deckcast')?.reloads).toBe(1);
  });

  test('is reloaded when OBS answers later', async () => {
    const port = await freePort();
    start(`ws://127.0.0.1:${port}`);
    await waitFor('a failed try', () => log.at('info')[0]);
    const obs = await openObs({ port });
    withSource(obs);
    await clock.advance(3_000);
    await waitFor('the reload', () => log.at('info')[1]);
    expect(log.at('info')).toEqual(['OBS does not answer; overlay not reloaded', 'overlay reloaded in OBS']);
    expect(log.at('warn')).toEqual([]);
  });

  test('is in trouble from the first refused connection on, until OBS answers', async () => {
    const port = await freePort();
    const reload = start(`ws://127.0.0.1:${port}`);
    const found = await waitFor('the trouble', () => reload.findings()[0]);
    await waitFor('further tries', async () => {
      await clock.advance(3_000);
      return log.at('debug')[5];
    });
    expect(log.at('info')).toEqual(['OBS does not answer; overlay not reloaded']);
    expect(found).toMatchObject({ severity: 'warning', todo: expect.stringMatching(/^start OBS/) });
    expect(String(found.finding)).toMatch(/viewers see no track/);
    withSource(await openObs({ port }));
    await waitFor('the end of the trouble', async () => {
      await clock.advance(15_000);
      return reload.findings().length === 0 || undefined;
    });
    expect(log.at('info').at(-1)).toBe('overlay reloaded in OBS');
  });

  test('is in trouble without its source, until that is added', async () => {
    const obs = await openObs();
    const reload = start(obs.url);
    expect(await waitFor('the trouble', () => reload.findings()[0])).toMatchObject({
      severity: 'warning',
      finding: 'OBS has no source “deckcast”',
    });
    await clock.advance(15_000);
    withSource(obs);
    await waitFor('the end of the trouble', async () => {
      await clock.advance(15_000);
      return reload.findings().length === 0 || undefined;
    });
    expect(log.at('warn')).toEqual(['OBS has no such source']);
  });

  test('is well, and no longer reloaded, once OBS shows it under another name', async () => {
    const obs = await openObs();
    const reload = start(obs.url);
    await waitFor('the trouble', () => reload.findings()[0]);
    shown.count = 1;
    expect(reload.findings()).toEqual([]);
    await clock.advance(15_000);
    const asked = obs.requests.length;
    await clock.advance(60_000);
    expect(obs.requests).toHaveLength(asked);
  });

  test('is in no trouble without an answer while OBS shows it', async () => {
    shown.count = 1;
    const reload = start(`ws://127.0.0.1:${await freePort()}`);
    await logged('info');
    expect(reload.findings()).toEqual([]);
  });

  test('names the command that adds it when it is missing', async () => {
    start((await openObs()).url);
    expect(await logged('warn')).toBe('OBS has no such source');
  });

  test('stays unchanged with a wrong password', async () => {
    start((await openObs({ password: 'correct horse' })).url, undefined, 'wrong horse');
    expect(await logged('warn')).toBe('cannot reload the overlay in OBS');
    expect(JSON.stringify(log.lines)).not.toContain('horse');
  });

  test('is in trouble with a wrong password until OBS takes it', async () => {
    const refusing = await openObs({ password: 'correct horse' });
    const reload = start(refusing.url, Promise.resolve({ port: 9090 }), 'wrong horse');
    expect(await waitFor('the refusal', () => reload.findings()[0])).toMatchObject({
      severity: 'warning',
      finding: expect.stringContaining('OBS expects a different password'),
    });
    await refusing.close();
    const obs = await openObs({ port: Number(new URL(refusing.url).port), password: 'wrong horse' });
    withSource(obs);
    await clock.advance(5 * 60_000);
    expect(await logged('info')).toBe('overlay reloaded in OBS');
    expect(reload.findings()).toEqual([]);
    expect(log.at('warn')).toHaveLength(1);
  });

  test.each([
    { at: 'http://127.0.0.1:9090/?accent=00ff00', becomes: 'http://127.0.0.1:9095/?accent=00ff00' },
    { at: 'http://localhost:9090/overlay/type/', becomes: 'http://localhost:9095/overlay/type/' },
    // Another program, a page at another computer, a file.
    { at: 'http://127.0.0.1:8080/', becomes: 'http://127.0.0.1:8080/' },
    { at: 'http://192.0.2.7:9090/', becomes: 'http://192.0.2.7:9090/' },
    { at: 'file:///home/dj/overlay.html', becomes: 'file:///home/dj/overlay.html' },
    { at: '', becomes: '' },
  ])('follows to another port where nothing serves it any more: $at', async ({ at, becomes }) => {
    const obs = await openObs();
    withSource(obs, at);
    start(obs.url, Promise.resolve({ port: 9095 }), '', ['8080']);
    expect(await logged('info')).toBe('overlay reloaded in OBS');
    expect(obs.inputs.get('deckcast')).toMatchObject({ settings: { url: becomes }, reloads: 1 });
  });

  test('is left alone without --obs.url, and when the server cannot listen', async () => {
    const obs = await openObs();
    withSource(obs);
    start('');
    start(obs.url, Promise.reject(new Error('the port is in use')));
    await clock.advance(60_000);
    expect([obs.requests, log.lines]).toEqual([[], []]);
  });
});
