import { beforeEach, describe, expect, test } from 'vitest';
import { cleanUps } from '../../../test/support/clean-up.ts';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { type KeptLog, keptLog } from '../../../test/support/log.ts';
import { type StandInObs, standInObs } from '../../../test/support/obs.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { Secret } from '../../core/option.ts';
import { createObsReload, type ObsReload } from './reload.ts';

const later = cleanUps();
let clock: FakeClock;
let log: KeptLog;

beforeEach(() => {
  clock = fakeClock();
  log = keptLog();
});

function start(url: string, listening: Promise<unknown> = Promise.resolve(), password = ''): ObsReload {
  const settings = { 'obs.url': url, 'obs.password': new Secret(password), 'obs.source': 'deckcast' };
  const stop = new AbortController();
  const reload = createObsReload(settings, listening, { clock, log });
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

function withSource(obs: StandInObs): void {
  obs.inputs.set('deckcast', { kind: 'browser_source', settings: {}, transform: {}, reloads: 0 });
}

function logged(level: 'info' | 'warn'): Promise<string> {
  return waitFor(`a line at ${level}`, () => log.at(level)[0]);
}

describe('the overlay in OBS', () => {
  test('is reloaded once the server listens', async () => {
    const obs = await openObs();
    withSource(obs);
    let listens = (): void => undefined;
    start(obs.url, new Promise<void>((resolve) => (listens = resolve)));
    await clock.advance(60_000);
    expect(obs.requests).toEqual([]);
    listens();
    expect(await logged('info')).toBe('overlay reloaded in OBS');
    expect(obs.inputs.get('deckcast')?.reloads).toBe(1);
  });

  test('is reloaded when OBS answers later', async () => {
    const port = await freePort();
    start(`ws://127.0.0.1:${port}`);
    await waitFor('a failed try', () => log.at('debug')[0]);
    const obs = await openObs({ port });
    withSource(obs);
    await clock.advance(3_000);
    expect(await logged('info')).toBe('overlay reloaded in OBS');
    expect(log.at('warn')).toEqual([]);
  });

  test('is given up after a minute without OBS', async () => {
    start(`ws://127.0.0.1:${await freePort()}`);
    await waitFor('the end of the tries', async () => {
      await clock.advance(3_000);
      return log.at('info')[0];
    });
    expect(log.at('info')).toEqual(['OBS not running; overlay not reloaded']);
    expect(log.at('debug').length).toBeGreaterThan(5);
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
    const reload = start(refusing.url, Promise.resolve(), 'wrong horse');
    expect(await waitFor('the refusal', () => reload.findings()[0])).toMatchObject({
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

  test('is left alone without --obs.url, and when the server cannot listen', async () => {
    const obs = await openObs();
    withSource(obs);
    start('');
    start(obs.url, Promise.reject(new Error('the port is in use')));
    await clock.advance(60_000);
    expect([obs.requests, log.lines]).toEqual([[], []]);
  });
});
