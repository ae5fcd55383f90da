// The floor for latency on PRO DJ LINK: whatever arrives on a UDP port goes to every WebSocket client and into a renamed file.
import { createSocket } from 'node:dgram';
import { rename, writeFile } from 'node:fs/promises';
import { WebSocketServer } from 'ws';

const [udpPort, webSocketPort, file = ''] = process.argv.slice(2);
const sockets = new WebSocketServer({ host: '127.0.0.1', port: Number(webSocketPort) }, () => {
  const players = createSocket('udp4');
  players.on('message', (bytes) => {
    for (const client of sockets.clients) {
      client.send(bytes);
    }
    void writeFile(`${file}.part`, bytes).then(() => rename(`${file}.part`, file));
  });
  players.bind(Number(udpPort), '127.0.0.1', () => console.log('listening'));
});
