/**
 * Two players and a mixer at one address of this namespace, with a stick in player 1: `link-set-script ADDRESS BROADCAST
 * SET`. Each line of the set, `SECONDS VERB NUMBERS`, is done so long after somebody has announced itself: `load PLAYER
 * TRACK`, `play PLAYER`, `pause PLAYER`, `open CHANNEL…`, `pull` the stick, `insert` another one. Prints each packet that
 * comes to port 50000.
 */
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import {
  MEDIUM,
  PLAY_STATE,
  type PlayerStatus,
  PORTMAP_PORT,
  PRESENCE_PORT,
  presenceCodec,
  ROLE,
  STATUS_PORT,
  statusCodec,
  TIMING_PORT,
  timingCodec,
} from '../../src/prodjlink/index.ts';
import { playingStatus } from '../../src/prodjlink/testing/booth.ts';
import { TestFileServer } from '../../src/prodjlink/testing/file-server.ts';
import { mediumOf } from './prodjlink-players.ts';

const [address = '', broadcast = '', set = ''] = process.argv.slice(2);
const STICKS = [
  mediumOf([
    { id: 1, title: 'Slow Elevator', artist: 'Paper Lanterns' },
    { id: 2, title: '夜のバス', artist: 'Mara Quill' },
  ]),
  mediumOf([{ id: 1, title: 'Another One', artist: 'Somebody Else' }]),
];
const exported: Record<string, Record<string, Uint8Array>> = { '/C/': STICKS[0] ?? {} };
const files = new TestFileServer(exported);
const players = new Map<number, PlayerStatus>(
  [1, 2].map((number) => [
    number,
    playingStatus({
      number,
      sourcePlayer: 0,
      slot: 0,
      trackType: 0,
      trackId: 0,
      playState: PLAY_STATE.empty,
      flags: 0x84,
      usb: number === 1 ? MEDIUM.mounted : MEDIUM.empty,
      sd: MEDIUM.empty,
      nextMaster: null,
    }),
  ]),
);
let open: readonly number[] = [];
/** Who announced itself. */
const guests = new Set<string>();

const socket = createSocket({ type: 'udp4', reuseAddr: true });
socket.on('message', (bytes, from) => {
  if (from.address !== address) {
    if (guests.size === 0) {
      begin();
    }
    guests.add(from.address);
    process.stdout.write(`heard ${bytes.toString('hex')}\n`);
  }
});

function change(number: number, values: Partial<PlayerStatus>): void {
  const before = players.get(number);
  if (before !== undefined) {
    players.set(number, { ...before, ...values });
    tell();
  }
}

function announce(): void {
  const devices = [...players.keys()].map((number) => ({ number, name: 'CDJ-2000nexus', role: ROLE.player }));
  for (const device of [...devices, { number: 33, name: 'DJM-2000nexus', role: ROLE.mixer }]) {
    const message = presenceCodec.encode({
      ...device,
      kind: 'keep-alive',
      format: 2,
      first: false,
      mac: `02:00:00:00:00:${String(device.number).padStart(2, '0')}`,
      ip: address,
      devices: 3,
      generation: 0,
    });
    socket.send(message, PRESENCE_PORT, broadcast);
  }
}

function tell(): void {
  for (const status of players.values()) {
    for (const guest of guests) {
      socket.send(statusCodec.encode(status), STATUS_PORT, guest);
    }
  }
  const onAir = timingCodec.encode({
    kind: 'on-air',
    name: 'DJM-2000nexus',
    format: 2,
    number: 33,
    channels: [1, 2, 3, 4].map((channel) => open.includes(channel)),
  });
  socket.send(onAir, TIMING_PORT, broadcast);
}

function obey(verb: string, numbers: readonly number[]): void {
  const [first = 0, second = 0] = numbers;
  switch (verb) {
    case 'load':
      change(first, { sourcePlayer: 1, slot: 3, trackType: 1, trackId: second, playState: PLAY_STATE.cued });
      break;
    case 'play':
      change(first, { playState: PLAY_STATE.playing, flags: 0xc4 });
      break;
    case 'pause':
      change(first, { playState: PLAY_STATE.paused, flags: 0x84 });
      break;
    case 'open':
      open = numbers;
      break;
    case 'pull':
      delete exported['/C/'];
      files.reinsert();
      change(1, { usb: MEDIUM.empty, trackId: 0, playState: PLAY_STATE.empty });
      break;
    case 'insert':
      exported['/C/'] = STICKS[1] ?? {};
      change(1, { usb: MEDIUM.mounted });
      break;
  }
}

function begin(): void {
  for (const line of readFileSync(set, 'utf8').split('\n')) {
    const [seconds = '', verb = '', ...numbers] = line.split(' ');
    setTimeout(() => obey(verb, numbers.map(Number)), Number(seconds) * 1_000);
  }
}

await files.open([PORTMAP_PORT, 0, 0], address);
socket.bind(PRESENCE_PORT, '0.0.0.0', () => {
  socket.setBroadcast(true);
  setInterval(announce, 500);
  setInterval(tell, 100);
});
