import { DATABASE, databaseCodec, GREETING, PORT_QUERY } from './messages/database.ts';
import { fileCallCodec } from './messages/file-calls.ts';
import { PRESENCE, type PresenceMessage, presenceCodec, ROLE } from './messages/presence.ts';
import { statusCodec } from './messages/status.ts';

/** Protocol of a packet. */
export type OutgoingChannel = 'presence' | 'status' | 'files' | 'database-port' | 'database';

/**
 * Packets that a polite guest may send. All others are refused: status, number claims, conflicts, answers,
 * and commands that start, stop, load or sync a player.
 *
 * | kind | where | purpose |
 * |---|---|---|
 * | `keep-alive` | broadcast to UDP 50000 | "I am here", with an observer's number |
 * | `media-query` | UDP 50002 | content of a slot |
 * | `port-call` | UDP 111 | ports of mount and NFS |
 * | `mount-call`, `unmount-call`, `exports-call` | UDP, mount | begin and end reading files |
 * | `attributes-call`, `lookup-call`, `read-call` | UDP, NFS | read a file |
 * | `database-port-query` | TCP 12523 | port of the database |
 * | `database-greeting`, `database-set-up`, `database-goodbye` | TCP, database | begin and end a session |
 * | `database-query` | TCP, database | metadata, path or picture of one track |
 */
export type OutgoingKind =
  | 'keep-alive'
  | 'media-query'
  | 'port-call'
  | 'mount-call'
  | 'unmount-call'
  | 'exports-call'
  | 'attributes-call'
  | 'lookup-call'
  | 'read-call'
  | 'database-port-query'
  | 'database-greeting'
  | 'database-set-up'
  | 'database-goodbye'
  | 'database-query';

/** Impossible for players. */
export const OBSERVER_NUMBERS = { first: 7, last: 15 } as const;

/** Another generation makes CDJ-3000s that are players 5 or 6 leave the network. */
export const CURRENT_GENERATION = 0x64;

const QUERIES: ReadonlySet<number> = new Set([
  DATABASE.metadata,
  DATABASE.fileMetadata,
  DATABASE.trackInfo,
  DATABASE.artwork,
  DATABASE.render,
]);

/**
 * Undefined if a guest may not send the packet.
 * @param ownNumber player's number, 1 to 6, if the user chose one
 */
export function classifyOutgoing(
  channel: OutgoingChannel,
  bytes: Uint8Array,
  ownNumber?: number,
): OutgoingKind | undefined {
  try {
    return classify(channel, bytes, ownNumber);
  } catch {
    return undefined;
  }
}

function classify(
  channel: OutgoingChannel,
  bytes: Uint8Array,
  ownNumber: number | undefined,
): OutgoingKind | undefined {
  switch (channel) {
    case 'presence': {
      const polite =
        bytes.length === PRESENCE['keep-alive'].length && isPolite(presenceCodec.decode(bytes), ownNumber);
      return polite ? 'keep-alive' : undefined;
    }
    case 'status':
      return statusCodec.decode(bytes).kind === 'media-query' ? 'media-query' : undefined;
    case 'files':
      return `${fileCallCodec.decode(bytes).kind}-call`;
    case 'database-port':
      return PORT_QUERY.equals(bytes) ? 'database-port-query' : undefined;
    case 'database':
      return GREETING.equals(bytes) ? 'database-greeting' : databaseKind(databaseCodec.decode(bytes).kind);
  }
}

function isPolite(message: PresenceMessage, ownNumber: number | undefined): boolean {
  if (message.kind !== 'keep-alive') {
    return false;
  }
  const { number, first, role, generation } = message;
  const observer = number >= OBSERVER_NUMBERS.first && number <= OBSERVER_NUMBERS.last;
  // A second device that claims to be the first makes players claim their numbers again and again.
  return (
    (observer || number === ownNumber) && !first && role === ROLE.player && generation === CURRENT_GENERATION
  );
}

function databaseKind(kind: number): OutgoingKind | undefined {
  if (kind === DATABASE.setUp) {
    return 'database-set-up';
  }
  if (kind === DATABASE.goodbye) {
    return 'database-goodbye';
  }
  return QUERIES.has(kind) ? 'database-query' : undefined;
}
