import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { startOptions } from '../../src/operator/options.ts';
import { readConfigFile } from '../../src/settings/file.ts';
import { resolve } from '../../src/settings/resolve.ts';
import { cleanUps } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { httpPeer } from '../support/http-peer.ts';
import { startProgram } from '../support/program.ts';
import { smallDisk } from '../support/small-disk.ts';

const later = cleanUps();
let conf: string;

beforeEach(async () => {
  conf = join(await testFolder(), 'conf.yaml');
});

const run = (...args: string[]) => runWith({}, ...args);

async function runWith(env: Record<string, string>, ...args: string[]) {
  const program = await startProgram(args, { env });
  later(() => program.stop());
  const { status } = await program.ended;
  return { status, stdout: program.stdout, stderr: program.stderr, folder: program.folder };
}

describe('config check', () => {
  test('accepts good settings', async () => {
    writeFileSync(conf, 'osc: {host: 127.0.0.1, port: 7001}\n');
    expect(await run('config', 'check', `--conf=${conf}`, '--delay=3')).toMatchObject({
      status: 0,
      stdout: `${conf}: no problems, 3 options set\n`,
      stderr: '',
    });
  });

  test('rejects a file with a misspelled name', async () => {
    writeFileSync(conf, 'osc: {port: 7001, hots: 127.0.0.1}\n');
    const { status, stdout, stderr } = await run('config', 'check', `--conf=${conf}`);
    expect([status, stdout]).toEqual([0, `${conf}: 1 warning, 1 option set\n`]);
    expect(stderr).toContain('did you mean osc.host?');
  });

  test('counts the warning of an empty file', async () => {
    writeFileSync(conf, '');
    const { status, stdout, stderr } = await run('config', 'check', `--conf=${conf}`);
    expect([status, stdout]).toEqual([0, `${conf}: 1 warning, 0 options set\n`]);
    expect(stderr).toContain('the file is empty');
  });

  test('reports all problems and warnings at once, and exits with 2', async () => {
    writeFileSync(conf, 'osc: {port: high}\nchat: {token: [hunter2]}\ntheme.internl: text\n');
    const { status, stdout, stderr } = await run('config', 'check', `--conf=${conf}`, '--delay=soon');
    expect([status, stdout]).toEqual([2, '']);
    for (const line of ['conf.yaml:1: osc.port', 'conf.yaml:2: chat.token', '--delay=soon']) {
      expect(stderr).toContain(line);
    }
    expect(stderr).toContain('deckcast: 3 problems with the settings, 1 warning\n');
    expect(stderr).toMatch(
      / {2}\S+conf\.yaml:3: theme\.internl +.*did you mean theme\.internal\? \(warning\)/,
    );
    expect(stderr).not.toContain('hunter2');
  });

  test('knows exactly the options of the commands that read the file', async () => {
    writeFileSync(conf, 'probe.duration: 2s\noffset: 5s\nshell: zsh\n');
    const { status, stderr } = await run('config', 'check', `--conf=${conf}`);
    expect(status).toBe(0);
    expect(stderr).not.toMatch(/probe\.duration|offset/);
    expect(stderr).toContain('conf.yaml:3: shell');
  });
});

test('config show lists every option with its origin, and no secret', async () => {
  writeFileSync(conf, 'chat.token: hunter2\nosc.port: 7001\n');
  const { status, stdout } = await run(
    'config',
    'show',
    `--conf=${conf}`,
    '--delay=3',
    '--live.api_key=hunter3',
    '--webhook.url=http://127.0.0.1:9/hooks/hunter4',
  );
  expect(status).toBe(0);
  const rows = new Map(
    stdout.split('\n').map((line) => {
      const [name = '', ...rest] = line.split(' ');
      return [name, rest.join(' ').replace(/ {2,}/, ' <- ')];
    }),
  );
  for (const name of Object.keys(startOptions)) {
    expect([name, rows.has(name)]).toEqual([name, true]);
  }
  const names = [...rows.keys()].filter((name) => name in startOptions);
  expect(names).toEqual([...names].sort());
  expect(rows.get('osc.port')).toBe('= 7001 <- conf.yaml: osc.port');
  expect(rows.get('chat.token')).toBe('= *** <- conf.yaml: chat.token');
  expect(rows.get('delay')).toBe('= 3 <- --delay');
  expect(rows.get('webhook.url')).toBe('= http://127.0.0.1:9/… <- --webhook.url');
  expect(rows.get('http.addr')).toBe('= :9090 <- default');
  expect(stdout).not.toMatch(/hunter/);
});

test.each([
  ['delay: soon\n', ':1: delay: a whole number'],
  ['delay: [1\nosc.port: 7001\n', ':1: the [ that begins here is never closed'],
])('the doctor reports a mistake in the file, %j, first, and goes on', async (content, finding) => {
  writeFileSync(conf, content);
  const here = ['--source=http', '--http.addr=127.0.0.1:0'];
  const { host: taken } = new URL((await httpPeer()).url);
  const { status, stdout } = await run(
    ...['doctor', '--json', `--conf=${conf}`, `--metrics.addr=${taken}`],
    ...here,
  );
  const { findings } = JSON.parse(stdout);
  expect(findings[0]).toMatchObject({
    severity: 'fault',
    finding: expect.stringContaining(conf + finding),
    means: 'deckcast refuses to start with this; the checks below use the default instead',
  });
  expect(findings[1]).toMatchObject({ severity: 'fault', area: 'ports' });
  expect(findings).toContainEqual(expect.objectContaining({ severity: 'ok' }));
  expect(status).toBe(1);
  expect(await run('doctor', '--delay=soon', ...here)).toMatchObject({ status: 2, stdout: '' });
});

