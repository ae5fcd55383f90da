/** Real PostgreSQL servers on loopback, each with a folder of its own. Stopped after the tests of a file. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { codeOf } from '../../../src/core/errors.ts';
import { freePort } from '../free-port.ts';
import { tool } from '../judge.ts';
import { childrenOf } from '../processes.ts';
import { waitFor } from '../wait.ts';

export type StartedServer = Awaited<ReturnType<typeof startPostgres>>;

/** Starts an empty database. PostgreSQL refuses to run as root and then uses its package's user. */
export async function startPostgres() {
  tool('pg_ctlcluster');
  const versions = '/usr/lib/postgresql';
  const [newest = ''] = readdirSync(versions).sort((a, b) => Number(b) - Number(a));
  const bin = join(versions, newest, 'bin');
  const folder = mkdtempSync(join(tmpdir(), 'deckcast-postgres-'));
  const asUser =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  if (asUser.length > 0) {
    chownSync(folder, idOf('-u'), idOf('-g'));
  }
  const data = join(folder, 'data');
  const initdb = [...asUser, join(bin, 'initdb'), '-D', data, '-U', 'deckcast', '-A', 'trust'];
  execFileSync(initdb[0] ?? '', [...initdb.slice(1), '--no-sync', '-E', 'UTF8', '--locale=C'], {
    cwd: folder,
    stdio: 'pipe',
  });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`];
  const [program = '', ...args] = [...asUser, join(bin, 'postgres'), '-D', data];
  const child = spawn(program, [...args, ...settings.flatMap((one) => ['-c', one])], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const ended = once(child, 'close');
  const url = `postgres://deckcast@127.0.0.1:${port}/postgres`;
  const stop = async (): Promise<void> => {
    // Fast shutdown: ends the sessions of connected clients.
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitFor(
      'PostgreSQL',
      () => (child.exitCode === null ? answers(url) : Promise.reject(new Error('it ended'))),
      () => said,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    /** Stops answering without ending, like a machine that hangs, until `goOn`. */
    hang: () => signalAll(child, 'SIGSTOP'),
    goOn: () => signalAll(child, 'SIGCONT'),
    stop,
  };
}

async function answers(url: string): Promise<true | undefined> {
  const sql = postgres(url, { max: 1 });
  try {
    await sql`SELECT 1`;
    return true;
  } catch {
    return undefined;
  } finally {
    await sql.end();
  }
}

/** The server and its client processes. */
function signalAll({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  process.kill(pid, signal);
  for (const child of childrenOf(pid)) {
    try {
      process.kill(child, signal);
    } catch (error) {
      // It may have ended by itself.
      if (codeOf(error) !== 'ESRCH') {
        throw error;
      }
    }
  }
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}
