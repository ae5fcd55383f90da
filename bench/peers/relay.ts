// The floor for latency: whatever arrives on a TCP socket goes to every WebSocket client and into a renamed file.
import { rename, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { WebSocketServer } from 'ws';

const [tcpPort, webSocketPort, file = ''] = process.argv.slice(2);
const sockets = new WebSocketServer({ host: '127.0.0.1', port: Number(webSocketPort) }, () => {
  const device = connect({ host: '127.0.0.1', port: Number(tcpPort) }, () => console.log('listening'));
  device.setNoDelay(true);
  device.on('data', (bytes) => {
    for (const client of sockets.clients) {
      client.send(bytes);
    }
    void writeFile(`${file}.part`, bytes).then(() => rename(`${file}.part`, file));
  });
});
