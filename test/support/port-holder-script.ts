/** `port-holder-script PORT…` holds these UDP ports exclusively until it is ended, as rekordbox does. */
import { createSocket } from 'node:dgram';

const sockets = process.argv.slice(2).map((port) => createSocket('udp4').bind(Number(port)));
await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('listening', resolve))));
process.stdout.write('it holds them\n');
process.once('SIGTERM', () => process.exit());
