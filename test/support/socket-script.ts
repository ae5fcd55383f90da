/**
 * Prints every message of a WebSocket as a line, and reconnects when it ends: `socket-script URL`. For each line of
 * input, prints `quiet` when every sink has delivered everything.
 */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { HealthMessage } from '../../src/web/wire/health.ts';

const AGAIN_AFTER_MS = 50;

const [url = ''] = process.argv.slice(2);

function follow(): void {
  const socket = new WebSocket(url);
  socket.on('open', () => process.stdout.write('connected\n'));
  socket.on('message', (data) => process.stdout.write(`${String(data)}\n`));
  socket.on('error', () => undefined);
  socket.on('close', () => setTimeout(follow, AGAIN_AFTER_MS));
}

async function waitForQuiet(): Promise<void> {
  const health = new URL('/api/v1/health', url.replace('ws', 'http'));
  for (;;) {
    const { sinks } = (await (await fetch(health)).json()) as HealthMessage;
    if (sinks.every(({ queued }) => queued === 0)) {
      process.stdout.write('quiet\n');
      return;
    }
    await sleep(AGAIN_AFTER_MS);
  }
}

follow();
createInterface({ input: process.stdin }).on('line', () => void waitForQuiet());
