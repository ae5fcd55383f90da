/** Makes a port of a network namespace reachable from outside, through a Unix socket, which belongs to no namespace. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { listen } from '../../src/core/listening.ts';

const INSIDE = `
const { connect, createServer } = require('node:net');
const [port, path] = process.argv.slice(1);
createServer((outside) => {
  const inside = connect(Number(port), '127.0.0.1');
  outside.pipe(inside).pipe(outside);
  outside.on('error', () => inside.destroy());
  inside.on('error', () => outside.destroy());
}).listen(path, () => console.log('ready'));`;

/** `within`: command prefix for the namespace. `folder`: for the socket. */
export async function relayTo(port: number, within: readonly string[], folder: string) {
  const path = join(folder, 'relay');
  const [command = '', ...rest] = [...within, process.execPath, '-e', INSIDE, String(port), path];
  const inside = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(inside.stdout, 'data');
  const server = createServer((browser) => {
    const socket = connect(path);
    browser.pipe(socket).pipe(browser);
    browser.on('error', () => socket.destroy());
    socket.on('error', () => browser.destroy());
  });
  return {
    /** On loopback outside the namespace. */
    port: await listen(server, { host: '127.0.0.1', port: 0 }, String),
    close(): void {
      server.close();
      inside.kill();
    },
  };
}
