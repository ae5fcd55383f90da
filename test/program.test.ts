import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../src/core/listening.ts';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { FULL_LENGTH } from './support/full-length.ts';
import { httpPeer } from './support/http-peer.ts';
import { tool } from './support/judge.ts';
import { EXECUTABLE, type StartedProgram, startProgram } from './support/program.ts';
import { startShow } from './support/show.ts';
import { smallDisk } from './support/small-disk.ts';
import { waitForFile } from './support/wait.ts';

const running: StartedProgram[] = [];

/** The real executable with `start`, without hardware and on a free port. */
async function startDummy(...args: string[]): Promise<StartedProgram> {
  return keep(
    await startProgram(['start', '--source=dummy', '--dummy.interval=1', '--http.addr=127.0.0.1:0', ...args]),
  );
}

function keep(program: StartedProgram): StartedProgram {
  running.push(program);
  return program;
}

async function run(...args: string[]): Promise<StartedProgram & { readonly status: number | null }> {
  const program = keep(await startProgram(args));
  const { status } = await program.ended;
  return Object.assign(program, { status });
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.stop()));
});

/**
 * Runs a program in a terminal window, closes the window once the log says that the program is ready, and prints how
 * the program ended.
 */
const WINDOW = `
import os, pty, signal, sys, time
log, *words = sys.argv[1:]
process, window = pty.fork()
if process == 0:
    os.execv(words[0], words)
while not os.path.exists(log) or 'overlay ready' not in open(log).read():
    time.sleep(0.05)
os.close(window)
print(signal.Signals(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) * -1).name)
`;

describe('deckcast version', () => {
  test('asks the registry only with --check, and says how to update', async () => {
    const registry = await httpPeer(() => ({ json: { version: '99.0.0' } }));
    const { stdout, stderr } = await run('version', `--registry=${registry.url}`);
    expect(stdout).toMatch(/^Build info: \{\d+\.\d+\.\d+\S* \S+ \d{4}-\d\d-\d\dT\S+ \S+\}\n$/);
    expect(stderr).toContain('no configuration file');
    expect(registry.requests).toEqual([]);
    expect((await run('version', '--check', `--registry=${registry.url}`)).stdout).toMatch(
      /^Build info: .+\ndeckcast 99\.0\.0 is out\. To update: .+ "npm ci" in it\n$/,
    );
  });

  test('explains what to configure when no registry is known', async () => {
    expect(await run('version', '--check')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('add --registry with what "npm config get registry" prints'),
    });
  });

  test('prints the same for --version and -v after every command', async () => {
    const { stdout } = await run('version');
    for (const args of [['-v'], ['start', '--osc.port=0', '--version']]) {
      expect(await run(...args)).toMatchObject({ status: 0, stdout });
    }
  });
});

describe('the small entry (quick-answers.cjs)', () => {
  test.each([
    ['version'],
    [],
    ['help', 'page', 'stages'],
    ...(FULL_LENGTH ? [['--help'], ['help'], ['help', 'start'], ['doctor', '-h'], ['help', 'config']] : []),
  ])('answers %j like the whole program', async (...words) => {
    const { home, copy } = await withoutTheRest();
    const whole = said(home, EXECUTABLE, ...words, '--log.level=info');
    expect(whole).toMatchObject({ status: 0, stdout: expect.stringMatching(/Usage:|Build info:/) });
    expect(said(home, copy, ...words)).toEqual(whole);
  });

  test('leaves unknown help pages, and the version in a configured home, to the whole program', async () => {
    const { home, copy } = await withoutTheRest();
    expect(said(home, copy, 'help', 'strat').stderr).toContain('main.js');
    expect(said(home, EXECUTABLE, 'help', 'strat')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'deckcast: strat: unknown command; did you mean start?\n',
    });
    await writeFile(join(home, 'conf.yaml'), 'log: { level: error }\n');
    expect(said(home, copy, 'version').stderr).toContain('main.js');
    expect(said(home, EXECUTABLE, 'version')).toMatchObject({ status: 0, stderr: '' });
  });
});

/** Copies the small entry without the whole program, and makes an empty home folder. */
async function withoutTheRest() {
  const [home, alone] = [await testFolder(), await testFolder()];
  for (const path of ['package.json', 'bin', 'dist/quick-answers.cjs', 'dist/help-pages.json']) {
    cpSync(join(ROOT, path), join(alone, path), { recursive: true });
  }
  return { home, copy: join(alone, 'bin', 'deckcast.js') };
}

function said(home: string, script: string, ...args: readonly string[]) {
  const options = { cwd: home, env: { HOME: home }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], options);
  return { status, stdout, stderr: stderr.replace(/^time=\S+/, '') };
}

