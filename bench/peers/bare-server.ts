// Floor for memory: a page and a WebSocket with the same libraries.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { WebSocketServer } from 'ws';

const app = new Hono();
app.get('/', (context) => context.html('<!doctype html><title>bare</title>'));
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.argv[2]) }, () =>
  console.log('listening'),
);
const sockets = new WebSocketServer({ noServer: true });
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (client) => client.send('{}'));
});
