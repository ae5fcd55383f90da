/** `port-holder-script PORT…`: has these UDP ports for itself until it is ended, as rekordbox has those of players. */
import { createSocket } from 'node:dgram';

const sockets = process.argv.slice(2).map((port) => createSocket('udp4').bind(Number(port)));
await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('listening', resolve))));
process.stdout.write('it holds them\n');
process.once('SIGTERM', () => process.exit());