describe('deckcast start', () => {
  test('publishes to a file, prints the overlay address, and stops in order on SIGINT', async () => {
    const program = await startDummy(
      '--outfile.featured=now/playing.txt',
      '--outfile.format=>$ARTIST$ / $SONG$<',
    );
    expect(await program.waitForLine('overlay ready')).toMatch(/url=http:\/\/127\.0\.0\.1:\d+\//);
    await waitForFile(join(program.folder, 'now', 'playing.txt'), (text) => /^>.+ \/ .+<$/.test(text));
    program.signal('SIGINT');
    expect(await program.ended).toEqual({ status: 130, signal: null });
  });

  test('stops in order when its terminal window closes, although kernel and shell both signal it', async () => {
    const folder = await testFolder();
    const log = join(folder, 'deckcast.log');
    const receiver = await httpPeer(() => 'hang');
    const words = [
      ...[process.execPath, EXECUTABLE, 'start', '--source=dummy', '--dummy.interval=1'],
      ...['--http.addr=127.0.0.1:0', '--session.filename='],
      ...[`--log.file=${log}`, `--webhook.url=${receiver.url}`],
    ];
    const window = spawn('script', ['-qefc', `echo $$ > pid; exec ${words.join(' ')}`, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
    });
    const pid = Number(await waitForFile(join(folder, 'pid'), (text) => /^\d+\n$/.test(text)));
    onTestFinished(() => {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has ended, as expected.
      }
    });
    await waitForFile(log, (text) => text.includes('track featured'));
    window.kill('SIGKILL');
    await new Promise((resolve) => window.once('close', resolve));
    process.kill(pid, 'SIGHUP');
    await waitForFile(log, (text) => text.includes('publications were not delivered before the stop'));
  });

  test('ends by the signal, not by a crash, when its terminal window closes', async () => {
    const folder = await testFolder();
    const log = join(folder, 'deckcast.log');
    const words = [process.execPath, EXECUTABLE, 'start', '--source=dummy', '--http.addr=127.0.0.1:0'];
    const { stdout } = spawnSync(tool('python3'), ['-c', WINDOW, log, ...words, `--log.file=${log}`], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(stdout).toBe('SIGHUP\n');
  });

  test('stops although no process reads its log', async () => {
    const folder = await testFolder();
    const words = `${process.execPath} ${EXECUTABLE} start --source=dummy --http.addr=127.0.0.1:0 --session.filename=`;
    // The pipe is full before the first line, and its only reader never reads.
    const line = `mkfifo log; exec 3<>log; head -c 65536 /dev/zero >&3; exec ${words} --outfile.featured=now.txt 2>log`;
    const program = spawn(tool('bash'), ['-c', line], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
    });
    onTestFinished(() => {
      program.kill('SIGKILL');
    });
    const ended = new Promise((resolve) => program.once('close', resolve));
    await waitForFile(join(folder, 'now.txt'), (text) => text.includes(' - '));
    program.kill('SIGTERM');
    expect(await ended).toBe(143);
  });

  test('reports every problem with the settings at once, each with its location, and exits with 2', async () => {
    const program = await run(
      'start',
      '--osc.port=70000',
      '--theme.internal=slidder',
      '--detection.volume.percent=-1',
      '--outfile.filename=now.txt',
    );
    expect(program.status).toBe(2);
    expect(program.stderr).toMatch(/--outfile\.filename .*did you mean .*--outfile\.featured/);
    expect(program.stderr).toContain('4 problems with the settings');
    expect(program.stderr).toMatch(/--osc\.port=70000 +a port is 1 to 65535/);
    expect(program.stderr).toMatch(/--theme\.internal=slidder +.*did you mean slider/);
    expect(program.stderr).toContain('--detection.volume.percent');
    expect(program.stderr).not.toMatch(/^\s+at /m);
  });

  test('says how to go on with a damaged file, and whether there is the one from before', async () => {
    const damaged = { 'conf.yaml': 'delay: [\n' };
    const started = async (files: Readonly<Record<string, string>>, ...command: readonly string[]) => {
      const words = command.length === 0 ? ['start'] : command;
      const program = keep(await startProgram([...words, '--conf=conf.yaml'], { files }));
      return [(await program.ended).status, program.stderr] as const;
    };
    const [status, said] = await started(damaged);
    expect(status).toBe(2);
    expect(said).toMatch(/conf\.yaml:1: the \[ .*\ncorrect the file; "deckcast config check"/);
    const [, checked] = await started(damaged, 'config', 'check');
    expect(checked).toMatch(/\ncorrect the file$/m);
    const [, stderr] = await started({ ...damaged, 'conf.yaml.bak': 'delay: 1s\n' });
    expect(stderr).toMatch(/correct the file, or put \S+conf\.yaml\.bak in its place/);
  });

  test('does not advise to correct a file that cannot be read', async () => {
    const XDG_CONFIG_HOME = await testFolder();
    await mkdir(join(XDG_CONFIG_HOME, 'deckcast', 'conf.yaml'), { recursive: true });
    const program = keep(await startProgram(['start'], { env: { XDG_CONFIG_HOME } }));
    const [{ status }, { stderr }] = [await program.ended, program];
    expect(status).toBe(2);
    expect(stderr).toMatch(/start deckcast with another file \(--conf\)$/m);
    expect(stderr).not.toMatch(/correct the file|config check/);
  });

  test('names the port and the flag in use, with the npm syntax if npm started the program', async () => {
    const other = createServer();
    const port = await listen(other, { host: '127.0.0.1', port: 0 });
    const args = ['start', '--source=dummy', `--http.addr=127.0.0.1:${port}`];
    const npm = keep(await startProgram(args, { env: { npm_lifecycle_event: 'start' } }));
    const [{ status, stderr }] = [await run(...args), await npm.ended];
    other.close();
    expect(status).toBe(1);
    expect(stderr.split('\n').at(-2)).toMatch(
      RegExp(
        `^deckcast: port ${port} is in use by .*process ${process.pid}\\).*: close it, .* with --http\\.addr=(127\\.0\\.0\\.1:\\d+), or with the line "http\\.addr: \\1" in /.*/deckcast/conf\\.yaml$`,
      ),
    );
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(npm.stderr).toMatch(/\(npm start -- --http\.addr=127\.0\.0\.1:\d+\)\n$/);
  });

  test("a second start by mistake leaves the first one's files alone", async () => {
    const first = await startDummy('--session.filename=');
    const [, port] = /url=http:\/\/127\.0\.0\.1:(\d+)/.exec(await first.waitForLine('overlay ready')) ?? [];
    const files = { 'now.txt': 'of the first', 'set.cue': 'of the first', 'set.txt': 'of the first' };
    const args = ['--outfile.featured=now.txt', '--cue.filename=set.cue', '--history.filename=set.txt'];
    const second = keep(
      await startProgram(['start', '--source=dummy', `--http.addr=127.0.0.1:${port}`, ...args], { files }),
    );
    expect(await second.ended).toMatchObject({ status: 1 });
    expect(second.stderr).toContain('deckcast runs already');
    expect(second.stderr).not.toContain('a part failed');
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(join(second.folder, name), 'utf8')).toBe(text);
    }
  });

  test('reports that the output for the live extension is off without a license, and sends it nothing', async () => {
    const backend = await httpPeer(() => ({ status: 202 }));
    const to = ['--live.api_key=key-of-a-channel', `--live.url=${backend.url}`];
    const show = await startShow([...to, '--session.filename=']);
    keep(show.program);
    expect(show.program.stderr).toMatch(
      /"features that need a license are off" off="live sink" reason="there is no license key: .+--license\.key"/,
    );
    await show.post('track', { artist: 'Ada', title: 'Blue' });
    await show.quiet();
    expect((await show.sinks()).map(({ name }) => name)).not.toContain('live');
    expect(backend.requests).toEqual([]);
  });

  test('keeps the terminal empty while logging to a file, and reopens the file after a log rotation', async () => {
    const program = await startDummy('--session.filename=', '--log.file=deckcast.log', '--log.format=json');
    const log = join(program.folder, 'deckcast.log');
    await waitForFile(log, (text) => text.includes('track featured'));
    await rename(log, `${log}.1`);
    program.signal('SIGHUP');
    await waitForFile(log, (text) => text.includes('settings reloaded'));
    expect(program.stdout + program.stderr).toBe('');
    for (const line of readFileSync(`${log}.1`, 'utf8').trim().split('\n')) {
      expect(Object.keys(JSON.parse(line)).slice(0, 3)).toEqual(['time', 'level', 'msg']);
    }
  });
});