test('the doctor names every problem, and looks at the rest, when a source lacks its option', async () => {
  writeFileSync(conf, 'source: softa\ndelay: soon\nsession.filename: ""\n');
  const { status, stdout } = await run(
    'doctor',
    `--conf=${conf}`,
    '--doctor.duration=0s',
    '--http.addr=127.0.0.1:0',
  );
  expect(status).toBe(1);
  expect(stdout).toContain('--softa.filename');
  expect(stdout).toMatch(/conf.yaml:2: delay/);
  expect(stdout).toContain(`${conf} can be written`);
});

test('the doctor warns when settings cannot be saved, and names the file', async () => {
  const disk = await smallDisk(65_536);
  conf = join(disk.folder, 'conf.yaml');
  writeFileSync(conf, 'delay: 1\n');
  await disk.fill();
  const { stdout } = await run(
    'doctor',
    '--json',
    `--conf=${conf}`,
    '--source=http',
    '--http.addr=127.0.0.1:0',
  );
  expect(JSON.parse(stdout).findings).toContainEqual(
    expect.objectContaining({
      severity: 'warning',
      finding: expect.stringContaining(conf),
      means: 'what you change on the pages cannot be saved',
      todo: expect.stringContaining('--conf'),
    }),
  );
});

describe('config init', () => {
  test('leaves no partial file on a full disk, so that the next attempt succeeds', async () => {
    const disk = await smallDisk(65_536);
    conf = join(disk.folder, 'conf.yaml');
    await disk.fill();
    const { status, stderr } = await run('config', 'init', `--conf=${conf}`);
    expect([status, stderr]).toEqual([
      1,
      `deckcast: cannot write ${conf}: the disk is full; free some space\n`,
    ]);
    await disk.free();
    expect(await run('config', 'init', `--conf=${conf}`)).toMatchObject({ status: 0 });
  });

  test('writes a file without effect, also when its lines are uncommented', async () => {
    const { status, stdout, folder } = await run('config', 'init');
    const path = stdout.trim();
    expect(status).toBe(0);
    expect(path).toMatch(/\/deckcast\/conf\.yaml$/);
    expect(path.startsWith(folder)).toBe(true);

    const environment = { platform: 'linux', env: { HOME: folder }, configDir: join(path, '..') } as const;
    const defaults = await resolve(startOptions, { environment });
    const uncommented = readFileSync(path, 'utf8').replace(/^#(?=\S)/gm, '');
    writeFileSync(conf, uncommented);
    for (const each of [path, conf]) {
      const file = await readConfigFile(each);
      const { settings, problems, warnings } = await resolve(startOptions, {
        environment,
        file,
        complete: true,
      });
      expect([problems, warnings]).toEqual([[], []]);
      expect(JSON.stringify(settings)).toBe(JSON.stringify(defaults.settings));
    }
    expect(uncommented.match(/^[a-z]/gm)?.length).toBe(Object.keys(startOptions).length - 1);
  });

  test('never overwrites a file of any format', async () => {
    writeFileSync(conf, 'mine');
    expect(await run('config', 'init', `--conf=${conf}`)).toMatchObject({ status: 2, stdout: '' });
    expect(readFileSync(conf, 'utf8')).toBe('mine');

    const home = join(conf, '..', 'home');
    mkdirSync(join(home, 'deckcast'), { recursive: true });
    writeFileSync(join(home, 'deckcast', 'conf.toml'), '');
    expect(await runWith({ XDG_CONFIG_HOME: home }, 'config', 'init')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(join(home, 'deckcast', 'conf.toml')),
    });
    expect(existsSync(join(home, 'deckcast', 'conf.yaml'))).toBe(false);
  });

  test('ignores a relative XDG_CONFIG_HOME, as its specification demands', async () => {
    const { status, stdout, folder } = await runWith({ XDG_CONFIG_HOME: 'settings' }, 'config', 'init');
    expect([status, stdout]).toEqual([0, `${join(folder, '.config', 'deckcast', 'conf.yaml')}\n`]);
  });

  test('writes TOML for its extension in upper and lower case', async () => {
    const path = join(conf, '..', 'my', 'settings.TOML');
    expect((await run('config', 'init', `--conf=${path}`)).stdout).toBe(`${path}\n`);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^#(?=\S)/gm, ''));
    expect((await readConfigFile(path)).problems).toEqual([]);
    expect((await run('config', 'init', `--conf=${path.replace('TOML', 'json')}`)).status).toBe(2);
  });
});

test('license reports why no license is valid, without the key', async () => {
  const forged = await run('license', '--license.key=hunter2.x');
  expect(forged).toMatchObject({ status: 2, stdout: '' });
  expect(forged.stderr).toContain('--license.key');
  expect(forged.stderr).not.toContain('hunter2');
});

test.each([
  ['license hunter2.x', 'license: this command takes no arguments; the key belongs to --license.key'],
  // Word processors turn two hyphens into a dash.
  [
    'start –source=dummy',
    'start: this command takes no arguments; a setting is written --name=value, with two hyphens',
  ],
  [
    'streaming setup --client-id=1',
    '--client-secret: this command needs it; the page of your application shows it',
  ],
  [
    'start --source=streamingsource --streamingsource.id=1',
    "--streamingsource.secret: A Spotify account needs it; you find it on your application's page",
  ],
])('%s reports what to do instead', async (line, complaint) => {
  expect(await run(...line.split(' '))).toMatchObject({ status: 2, stderr: `deckcast: ${complaint}\n` });
});
