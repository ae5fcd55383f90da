import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/**
 * `/api/v1/hear`: where the sound of the room comes in; as a WebSocket four times a second, for those who may operate. A
 * page that hears the room sends its sound over the same WebSocket: binary messages of signed 16-bit little-endian
 * samples, mono, 11,025 a second, at most 512 in a message. Nothing of it is stored or sent on. The server closes with
 * status 4000 when another page sends sound, 4001 when pages are not heard, 4002 for what is no sound, and 4003 when it
 * goes on coming faster than it can have been heard.
 */
export interface HearMessage {
  readonly v: typeof WIRE_VERSION;
  readonly type: 'hear';
  /** In the order in which they count; none while nothing is heard. */
  readonly doors: readonly WireDoor[];
  /** The tracks that are heard, the clearest first, at most two; none while nothing known is heard. */
  readonly audible: readonly WireHeard[];
  /** How far the DJ's own music is described; null where none is named. */
  readonly collection: WireCollection | null;
}

/** Names are empty while hidden. */
export interface WireHeard {
  readonly artist: string;
  readonly title: string;
  readonly hidden: boolean;
  /** How much of the sound it is, 0 to 1: from 0.15 on it is heard clearly. */
  readonly share: number;
}

export interface WireCollection {
  /** Tracks in all, and those that are known by now. */
  readonly total: number;
  readonly known: number;
  /** Null when all are known, and while nobody can say. */
  readonly secondsLeft: number | null;
}

export interface WireDoor extends Translatable {
  readonly name: 'icecast' | 'page' | 'command';
  /** Of several that have sound, the one that counts. */
  readonly counts: boolean;
  /** dBFS, -100 to 0, in whole numbers; null while no sound comes. */
  readonly level: number | null;
  /** What is wrong, for people; empty where nothing is. */
  readonly problem: string;
  /** What to do about it; empty where nothing is to be done. */
  readonly todo: string;
}
