// Floor for latency: passes bytes to every WebSocket client and into a renamed file. `relay WEBSOCKET_PORT FILE PORT`
// listens on the first port and connects to the other one. Without PORT, it passes on what WebSocket clients send.
import { rename, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { WebSocketServer } from 'ws';

const [webSocketPort, file = '', port] = process.argv.slice(2);
const ready = (): void => console.log('listening');
const relay = (bytes: Uint8Array): void => {
  for (const client of sockets.clients) {
    client.send(bytes);
  }
  void writeFile(`${file}.part`, bytes).then(() => rename(`${file}.part`, file));
};
const sockets = new WebSocketServer({ host: '127.0.0.1', port: Number(webSocketPort) }, () => {
  if (port === undefined) {
    ready();
    return;
  }
  connect({ host: '127.0.0.1', port: Number(port) }, ready)
    .setNoDelay(true)
    .on('data', relay);
});
if (port === undefined) {
  sockets.on('connection', (page) => page.on('message', (bytes: Buffer) => relay(bytes)));
}
