// Floor for the latency of beats: passes datagrams on. `datagram-relay PORT TO`.
import { createSocket } from 'node:dgram';

const [port, to] = process.argv.slice(2).map(Number);
const socket = createSocket('udp4');
socket.on('message', (bytes) => socket.send(bytes, to, '127.0.0.1'));
socket.bind(port, '127.0.0.1', () => console.log('listening'));
