/**
 * A player and a mixer on the PRO DJ LINK network of this namespace: `link-player-script ADDRESS BROADCAST`. Prints
 * each datagram of others on port 50000, and tells anyone who announces itself what is loaded, as players do.
 */
import { createSocket } from 'node:dgram';
import {
  type KeepAlive,
  PRESENCE_PORT,
  presenceCodec,
  STATUS_PORT,
  statusCodec,
  TIMING_PORT,
  timingCodec,
} from '../../src/prodjlink/index.ts';
import { playingStatus } from '../../src/prodjlink/testing/booth.ts';

const [address = '', broadcast = ''] = process.argv.slice(2);

const presence = createSocket({ type: 'udp4', reuseAddr: true });
presence.on('message', (bytes, from) => {
  if (from.address !== address) {
    process.stdout.write(`heard ${from.address}:${from.port} ${bytes.toString('hex')}\n`);
    const status = statusCodec.encode(playingStatus({ number: 2, trackId: 77 }));
    presence.send(status, STATUS_PORT, from.address);
  }
});

const PLAYER: KeepAlive = {
  kind: 'keep-alive',
  name: 'CDJ-2000nexus',
  format: 2,
  number: 2,
  first: true,
  mac: '02:00:00:00:00:02',
  ip: address,
  devices: 2,
  role: 1,
  generation: 0,
};

function announce(): void {
  presence.send(presenceCodec.encode(PLAYER), PRESENCE_PORT, broadcast);
  const mixer = {
    ...PLAYER,
    name: 'DJM-2000nexus',
    number: 33,
    first: false,
    mac: '02:00:00:00:00:21',
    role: 2,
  };
  presence.send(presenceCodec.encode(mixer), PRESENCE_PORT, broadcast);
  const onAir = timingCodec.encode({
    kind: 'on-air',
    name: 'DJM-2000nexus',
    format: 2,
    number: 33,
    channels: [false, true, false, false],
  });
  presence.send(onAir, TIMING_PORT, broadcast);
}

presence.bind(PRESENCE_PORT, '0.0.0.0', () => {
  presence.setBroadcast(true);
  setInterval(announce, 100);
});
