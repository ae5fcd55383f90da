/** Signals that come while the program starts: it must not end without a word, and what it is told must not be lost. */
import { spawn } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { pipeWithoutReader } from './support/folder.ts';
import { childrenOf } from './support/processes.ts';
import { startFrom } from './support/program.ts';
import { waitFor } from './support/wait.ts';

/** A program whose start waits for the other end of a pipe: for the reader of its log, which `read` becomes. */
async function startingProgram(option = 'log.file') {
  const pipe = await pipeWithoutReader();
  // By its name, a configuration file.
  await symlink(pipe, `${pipe}.yaml`);
  const program = await startFrom('dummy', `--${option}=${pipe}.yaml`);
  onTestFinished(async () => void (await program.stop()));
  await waitFor('the helper process that opens it', () => childrenOf(program.pid)[0]);
  return { program, read: () => reader(pipe) };
}

/** Reads a pipe from now on; what it returns answers with all that has come. */
function reader(pipe: string): () => string {
  let said = '';
  // Open to write, too: the log opens it for each line, and it would be over after the first.
  const cat = spawn('sh', ['-c', 'exec cat 0<>"$0"', pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
  cat.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  onTestFinished(() => void cat.kill());
  return () => said;
}

test('one that is ended while it starts says so', async () => {
  const { program } = await startingProgram();
  program.signal('SIGTERM');
  expect(await program.ended).toEqual({ status: 143, signal: null });
  expect(program.stderr).toContain('ended by SIGTERM before it had started');
});

test('one whose configuration file hangs ends soon by itself, and says so', async () => {
  const { program } = await startingProgram('conf');
  expect(await program.ended).toMatchObject({ status: 2 });
  expect(program.stderr).toContain('the configuration file cannot be read: the disk does not answer');
});

test('one that is to read its settings again while it starts goes on, does so, and says by which signal it stops', async () => {
  const { program, read } = await startingProgram();
  program.signal('SIGHUP');
  const said = read();
  const arrives = (text: string) => waitFor(text, () => said().includes(text) || undefined, said);
  await arrives('settings reloaded');
  await arrives('overlay ready');
  program.signal('SIGTERM');
  expect(await program.ended).toEqual({ status: 143, signal: null });
  // What its log does not take in the time that a stop has, standard error gets.
  const last = 'msg="stopping" signal=SIGTERM\n';
  await waitFor(last, () => `${said()}${program.stderr}`.includes(last) || undefined, said);
});
