// Floor for latency: passes the bytes of a connection to every WebSocket client and into a renamed file.
// `relay PORT WEBSOCKET_PORT FILE` connects to the first port and listens on the second.
import { rename, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { WebSocketServer } from 'ws';

const [port, webSocketPort, file = ''] = process.argv.slice(2);
const ready = (): void => console.log('listening');
const relay = (bytes: Uint8Array): void => {
  for (const client of sockets.clients) {
    client.send(bytes);
  }
  void writeFile(`${file}.part`, bytes).then(() => rename(`${file}.part`, file));
};
const sockets = new WebSocketServer({ host: '127.0.0.1', port: Number(webSocketPort) }, () => {
  connect({ host: '127.0.0.1', port: Number(port) }, ready)
    .setNoDelay(true)
    .on('data', relay);
});