describe('other commands and errors', () => {
  test.each([
    ['export', '--session.filename=none.db'],
    ['config', 'show'],
    ['ctl', 'now', '--url=http://127.0.0.1:9/'],
  ])('do not mention a missing configuration file: %s %s', async (...args) => {
    expect((await run(...args)).stderr).not.toContain('no configuration file');
    expect((await run(...args, '--log.level=debug')).stderr).toContain('no configuration file');
  });

  test('log the source location of each line, the first one included, when asked to', async () => {
    for (const [args, env] of [
      [['--Log_Line=true'], {}],
      [[], { DECKCAST_LOG_LINE: 'true' }],
    ] as const) {
      const program = keep(await startProgram(['version', ...args], { env }));
      await program.ended;
      expect(program.stderr).toMatch(/no configuration file .* _source="src\/main\.ts:\d+"\n/);
    }
    // The file is read when most of the program is loaded.
    const files = { 'conf.yaml': 'log.line: true\nlog.lyne: true\n' };
    const program = keep(await startProgram(['config', 'check'], { files }));
    await program.ended;
    expect(program.stderr).toMatch(/configuration warning.* _source="src\/main\.ts:\d+"\n/);
  });

  test('an error has the same format whether the settings or the run caused it, and its own keys in JSON', async () => {
    const { stderr: missing } = await run('license', '--log.level=error');
    expect(missing).toBe(
      'deckcast: --license.key: this command needs it, here or in the configuration file\n',
    );
    const program = await run('ctl', 'now', '--http.addr=127.0.0.1:1', '--log.level=error');
    expect(program.stderr).toMatch(/^deckcast: no deckcast answers at http:\/\/127\.0\.0\.1:1: .+\n$/);
    expect(program.status).toBe(1);
    const { stderr: json } = await run('help', 'strat', '--log.format=json');
    const what = 'unknown command; did you mean start?';
    expect(JSON.parse(json)).toMatchObject({ level: 'error', msg: 'usage error', where: 'strat', what });
  });

  test('theme new reports in one line that a file has the name', async () => {
    const program = keep(await startProgram(['theme', 'new', 'evening'], { files: { evening: '' } }));
    expect(await program.ended).toMatchObject({ status: 1 });
    expect(program.stderr).toContain(
      'cannot make the folder evening: part of the path is a file, not a folder',
    );
  });

  test('theme new reports a full disk in one line and removes its partial folder', async () => {
    const disk = await smallDisk(65_536);
    await disk.fill();
    const folder = join(disk.folder, 'evening');
    const { status, stderr } = await run('theme', 'new', folder);
    expect(stderr).toContain(
      `deckcast: cannot write the theme to ${folder}: the disk is full; free some space\n`,
    );
    expect(status).toBe(1);
    await disk.free();
    expect(await run('theme', 'new', folder)).toMatchObject({ status: 0 });
  });

  test('a fresh checkout reports in one line which command to run first', async () => {
    const copy = join(await testFolder(), 'bin');
    cpSync(dirname(EXECUTABLE), copy, { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, [join(copy, 'deckcast.js'), 'start']);
    expect(String(stderr)).toBe('deckcast: this copy was never built: run "npm ci" in its folder first\n');
    expect(status).toBe(1);
  });

  test('a removed working directory is reported in one line', async () => {
    const gone = join(await testFolder(), 'gone');
    const line = `mkdir ${gone}; cd ${gone}; rmdir ${gone}; exec ${process.execPath} ${EXECUTABLE} version`;
    const { status, stderr } = spawnSync(tool('bash'), ['-c', line], { encoding: 'utf8' });
    expect(stderr).toBe('deckcast: the working directory was removed: change to one that is there\n');
    expect(status).toBe(1);
  });

  test('a full disk fails an answer, a reader that has exited does not', async () => {
    const shell = (line: string) => {
      const env = { ...process.env, DECKCAST: `${process.execPath} ${EXECUTABLE}` };
      return spawnSync(tool('bash'), ['-o', 'pipefail', '-c', line], { env, encoding: 'utf8' });
    };
    // Room for a part: the first write succeeds partially.
    const { folder } = await smallDisk(4_096);
    const full = shell(`$DECKCAST help start > ${join(folder, 'help.txt')}`);
    expect(full.stderr).toContain('cannot write to standard output: ENOSPC');
    expect(full.status).toBe(1);
    expect(shell('$DECKCAST help start | true')).toMatchObject({ status: 0, stderr: '' });
  });
});

test('an answer is escaped on a terminal and written as it is into a pipe', async () => {
  const folder = await testFolder();
  const env = { PATH: process.env.PATH, HOME: folder, DECKCAST_OUTFILE_FEATURED: 'a\u009b2J\u202eb.txt' };
  const command = `${process.execPath} ${EXECUTABLE} config show`;
  const terminal = spawnSync('script', ['-qefc', command, '/dev/null'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(terminal.stdout).toContain('outfile.featured = a\\u009b2J\\u202eb.txt');
  const pipe = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
  expect(pipe.stdout).toContain('outfile.featured = a\u009b2J\u202eb.txt');
});
