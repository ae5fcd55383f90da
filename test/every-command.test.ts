/** The bundle may load a library differently than the sources do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../src/commands/index.ts';
import { afterTest } from './support/clean-up.ts';
import { filesBelow, ROOT } from './support/files.ts';
import { startProgram } from './support/program.ts';

const ALONE = ['unshare', '--net', '--', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
const NOBODY = 'http://127.0.0.1:9';

interface CommandRequest {
  readonly args: readonly string[];
  readonly status: number;
  readonly prints: RegExp;
  readonly within?: readonly string[];
  /** Runs until stopped, after it printed `prints`. */
  readonly lasts?: true;
}

const REQUESTS: Readonly<Record<string, CommandRequest>> = {
  'page stages': { args: ['stages', 'Main=main/'], status: 0, prints: /index\.html/ },
  'streaming setup': {
    args: ['--client-id=1', '--client-secret=2'],
    status: 143,
    prints: /Waiting for /,
    within: ALONE,
    lasts: true,
  },
  'chat setup': {
    args: ['--chat.service=twitch', '--chat.client_id=1', `--chat.auth_url=${NOBODY}`],
    status: 1,
    prints: /Twitch's sign-in cannot be reached/,
  },
  'live setup': {
    args: ['--live.client_id=1', `--live.auth_url=${NOBODY}`, `--live.url=${NOBODY}`],
    status: 1,
    prints: /Twitch's sign-in cannot be reached/,
  },
  'theme check': { args: ['.'], status: 1, prints: /theme\.json|index\.html/ },
  'theme list': { args: [], status: 0, prints: /slider/ },
  'obs setup': { args: ['--obs.url=ws://127.0.0.1:9'], status: 1, prints: /OBS/ },
  __complete: { args: ['--', 'sta'], status: 0, prints: /start/ },
};

test('each command is started in this or another test', () => {
  const texts = filesBelow(join(ROOT, 'test'), '.ts')
    .filter((file) => file !== import.meta.filename)
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => /\b(startProgram|startShow|EXECUTABLE)\b/.test(text));
  const isStarted = (name: string): boolean =>
    name in REQUESTS || texts.some((text) => name.split(' ').every((word) => text.includes(`'${word}'`)));
  expect(commands.map(({ name }) => name).filter((name) => !isStarted(name))).toEqual([]);
});

test.each(Object.entries(REQUESTS))('the built program answers %s', async (name, request) => {
  const { args, within, lasts, prints } = request;
  const program = await startProgram([...name.split(' '), ...args], within && { within });
  afterTest(() => program.stop());
  if (lasts) {
    await program.waitForLine(prints);
    program.signal('SIGTERM');
  }
  const { status } = await program.ended;
  expect({ status, said: program.evidence }).toMatchObject({ status: request.status });
  expect(program.evidence).toMatch(prints);
});
