/** A simulated evening as plain data: which devices stand there, which tracks exist, and what the DJ does when. */
import type { StateJson } from '../core/recording.ts';
import type { Role } from './models.ts';

export interface SimulatedSet {
  readonly name: string;
  /** The time line starts with the first client that subscribes to a state, not with the simulation. */
  readonly waitForClient: boolean;
  /** Starts over this many seconds after its start; absent: runs once. */
  readonly repeatAfter?: number;
  readonly devices: readonly DeviceSpec[];
  readonly tracks: readonly SimulatedTrack[];
  /** In the order of time. */
  readonly timeline: readonly TimelineEntry[];
}

export interface DeviceSpec {
  /** What the time line calls it; unique in the set. */
  readonly id: string;
  readonly role: Role;
  /** Software name: which model it is (`MODELS` has them). */
  readonly software: string;
  readonly version: string;
  /** Device name, as announced. */
  readonly name: string;
  /** 32 hexadecimal digits; the identity that survives a reboot. */
  readonly token: string;
  /** 0 to 4. */
  readonly decks: number;
  /** Player number that the DJ gave it, 1 to 4; every unit leaves the factory as 1. */
  readonly player: number;
  /** Has no values of its own after a start: only what the time line sets, as a recording wants it. */
  readonly blank: boolean;
  /** Publishes `/Mixer/…`. */
  readonly mixer: boolean;
  /**
   * ExternalMixerVolume of its decks. `driven`: what the mixer makes of faders and crossfader;
   * `stuck`: 0 for ever, as beside a mixer of another make; `absent`: never answered.
   */
  readonly levels: 'driven' | 'stuck' | 'absent';
  /** What the channels of its mixer carry, channel 1 first; empty for a device without a mixer. */
  readonly channels: readonly DeckRef[];
  /** Bytes in one FileTransfer chunk: 4096 up to Engine OS 4, more since. */
  readonly chunkSize: number;
  /** Files on its media, by the whole path on the device: `/SIM (USB 1)/Contents/a.mp3`. */
  readonly files: readonly MediumFile[];
}

/** A file on a simulated medium: its bytes, where they lie on this computer's disk, or how to make them. */
export interface MediumFile {
  readonly path: string;
  readonly content: Uint8Array | { readonly disk: string } | { readonly make: () => Uint8Array };
}

/** A deck of a device; decks count from 1. */
export interface DeckRef {
  readonly device: string;
  readonly deck: number;
}

export interface SimulatedTrack {
  /** What the time line calls it; unique in the set. */
  readonly id: string;
  readonly artist: string;
  readonly title: string;
  readonly genre: string;
  /** Playing time in seconds. */
  readonly seconds: number;
  readonly bpm: number;
  readonly key: string;
  /** Where the file lies: `<source>/<rest>`, without a slash in front; `streaming://…` has no file. */
  readonly path: string;
  /** The device that holds the medium; absent: the one that plays the track. */
  readonly on?: string;
  /** Seconds between the names and the end of loading: hardly any for a file, some for a stream. */
  readonly loadSeconds: number;
}

export interface TimelineEntry {
  /** Seconds after the start of the time line. */
  readonly at: number;
  readonly action: SetAction;
}

/** What the DJ's hands do, what the network does to the devices, or a value set outright. */
export type SetAction = Move | Fault;

export type Move =
  | { readonly do: 'load'; readonly deck: DeckRef; readonly track: string }
  | { readonly do: 'unload'; readonly deck: DeckRef }
  | { readonly do: 'play'; readonly deck: DeckRef }
  | { readonly do: 'pause'; readonly deck: DeckRef }
  /** Moves one channel fader to `level` (0 to 1), `over` seconds long. */
  | { readonly do: 'fader'; readonly deck: DeckRef; readonly level: number; readonly over: number }
  /** Closes the fader of one deck while opening that of the other. */
  | { readonly do: 'fade'; readonly from: DeckRef; readonly to: DeckRef; readonly over: number }
  /** Moves the crossfader of a mixer: 0 left (odd channels), 1 right (even channels). */
  | { readonly do: 'crossfader'; readonly device: string; readonly position: number; readonly over: number }
  /** `#rrggbb`, or red, orange, yellow, limegreen, green, lightblue, blue, purple. */
  | { readonly do: 'color'; readonly deck: DeckRef; readonly color: string }
  | { readonly do: 'master'; readonly deck: DeckRef }
  /** Sets a state path of a device; null sends the null string. */
  | {
      readonly do: 'value';
      readonly device: string;
      readonly path: string;
      readonly value: StateJson | null;
    };

/** What goes wrong on purpose. A fault without a device befalls every device. */
export type Fault =
  /** Resets every connection. */
  | { readonly do: 'drop'; readonly device?: string }
  /** Connections that are open now stay open and say nothing more. */
  | { readonly do: 'silence'; readonly device?: string }
  /** Power cut: no farewell; after `seconds` it is back with empty decks on other ports. */
  | { readonly do: 'reboot'; readonly device?: string; readonly seconds: number }
  /** Leaves in good order; `arrive` brings it back. */
  | { readonly do: 'leave'; readonly device?: string }
  | { readonly do: 'arrive'; readonly device?: string }
  /** From now on every write goes out in pieces of so many bytes; 0 ends it. */
  | { readonly do: 'split'; readonly device?: string; readonly bytes: number }
  /** From now on writes are gathered for so many milliseconds and go out as one; 0 ends it. */
  | { readonly do: 'gather'; readonly device?: string; readonly ms: number }
  /** Repeats the subscribed values so many times a second. */
  | { readonly do: 'flood'; readonly device?: string; readonly perSecond: number; readonly seconds: number }
  /** Datagrams that mean nothing, so many a second, on the discovery port. */
  | { readonly do: 'junk'; readonly perSecond: number; readonly seconds: number }
  /** A row of a library changed: FileTransfer says so, and Broadcast too where the database is named. */
  | { readonly do: 'changed'; readonly device?: string; readonly database?: string }
  /** Pulls all media out. */
  | { readonly do: 'eject'; readonly device?: string }
  /** Sends a frame on each state connection whose lengths are not true. */
  | { readonly do: 'lie'; readonly device?: string; readonly how: Lie };

export type Lie = 'oversized' | 'odd' | 'truncated';
