import { ByteReader, ByteWriter, type Codec } from '../bytes.ts';

/**
 * Message of the `Broadcast` service: a frame of UTF-8 JSON without id, for each changed row of the library:
 * `{"engine.track.changed":{"databaseUuid":"…","trackId":"44"}}`.
 */
export interface BroadcastMessage {
  readonly json: string;
}

/** Changed row of the device's library. */
export interface LibraryChange {
  /** `Information.uuid` of the database. */
  readonly databaseUuid: string;
  readonly trackId: string;
}

/** Name of the library change service. */
export const BROADCAST = 'Broadcast';

const TRACK_CHANGED = 'engine.track.changed';

/** Codec of the library change service's frames. */
export const broadcastCodec: Codec<BroadcastMessage> = {
  encode(message) {
    return new ByteWriter().bytes(Buffer.from(message.json, 'utf8')).finishFrame();
  },

  decode(bytes) {
    const reader = new ByteReader(bytes);
    reader.u32();
    return { json: Buffer.from(reader.rest()).toString('utf8') };
  },
};

/** Encodes a library change as JSON. */
export function formatLibraryChange(change: LibraryChange): string {
  return JSON.stringify({ [TRACK_CHANGED]: { databaseUuid: change.databaseUuid, trackId: change.trackId } });
}

/** Undefined for other announcements, and for text that isn't JSON. */
export function parseLibraryChange(json: string): LibraryChange | undefined {
  const change = field(parseJson(json), TRACK_CHANGED);
  const databaseUuid = field(change, 'databaseUuid');
  const trackId = field(change, 'trackId');
  if (typeof databaseUuid !== 'string' || typeof trackId !== 'string') {
    return undefined;
  }
  return { databaseUuid, trackId };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
