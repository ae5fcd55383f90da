import { EventEmitter } from 'node:events';
import { appendFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { program } from '../src/commands/index.ts';
import type { Clock } from '../src/core/tools.ts';
import { systemClock } from '../src/host/clock.ts';
import { nodeDisk } from '../src/host/disk/node-disk.js';
import { followConfiguration } from '../src/operator/settings/reload.ts';
import { readInvocation } from '../src/settings/invocation.ts';
import type { HealthMessage } from '../src/web/wire/health.ts';
import { cleanUps, shared } from './support/clean-up.ts';
import { testFolder } from './support/folder.ts';
import { keptLog } from './support/log.ts';
import { openSocket } from './support/pages.ts';
import { type StartedProgram, startProgram } from './support/program.ts';
import { SOMEWHERE } from './support/reference.ts';
import { waitFor, waitForFile } from './support/wait.ts';

const later = cleanUps();

const CHANGING = ['start', '--source=dummy', '--dummy.interval=1', '--http.addr=127.0.0.1:0'];

/** Starts the program with these settings in its configuration file. */
function startWith(settings: string): Promise<StartedProgram> {
  const flags = [...CHANGING, '--session.filename=', '--conf=conf.yaml'];
  return startProgram(flags, { files: { 'conf.yaml': settings } });
}

describe('settings that change while the program runs', () => {
  const running = shared(async (later) => {
    const program = await startWith('');
    later(() => program.stop());
    return program;
  });
  const featured = () => join(running().folder, 'now.txt');
  const config = () => join(running().folder, 'conf.yaml');

  beforeEach(async () => {
    await writeFile(config(), 'outfile:\n  featured: now.txt\n  format: "one $ARTIST$"\n');
    await waitForFile(featured(), (text) => text.startsWith('one '));
  });

  test('take effect when the file changes, also when an editor replaces it', async () => {
    await writeFile(`${config()}.new`, 'outfile:\n  featured: now.txt\n  format: "two $ARTIST$"\n');
    await rename(`${config()}.new`, config());
    await waitForFile(featured(), (text) => text.startsWith('two '));
    await running().waitForLine(/settings reloaded.* changed=outfile\.format$/);
  });

  test('hide the current track at once, and change the theme at the same address, which reloads the pages', async () => {
    const url = /url=(\S+)/.exec(await running().waitForLine('overlay ready'))?.[1] ?? '';
    const page = async (): Promise<string> => (await fetch(url)).text();
    const before = await page();
    const events = await openSocket(`${url.replace('http', 'ws')}api/v1/events`);
    await appendFile(config(), 'hide.regex.artist: .\ntheme.internal: slider\n');
    await waitForFile(featured(), (text) => text === '');
    expect(await running().waitForLine('track hidden')).toContain('hidden=true');
    await expect.poll(() => events.messages).toContainEqual(expect.objectContaining({ type: 'reload' }));
    events.socket.close();
    expect(await page()).not.toBe(before);
  });

  test('stay unchanged when the file is broken, and the log names the problem and its location', async () => {
    await writeFile(config(), 'outfile:\n  featured: now.txt\n  format: "four $ARTIST$"\ndelay: soon\n');
    running().signal('SIGHUP');
    expect(await running().waitForLine('keeping the current ones')).toMatch(
      /where="?\/\S+conf\.yaml:\d+: delay/,
    );
    await waitForFile(featured(), (text) => text.startsWith('one '));
  });

  test('are in trouble while the file is broken, which health names with its location', async () => {
    const url = /url=(\S+)/.exec(await running().waitForLine('overlay ready'))?.[1] ?? '';
    const health = async () => (await (await fetch(`${url}api/v1/health`)).json()) as HealthMessage;
    await expect.poll(async () => (await health()).problem).toBeUndefined();
    await writeFile(config(), 'outfile:\n  featured: now.txt\nhide.regex.artist: [\n');
    running().signal('SIGHUP');
    await expect
      .poll(async () => (await health()).problem)
      .toMatch(/^the next start will fail: .*conf\.yaml:3: .*never closed.*correct/);
    // With its texts' ids, for pages in other languages.
    expect(JSON.stringify((await health()).said)).toContain('format.never-closed');
    expect(await health()).toMatchObject({
      status: 'trouble',
      said: { problem: { id: 'health.with-advice' } },
      troubles: [{ title: 'Settings', setting: '' }],
    });
    await writeFile(config(), 'outfile:\n  featured: now.txt\n');
    running().signal('SIGHUP');
    await expect.poll(async () => (await health()).problem).toBeUndefined();
  });

  test('change the log format from the next line on, and add source locations', async () => {
    await appendFile(config(), 'log.line: true\nlog:\n  format: json\n');
    running().signal('SIGHUP');
    expect(JSON.parse(await running().waitForLine(/^\{/))).toMatchObject({
      _source: expect.stringMatching(/^[\w-]+\/[\w-]+\.ts:\d+$/),
    });
  });
});

test("are read from the file that appears in the user's folder after the start, and whenever that changes", async () => {
  const program = await startProgram([...CHANGING, '--session.filename=', '--outfile.featured=now.txt']);
  later(() => program.stop());
  await program.waitForLine('overlay ready');
  const folder = join(program.folder, '.config', 'deckcast');
  const file = join(folder, 'conf.yaml');
  await mkdir(folder, { recursive: true });
  // In the working directory, it may be a download.
  await writeFile(join(program.folder, 'conf.json'), '{}');
  await writeFile(file, 'delay: soon\n');
  expect(await program.waitForLine('configuration file appeared')).toContain(`file=${file}`);
  await program.waitForLine('keeping the current ones');
  await writeFile(file, 'outfile.format: "late $ARTIST$"\n');
  await waitForFile(join(program.folder, 'now.txt'), (text) => text.startsWith('late '));
});

test('keep hiding while an editor empties the file and writes it again', async () => {
  const program = await startWith('outfile.featured: now.txt\nhide.regex.artist: .\n');
  later(() => program.stop());
  const written = join(program.folder, 'conf.yaml');
  await program.waitForLine('hidden=true');
  await writeFile(written, '');
  expect(await program.waitForLine('file is empty; keeping the current settings')).toContain('level=error');

  await writeFile(written, 'outfile.featured: now.txt\nhide.regex.artist: .\nhide.regex.title: .\n');
  expect(await program.waitForLine('settings reloaded')).toContain('changed=hide.regex.title');
  expect(program.stderr).not.toContain('artist=');
  expect(await readFile(join(program.folder, 'now.txt'), 'utf8')).toBe('');
  expect(program.stderr.match(/keeping the current settings/g)).toHaveLength(1);
  expect(program.stderr).not.toContain('the defaults are used');
});

test('stay unchanged when their file is removed', async () => {
  const program = await startProgram([...CHANGING, '--outfile.featured=now.txt'], {
    files: { 'conf.yaml': 'outfile.format: "found $ARTIST$"\n' },
  });
  later(() => program.stop());
  const written = join(program.folder, 'now.txt');
  await waitForFile(written, (text) => text.startsWith('found '));
  await rm(join(program.folder, 'conf.yaml'));
  program.signal('SIGHUP');
  expect(await program.waitForLine('keeping the current settings')).toContain('conf.yaml');
  await rm(written);
  await waitForFile(written, (text) => text.startsWith('found '));
});

/** Follows a configuration file. `clock` is that of the follower. */
async function follow(file: string, clock: Partial<Clock>, hangup = new EventEmitter()) {
  const invocation = await readInvocation(program, ['start', `--conf=${file}`], SOMEWHERE);
  const log = keptLog();
  const stop = new AbortController();
  const followed = followConfiguration(invocation.command.options, {
    ...invocation,
    settings: invocation.resolution.settings,
    environment: SOMEWHERE,
    print: () => undefined,
    logged: () => [],
    faults: () => 0,
    reopenLog: async () => undefined,
    onHangup: (call) => hangup.on('hangup', call),
    tools: {
      log,
      clock: { ...systemClock, ...clock },
      disk: nodeDisk,
      fetch,
      userAgent: 'deckcast/0',
    },
    signal: stop.signal,
  });
  return { ...followed, settings: invocation.resolution.settings, log, stop };
}

test('the caller that saves a file gets the result, even if the change is noticed earlier, and the log names the change', async () => {
  const file = join(await testFolder(), 'conf.yaml');
  await writeFile(file, 'delay: 3\n');
  let polls = 0;
  const { saveAndRead, settings, stop, log } = await follow(file, {
    sleep: async () => {
      polls += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
    },
  });
  const noticed = (from: number) =>
    waitFor('the file to be looked at', () => (polls > from + 3 ? true : undefined));
  await noticed(0);
  const reading = await saveAndRead(async () => {
    await writeFile(file, 'delay: 7\nosc.port: 7001\n');
    // The disk is slow, so the change can be noticed first.
    await noticed(polls);
    return true;
  });
  // Settings that a part needs a restart for are listed too.
  expect(reading).toMatchObject({ changed: ['delay'], needRestart: ['osc.port'], problems: [] });
  await noticed(polls);
  stop.abort();
  expect(settings.delay).toBe(7);
  const reloaded = log.lines.filter(({ message }) => message === 'settings reloaded');
  expect(reloaded.map(({ fields }) => fields)).toEqual([{ changed: 'delay osc.port' }]);
});

test('a file is read when it is complete, however long the write takes', async () => {
  const file = join(await testFolder(), 'conf.yaml');
  await writeFile(file, 'hide.regex.artist: .\n');
  const pieces = ['log.line: true\n', '# not yet whole\n', 'hide.regex.artist: .\n', 'delay: 7\n'];
  const hangup = new EventEmitter();
  // The editor writes as slowly as the follower waits.
  const clock = { sleep: () => appendFile(file, pieces.shift() ?? '') };
  const { onSettings, settings, log, stop } = await follow(file, clock, hangup);
  const whole = new Promise((resolve) => onSettings(resolve));
  await writeFile(file, '');
  hangup.emit('hangup');
  await whole;
  stop.abort();
  expect(pieces).toEqual([]);
  expect(settings.delay).toBe(7);
  expect(log.at('error')).toEqual([]);
  expect(log.lines.filter(({ message }) => message === 'settings reloaded')).toHaveLength(1);
});

test.each([
  ['removed', (file: string) => rm(file), { finding: /the file is gone$/, todo: /put the file back/ }],
  [
    'replaced by a folder',
    async (file: string) => {
      await rm(file);
      await mkdir(file);
    },
    { finding: /conf\.yaml: this is a folder.+rename it/, todo: /^$/ },
  ],
  [
    'replaced by a link that leads nowhere',
    async (file: string) => {
      await rm(file);
      await symlink('none.yaml', file);
    },
    { finding: /link to a file that doesn't exist/, todo: /^$/ },
  ],
  ['emptied', (file: string) => writeFile(file, ''), { finding: /file is empty/, todo: /put the file back/ }],
  ['broken', (file: string) => writeFile(file, 'delay: [\n'), { finding: /:1: /, todo: /correct the file/ }],
])('a file that is %s comes with advice that helps', async (_, change, { finding, todo }) => {
  const file = join(await testFolder(), 'conf.yaml');
  await writeFile(file, 'delay: 3\n');
  const { saveAndRead, findings, settings, stop } = await follow(file, {});
  await saveAndRead(async () => {
    await change(file);
    return true;
  });
  stop.abort();
  const [found] = findings();
  expect(String(found?.finding)).toMatch(finding);
  expect(String(found?.todo)).toMatch(todo);
  expect(settings.delay).toBe(3);
});
