// Floor for beats: sends a datagram with the time at which it was due, in milliseconds since the epoch, about twice a
// second. `bare-timer PORT`.
import { createSocket } from 'node:dgram';

const port = Number(process.argv[2]);
const socket = createSocket('udp4');
const now = (): number => performance.timeOrigin + performance.now();

function next(due: number): void {
  setTimeout(() => {
    const datagram = Buffer.alloc(8);
    datagram.writeDoubleBE(due);
    socket.send(datagram, port, '127.0.0.1');
    next(now() + 450 + 50 * Math.random());
  }, due - now());
}

console.log('listening');
next(now() + 500);
