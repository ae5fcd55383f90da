// The floor for processor time with PRO DJ LINK players: announces itself as a guest, and discards what they send.
import { createSocket } from 'node:dgram';
import { PRESENCE_PORT, presenceCodec, ROLE, STATUS_PORT, TIMING_PORT } from '@deckcast/prodjlink';

const keepAlive = presenceCodec.encode({
  kind: 'keep-alive',
  name: 'bare',
  format: 2,
  number: 7,
  first: false,
  mac: '02:00:00:00:00:07',
  ip: '127.0.0.1',
  devices: 1,
  role: ROLE.player,
  generation: 0x64,
});
createSocket('udp4')
  .on('message', () => undefined)
  .bind(TIMING_PORT);
createSocket('udp4')
  .on('message', () => undefined)
  .bind(STATUS_PORT, '127.0.0.1');
const presence = createSocket({ type: 'udp4', reuseAddr: true }).on('message', () => undefined);
presence.bind(PRESENCE_PORT, () => {
  presence.setBroadcast(true);
  setInterval(() => presence.send(keepAlive, PRESENCE_PORT, '127.255.255.255'), 1_500);
  console.log('listening');
});
