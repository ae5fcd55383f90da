import { createSocket, type Socket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode, Message } from 'node-osc';
import { readPacket } from '../src/core/osc-packet.ts';
import { type Figure, type Measurement, percentile } from './measure.ts';
import { startDeckcast, startPeer } from './peer.ts';

const SAMPLES = 60;
const WARM_UP = 10;
/** At 60 beats a minute, seven tenths of a beat: the next one comes as a surprise. */
const REST_MS = 700;
const IN_PORT = 29_345;
const OUT_PORT = 29_346;
const RELAY_PORT = 29_347;

/** Time from a program's message that a beat began to ours by OSC, against passing the same datagram on. */
export const beatLatency: Measurement = {
  name: 'beat-latency',
  async run(): Promise<readonly Figure[]> {
    const receiver = createSocket('udp4');
    await new Promise<void>((resolve) => receiver.bind(OUT_PORT, '127.0.0.1', resolve));
    const relay = await startPeer('datagram-relay', [`${RELAY_PORT}`, `${OUT_PORT}`]);
    const floor = await measure(receiver, RELAY_PORT, '/deck/1/beat');
    await relay.stop();
    const deckcast = await startDeckcast(
      [
        'start',
        '--source=osc',
        `--osc.in.addr=127.0.0.1:${IN_PORT}`,
        '--http.addr=127.0.0.1:29342',
        '--session.filename=',
        '--osc.host=127.0.0.1',
        `--osc.port=${OUT_PORT}`,
        '--osc.address.beat=/deckcast/beat',
      ],
      'waiting for OSC',
    );
    const send = sender(IN_PORT);
    send('/deck/1/title', 'One');
    send('/deck/1/playing', 1);
    send('/deck/1/bpm', 60);
    await sleep(3_000);
    const ours = await measure(receiver, IN_PORT, '/deckcast/beat');
    await deckcast.stop();
    receiver.close();
    return [0.5, 0.95].map((share) => ({
      what: `beat of a device to the beat by OSC, ${share * 100}th percentile`,
      unit: 'ms',
      ours: percentile(ours, share),
      against: 'datagram relay',
      theirs: percentile(floor, share),
      target: { bound: 'at most', ratio: 2 },
    }));
  },
};

function sender(port: number): (address: string, value: string | number) => void {
  const socket = createSocket('udp4').unref();
  return (address, value) => socket.send(encode(new Message(address, value)), port, '127.0.0.1');
}

/** Milliseconds until each beat arrives at this address. */
async function measure(receiver: Socket, port: number, answer: string): Promise<readonly number[]> {
  const send = sender(port);
  const latencies: number[] = [];
  for (let beat = 1; beat <= WARM_UP + SAMPLES; beat += 1) {
    await sleep(REST_MS);
    const sentAt = performance.now();
    const arrived = new Promise<number>((resolve) => {
      const receive = (bytes: Buffer): void => {
        if (readPacket(bytes).some(({ address }) => address === answer)) {
          receiver.off('message', receive);
          resolve(performance.now() - sentAt);
        }
      };
      receiver.on('message', receive);
    });
    send('/deck/1/beat', beat);
    latencies.push(await arrived);
  }
  return latencies.slice(WARM_UP);
}
