/** Prints every message of a WebSocket as a line, and reconnects when it ends: `socket-script URL`. */
import { WebSocket } from 'ws';

const AGAIN_AFTER_MS = 50;

const [url = ''] = process.argv.slice(2);

function follow(): void {
  const socket = new WebSocket(url);
  socket.on('open', () => process.stdout.write('connected\n'));
  socket.on('message', (data) => process.stdout.write(`${String(data)}\n`));
  socket.on('error', () => undefined);
  socket.on('close', () => setTimeout(follow, AGAIN_AFTER_MS));
}

follow();
