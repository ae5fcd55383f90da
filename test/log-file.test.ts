/** `--log.file` loses no line, however short the run is and whatever state the disk is in. */
import { execFileSync } from 'node:child_process';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pipeWithoutReader, testFolder } from './support/folder.ts';
import { amount } from './support/full-length.ts';
import { untilNoneWorksIn } from './support/processes.ts';
import { startFrom, startProgram } from './support/program.ts';
import { type Show, showAt } from './support/show.ts';
import { waitFor, waitForFile } from './support/wait.ts';

async function runToEnd(...args: string[]): Promise<string> {
  const program = await startProgram(args);
  onTestFinished(async () => void (await program.stop()));
  await program.ended;
  return program.stderr;
}

test('the reason why a command failed also goes to standard error', async () => {
  const file = join(await testFolder(), 'deckcast.log');
  const [alone, withFile] = await Promise.all([
    runToEnd('ctl', 'hide', '--http.addr=127.0.0.1:1'),
    runToEnd('ctl', 'hide', '--http.addr=127.0.0.1:1', `--log.file=${file}`),
  ]);
  expect(withFile).toContain('127.0.0.1:1');
  expect(alone.endsWith(withFile)).toBe(true);
  expect(await readFile(file, 'utf8')).toContain('127.0.0.1:1');
});

/** Rejected before the command begins, failed while it runs, and answered by the small entry alone. */
const SHORT_RUNS = [
  ['start', '--osc.port=70000'],
  ['ctl', 'now', '--http.addr=127.0.0.1:1'],
  ['help', 'strat'],
  ['license', '--license.key=nonsense'],
  ['export', '--format=cue', '--session.filename=/dev/null/none.db'],
  ['version', '--conf=missing.yaml'],
];

test.each(SHORT_RUNS.slice(0, amount({ short: 3, full: 6 })))(
  'a short run writes every line to the file: %s %s',
  async (...args) => {
    const file = join(await testFolder(), 'deckcast.log');
    // With JSON, standard error gets the same lines as the file.
    const [said] = await Promise.all([
      runToEnd(...args, '--log.format=json'),
      runToEnd(...args, '--log.format=json', `--log.file=${file}`),
    ]);
    const messagesOf = (log: string) =>
      log
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line).msg);
    expect(messagesOf(await readFile(file, 'utf8'))).toEqual(messagesOf(said));
  },
);

/** A show with a log file and a hanging history, so that it logs something at the stop. */
async function loggingShow(): Promise<{ readonly show: Show; readonly file: string }> {
  const file = join(await testFolder(), 'deckcast.log');
  const program = await startFrom(
    'http',
    `--log.file=${file}`,
    `--history.filename=${await pipeWithoutReader()}`,
  );
  onTestFinished(async () => void (await program.stop()));
  return {
    show: await showAt(await waitForFile(file, (text) => text.includes('overlay ready')), program),
    file,
  };
}

const LAST_LINE = 'publications were not delivered before the stop';

test('the last line before a signal ends the program is not lost', async () => {
  const { show, file } = await loggingShow();
  await show.post('track', { artist: 'Ada', title: 'Blue' });
  expect(await show.program.stop()).toEqual({ status: 143, signal: null });
  // If the disk is too slow, the line goes to standard error.
  expect((await readFile(file, 'utf8')) + show.program.stderr).toContain(LAST_LINE);
});

test('a hanging log file blocks neither work nor stop, and its lines are printed', async () => {
  const { show, file } = await loggingShow();
  // The program must not find the file missing and create another one before the pipe is there.
  execFileSync('mkfifo', [`${file}.pipe`]);
  await rename(`${file}.pipe`, file);
  for (const title of ['Blue', 'Red', 'Green']) {
    await show.post('track', { artist: 'Ada', title });
  }
  await waitFor('the overlay', () => (show.messages.length === 3 ? true : undefined));
  const { status, signal } = await show.program.stop();
  expect(signal === 'SIGTERM' || status === 143).toBe(true);
  const said = show.program.stderr;
  expect(said).toContain(`these lines are missing in ${file}`);
  const featured = [...said.matchAll(/msg="track featured".* title=(\w+)/g)].map(([, title]) => title);
  expect(featured).toEqual(['Blue', 'Red', 'Green']);
  expect(said).toContain(LAST_LINE);
  await untilNoneWorksIn(show.program.folder);
});
