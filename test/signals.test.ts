/** Signals during the start: the program logs why it ends, and forgets none of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { closeServer, listen } from '../src/core/listening.ts';
import { pipeWithoutReader } from './support/folder.ts';
import { freePort } from './support/free-port.ts';
import { childrenOf } from './support/processes.ts';
import { startFrom, startProgram } from './support/program.ts';
import { waitFor } from './support/wait.ts';

/** A program whose start waits until `read` opens the other end of its log's pipe. */
async function startingProgram(option = 'log.file') {
  const pipe = await pipeWithoutReader();
  // The extension makes it a configuration file.
  await symlink(pipe, `${pipe}.yaml`);
  const program = await startFrom('dummy', `--${option}=${pipe}.yaml`);
  onTestFinished(async () => void (await program.stop()));
  await waitFor('the helper process that opens it', () => childrenOf(program.pid)[0]);
  return { program, read: () => reader(pipe) };
}

/** Reads a pipe from now on. The returned function returns the text so far. */
function reader(pipe: string): () => string {
  let said = '';
  // Also opens the pipe for writing, because the log opens it for each line and the first close would end the reader.
  const cat = spawn('sh', ['-c', 'exec cat 0<>"$0"', pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
  cat.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  onTestFinished(() => void cat.kill());
  return () => said;
}

test('a program that is stopped during its start logs so', async () => {
  const { program } = await startingProgram();
  program.signal('SIGTERM');
  expect(await program.ended).toEqual({ status: 143, signal: null });
  expect(program.stderr).toContain('ended by SIGTERM before it had started');
});

test('a program with a hanging configuration file ends soon after a signal, and reports it', async () => {
  const { program } = await startingProgram('conf');
  expect(await program.ended).toMatchObject({ status: 2 });
  expect(program.stderr).toContain('the configuration file cannot be read: the disk is not responding');
});

test('a program reloads its settings on a hangup during its start, and logs the signal that stops it', async () => {
  const { program, read } = await startingProgram();
  program.signal('SIGHUP');
  const said = read();
  const arrives = (text: string) => waitFor(text, () => said().includes(text) || undefined, said);
  await arrives('settings reloaded');
  await arrives('overlay ready');
  program.signal('SIGTERM');
  expect(await program.ended).toEqual({ status: 143, signal: null });
  // Lines that the log does not take before the stop's time limit go to standard error.
  const last = 'msg="stopping" signal=SIGTERM\n';
  await waitFor(last, () => `${said()}${program.stderr}`.includes(last) || undefined, said);
});

test.each(['doctor', 'ctl now'])('%s ends quietly while it waits for an answer', async (command) => {
  const silent = createServer();
  const met = once(silent, 'connection');
  const port = await listen(silent, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => closeServer(silent));
  const program = await startProgram([...command.split(' '), `--http.addr=127.0.0.1:${port}`]);
  onTestFinished(async () => void (await program.stop()));
  const [socket] = (await met) as [Socket];
  onTestFinished(() => void socket.destroy());
  program.signal('SIGINT');
  expect(await program.ended).toEqual({ status: 130, signal: null });
  expect(program.stdout).toBe('');
  expect(program.stderr).not.toMatch(/error|^\s+at /m);
});

test('an interrupted doctor reports nothing that it did not wait for', async () => {
  const flags = ['--hwdevice.discovery.interface=lo', `--http.addr=127.0.0.1:${await freePort()}`];
  const program = await startProgram(['doctor', '--source=hwdevice', ...flags]);
  onTestFinished(async () => void (await program.stop()));
  await program.waitForLine('listening for devices');
  program.signal('SIGINT');
  // By the signal itself if other checks still read the disk: shells report 130 for both.
  expect(['130', 'SIGINT']).toContain(String(Object.values(await program.ended).find((how) => how !== null)));
  expect(program.stdout).toBe('');
});
