/** Datagrams to the discovery port of a network. */
import { createSocket } from 'node:dgram';
import { messageOf } from '../core/errors.ts';
import type { Clock, Logger } from '../core/tools.ts';
import { type Announcement, announcementCodec } from '../stagelinq/index.ts';
import type { SimulationNetwork } from './network.ts';

const EVERY_MS = 1_000;

/** A socket to send from. A datagram that cannot be sent is noted and forgotten. */
export interface DatagramSender {
  /** Resolves when the datagram is on its way, or lost. */
  send(bytes: Uint8Array): Promise<void>;
  close(): void;
}

export function openSender(network: SimulationNetwork, log: Logger): Promise<DatagramSender> {
  const socket = createSocket('udp4');
  const note = (error: Error): void => log.debug('datagram not sent', { error: error.message });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, network.address, () => {
      socket.off('error', reject);
      socket.on('error', note);
      socket.setBroadcast(true);
      resolve({
        send: (bytes) =>
          new Promise((sent) => {
            socket.send(bytes, network.discoveryPort, network.broadcast, (error) => {
              if (error !== null) {
                note(error);
              }
              sent();
            });
          }),
        close: () => socket.close(),
      });
    });
  });
}

/** From a source port of its own, as players do it each time. Never rejects: the network may be gone for a while. */
export async function sendDatagram(
  bytes: Uint8Array,
  network: SimulationNetwork,
  log: Logger,
): Promise<void> {
  try {
    const sender = await openSender(network, log);
    await sender.send(bytes);
    sender.close();
  } catch (error) {
    log.debug('datagram not sent', { reason: messageOf(error) });
  }
}

/** Announces at once and then every second. Returns how to stop; a farewell is the caller's. */
export function announce(
  announcement: Announcement,
  network: SimulationNetwork,
  clock: Clock,
  log: Logger,
): () => void {
  const bytes = announcementCodec.encode(announcement);
  let cancel: () => void;
  const tick = (): void => {
    cancel = clock.after(EVERY_MS, tick);
    void sendDatagram(bytes, network, log);
  };
  tick();
  return () => cancel();
}
