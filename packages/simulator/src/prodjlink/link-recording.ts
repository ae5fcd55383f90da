import {
  EXPORT_OF_SLOT,
  type LinkPorts,
  messageIn,
  PRESENCE_PORT,
  presenceCodec,
  STATUS_PORT,
  statusCodec,
  TIMING_PORT,
  TRACK_TYPE,
} from '@deckcast/prodjlink';
import type { DatagramEvent } from '@deckcast/wire-kit/recording';

export interface RecordedDatagram {
  /** Counted from the first status. */
  readonly ms: number;
  readonly port: keyof LinkPorts;
  readonly from: string;
  readonly bytes: Uint8Array;
}

export interface LinkRecording {
  readonly name: string;
  readonly senders: readonly string[];
  /** Repeated until a guest is found. */
  readonly announcements: readonly RecordedDatagram[];
  readonly datagrams: readonly RecordedDatagram[];
  /** Names are in no datagram. */
  readonly media: readonly RecordedMedium[];
}

export interface RecordedMedium {
  readonly at: string;
  readonly player: number;
  readonly slot: number;
  readonly trackIds: readonly number[];
}

const PORTS = new Map<number, keyof LinkPorts>([
  [PRESENCE_PORT, 'presence'],
  [TIMING_PORT, 'timing'],
  [STATUS_PORT, 'status'],
]);

export function linkRecording(events: readonly DatagramEvent[], name: string): LinkRecording {
  const all = events.flatMap(({ t, port, address, bytes }): RecordedDatagram[] => {
    const arrivedAt = PORTS.get(port);
    return arrivedAt === undefined
      ? []
      : [{ ms: t, port: arrivedAt, from: address, bytes: Buffer.from(bytes, 'hex') }];
  });
  // The first status: this computer became a guest. A program that only listened never did.
  const beganAt = all.find(({ port }) => port === 'status')?.ms ?? all[0]?.ms ?? 0;
  const announced = new Map<string, RecordedDatagram>();
  const holders = new Map<number, Set<string>>();
  const loaded = new Map<string, Set<number>>();
  for (const datagram of all) {
    const { from, port, bytes } = datagram;
    if (port === 'presence') {
      const message = messageIn(presenceCodec, bytes);
      if (message?.kind === 'keep-alive') {
        const { number } = message;
        announced.set(`${from} ${number}`, announced.get(`${from} ${number}`) ?? datagram);
        holders.set(number, (holders.get(number) ?? new Set()).add(from));
      }
    } else if (port === 'status') {
      const message = messageIn(statusCodec, bytes);
      if (message?.kind === 'status' && message.trackType === TRACK_TYPE.rekordbox) {
        const medium = `${message.sourcePlayer}/${message.slot}`;
        loaded.set(medium, (loaded.get(medium) ?? new Set()).add(message.trackId));
      }
    }
  }
  const media = [...loaded].flatMap(([medium, ids]): RecordedMedium[] => {
    const [player = 0, slot = 0] = medium.split('/').map(Number);
    return EXPORT_OF_SLOT[slot] === undefined
      ? []
      : [...(holders.get(player) ?? [])].map((at) => ({ at, player, slot, trackIds: [...ids] }));
  });
  return {
    name,
    senders: [...new Set(all.map(({ from }) => from))],
    announcements: [...announced.values()].filter(({ ms }) => ms <= beganAt),
    datagrams: all
      .filter(({ ms }) => ms >= beganAt)
      .map((datagram) => ({ ...datagram, ms: datagram.ms - beganAt })),
    media,
  };
}
