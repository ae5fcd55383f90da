import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/**
 * `/api/v1/hear`: state of the sound of the room; as a WebSocket four times a second, for callers who may operate. A
 * page that listens to the room sends its sound over the same WebSocket: binary messages of signed 16-bit little-endian
 * samples, mono, 11,025 a second, at most 512 in a message. The sound is neither stored nor sent on. The server closes
 * with status 4000 when another page sends sound, 4001 if page sound is switched off, 4002 for messages that are no
 * sound, and 4003 for sound that keeps arriving faster than real time.
 */
export interface HearMessage {
  readonly v: typeof WIRE_VERSION;
  readonly type: 'hear';
  /** Ordered by priority; empty while hearing is off. */
  readonly doors: readonly WireDoor[];
  /** Tracks that are heard, the clearest first, at most two; empty while no known track is heard. */
  readonly audible: readonly WireHeard[];
  /** Progress of indexing the DJ's own music; null without a collection. */
  readonly collection: WireCollection | null;
}

/** Names are empty while hidden. */
export interface WireHeard {
  readonly artist: string;
  readonly title: string;
  readonly hidden: boolean;
  /** Share of the sound, 0 to 1: from 0.15 on the track is heard clearly. */
  readonly share: number;
}

export interface WireCollection {
  /** Tracks in all, and tracks indexed so far. */
  readonly total: number;
  readonly known: number;
  /** Null when all are indexed, and while there is no estimate. */
  readonly secondsLeft: number | null;
}

export interface WireDoor extends Translatable {
  readonly name: 'icecast' | 'page' | 'command';
  /** Whether this door counts, among several with sound. */
  readonly counts: boolean;
  /** dBFS, -100 to 0, in whole numbers; null without sound. */
  readonly level: number | null;
  /** Problem, for users; may be empty. */
  readonly problem: string;
  /** Remedy; may be empty. */
  readonly todo: string;
}
