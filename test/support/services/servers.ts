/** Real PostgreSQL servers on loopback, each with a folder of its own; gone when the tests of a file have ended. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from '../free-port.ts';
import { tool } from '../judge.ts';
import { waitFor } from '../wait.ts';

export interface StartedServer {
  readonly url: string;
  /** Neither answers nor ends, like a machine that hangs; `goOn` ends that. */
  hang(): void;
  goOn(): void;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** An empty database. PostgreSQL refuses to run as root: then it runs as the user that its package made. */
export async function startPostgres(): Promise<StartedServer> {
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
  const [initdb = '', ...initArguments] = [
    ...asUser,
    join(bin, 'initdb'),
    '-D',
    data,
    '-U',
    'deckcast',
    '-A',
    'trust',
  ];
  execFileSync(initdb, [...initArguments, '--no-sync', '-E', 'UTF8', '--locale=C'], {
    cwd: folder,
    stdio: 'pipe',
  });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`];
  const command = [...asUser, join(bin, 'postgres'), '-D', data, ...settings.flatMap((one) => ['-c', one])];
  const server = await serve(command, folder, port);
  // It accepts connections before it takes questions.
  await waitFor('PostgreSQL to take questions', () => answers(server.url)).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return server;
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

async function serve(
  [program = '', ...args]: readonly string[],
  folder: string,
  port: number,
): Promise<StartedServer> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    // A fast shutdown: it ends the sessions of anyone who is still connected.
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitFor(
      'PostgreSQL',
      () => accepts(port, child),
      () => said,
    );
    return {
      url: `postgres://deckcast@127.0.0.1:${port}/postgres`,
      hang: () => signalAll(child, 'SIGSTOP'),
      goOn: () => signalAll(child, 'SIGCONT'),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The server and the processes that it has for its clients. */
function signalAll({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  const clients = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  for (const each of [pid, ...clients.split(' ').filter(Boolean).map(Number)]) {
    process.kill(each, signal);
  }
}

function accepts(port: number, child: ChildProcess): Promise<true | undefined> {
  if (child.exitCode !== null) {
    throw new Error(`the server ended with ${child.exitCode}`);
  }
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(undefined));
  });
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}
