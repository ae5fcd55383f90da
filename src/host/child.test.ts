import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { runChild } from './child.ts';
import { systemClock } from './clock.ts';

/** Holds a lease on a file: the OS blocks programs that execute it until the lease ends. */
const HOLD = `
  use strict;
  open(my $file, '<', $ARGV[0]) or die $!;
  $SIG{IO} = 'IGNORE';
  fcntl($file, 1024, 1) or die "no lease: $!";
  $| = 1;
  print "held\\n";
  <STDIN>;`;

async function program(code: string): Promise<string> {
  const path = join(await testFolder(), 'media control');
  await writeFile(path, `#!/bin/sh\n${code}\n`);
  await chmod(path, 0o755);
  return path;
}

test('starting a program on a hanging disk blocks nothing else', async () => {
  const path = await program('echo "$1"; exit 3');
  const { ino } = await stat(path);
  const holder = spawn('perl', ['-e', HOLD, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');

  let said = '';
  const ending = runChild(
    path,
    ['two words'],
    (bytes) => {
      said += bytes.toString();
    },
    new AbortController().signal,
    systemClock,
  );
  // The OS revokes a write lease after a while, but not a read lease.
  const [lease = 'none'] =
    (await readFile('/proc/locks', 'utf8')).match(new RegExp(`LEASE .*:${ino} `)) ?? [];
  expect(lease).toMatch(/ACTIVE +WRITE|BREAKING/);
  holder.stdin.end();
  expect(await ending).toEqual({ how: 'status 3', lastWords: '' });
  expect(said).toBe('two words\n');
});

test('a program that the OS refuses to start ends like any other', async () => {
  const path = await program('exit 0');
  // Exceeds the OS limit for a variable.
  process.env.TEST_TOO_LONG = 'x'.repeat(1_000_000);
  const ending = runChild(path, [], () => undefined, new AbortController().signal, systemClock);
  delete process.env.TEST_TOO_LONG;
  expect(await ending).toEqual({ how: 'could not be started: spawn E2BIG', lastWords: '' });
});
