/**
 * Kills the program or cuts the power at any moment while the set-up page saves: each file is the old one or the new
 * one, and everything that the page reported as done stays done.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../src/host/clock.ts';
import type { SettingsMessage } from '../src/web/wire/settings.ts';
import { afterTest } from './support/clean-up.ts';
import { testFolder } from './support/folder.ts';
import { freePort } from './support/free-port.ts';
import { httpPeer } from './support/http-peer.ts';
import { pageCalls } from './support/local-page.ts';
import { type Loss, PowerDisk, recordedEvents, recording } from './support/power-disk.ts';
import { startProgram } from './support/program.ts';
import { CLIENT, StreamingAccount } from './support/services/streaming-account.ts';
import { waitFor } from './support/wait.ts';

const LOSSES: readonly Loss[] = ['nothing', 'all that was not flushed', 'contents that were not flushed'];
const TOKEN = 'correct horse battery staple';

/** Contents of the files that the set-up writes; undefined if a file is missing. */
interface Written {
  readonly settings: string | undefined;
  readonly backup: string | undefined;
  readonly streamingToken: string | undefined;
  /** Autostart entry; undefined while autostart is off. */
  readonly startEntry: string | undefined;
}

function written(home: string, read: (path: string) => string | undefined): Written {
  const config = (...names: string[]) => join(home, '.config', ...names);
  const units = config('systemd', 'user');
  const isLinked = read(join(units, 'default.target.wants', 'deckcast.service')) !== undefined;
  return {
    settings: read(config('deckcast', 'conf.yaml')),
    backup: read(config('deckcast', 'conf.yaml.bak')),
    streamingToken: read(config('deckcast', 'streaming-token.json')),
    // A dangling link, or a link to half a file, is neither on nor off.
    startEntry: isLinked ? (read(join(units, 'deckcast.service')) ?? 'a link that leads nowhere') : undefined,
  };
}

/** One save, with the files after it. */
interface Step {
  readonly name: string;
  readonly after: Written;
  /** Length of the record in bytes when the page got its answer. */
  readonly recordedTo: number;
}

/** Sets up the real program by its page's requests, and records all operations on its home folder. */
async function setUpOnRecord() {
  const steps: Step[] = [];
  const folder = await testFolder();
  const home = join(folder, 'home');
  await mkdir(home);
  const record = join(folder, 'record');
  const account = new StreamingAccount(systemClock);
  const service = await httpPeer(async ({ method, path, headers, body }) => {
    const { authorization = '' } = headers;
    const sent = { method, headers: { authorization }, ...(method === 'GET' ? {} : { body }) };
    const answer = await account.handle(new Request(`http://service${path}`, sent));
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    };
  });
  const program = await startProgram(
    [
      'start',
      '--source=http',
      // Fixed, so that the listener restarts on the same port.
      `--http.addr=127.0.0.1:${await freePort()}`,
      '--session.filename=',
      `--streaming.auth_url=${service.url}`,
    ],
    { env: { ...recording(folder, home, record), HOME: home, XDG_CONFIG_HOME: join(home, '.config') } },
  );
  afterTest(() => program.stop());
  const [, url = ''] = /url=(\S+)/.exec(await program.waitForLine('overlay ready')) ?? [];

  const call = await pageCalls(url);
  const set = async (values: object) => {
    // `web/wire/` defines the shapes; anything else fails the test.
    const { revision } = (await call('GET', 'settings')) as SettingsMessage;
    await call('PATCH', 'settings', { revision, set: values });
  };
  const does = async (name: string, act: () => Promise<unknown>) => {
    await act();
    const after = written(home, (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined));
    steps.push({ name, after, recordedTo: statSync(record).size });
  };

  await does('the start', async () => undefined);
  await does('the first settings', () => set({ delay: 3 }));
  await does('other settings', () => set({ delay: 9 }));
  await does('a token', async () => {
    await set({ 'http.token': TOKEN });
    await waitFor('the listener to start again for it', async () => {
      const withoutToken = await fetch(`${url}api/v1/operator`).catch(() => undefined);
      return withoutToken?.status === 401 ? true : undefined;
    });
  });
  await does('the start with the computer', () => call('POST', 'setup/start', { on: true }));
  await does('no start with the computer', () => call('POST', 'setup/start', { on: false }));
  await does('the start with the computer again', () => call('POST', 'setup/start', { on: true }));
  await does('the keys of a service', () =>
    set({ 'streamingsource.id': CLIENT.id, 'streamingsource.secret': CLIENT.secret }),
  );
  await does('an authorization', async () => {
    const { page } = (await call('POST', 'setup/authorize', { part: 'streamingsource' })) as {
      page: string;
    };
    const { headers } = await fetch(page, { redirect: 'manual' });
    await call('POST', 'setup/authorized', { address: headers.get('location') });
  });
  return { home, steps, events: recordedEvents(record) };
}

test('each file is the old one or the new one at any moment, even if unflushed data is lost', async () => {
  const { home, steps, events } = await setUpOnRecord();
  expect(steps[0]?.after).toEqual({});
  // Switching off restores the state before, and switching on again the state after.
  expect(new Set(steps.map(({ after }) => JSON.stringify(after))).size).toBe(steps.length - 2);
  for (const loss of LOSSES) {
    const disk = new PowerDisk(home);
    let moments = 0;
    for (const event of events) {
      disk.apply(event);
      const at = steps.findIndex(({ recordedTo }) => event.recordedTo <= recordedTo);
      const [before, step] = [steps[at - 1], steps[at]];
      if (before === undefined || step === undefined) {
        continue;
      }
      const files = disk.after(loss);
      const now = written(home, (path) => files.get(path)?.toString());
      const isDone = event.recordedTo === step.recordedTo;
      for (const file of ['settings', 'backup', 'streamingToken', 'startEntry'] as const) {
        const allowed = isDone ? [step.after[file]] : [before.after[file], step.after[file]];
        expect(allowed, `${file} in ${step.name}, when it loses ${loss}`).toContain(now[file]);
      }
      moments += 1;
    }
    expect(moments).toBeGreaterThan(steps.length * 3);
  }
});
