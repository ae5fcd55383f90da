// Floor for many overlays: sends posted messages to every client.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const sockets = new WebSocketServer({ noServer: true });
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (text) => {
    body += text;
  });
  request.on('end', () => {
    const message = Buffer.from(body);
    for (const client of sockets.clients) {
      client.send(message, { binary: false });
    }
    response.end();
  });
});
server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client));
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
