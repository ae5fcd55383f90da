import type { WIRE_VERSION } from './events.ts';
import type { Translatable } from './text.ts';

/**
 * `/api/v1/midi`: the faders of controllers; as a WebSocket four times a second, for callers who may operate. A page that
 * reads the controllers of its computer sends their messages over the same WebSocket, as JSON of at most 1 kB:
 *
 * - `{"ports":["DDJ-SB3 MIDI 1"]}`: the connected ports, in answer to each message and when one comes or goes. Without
 *   it, the faders are unknown after two seconds.
 * - `{"port":"DDJ-SB3 MIDI 1","changes":[[1,19,64]]}`: control changes (channel from 1, number, value), the newest of each
 *   number. The server answers with a `taken` message, at once or after at most 40 milliseconds, at most 50 times a second;
 *   the page sends the next changes after it. A page need not send controls that are no faders in `entry`, except in a lesson.
 *   A port that was unknown is answered with `resend`: the page sends the newest value of each of its controls, and its
 *   lesson.
 * - `{"lesson":{"port":"DDJ-SB3 MIDI 1","fader":1,"taken":"2:2/19"}}`: the user now moves this fader (1 to 4, or `x` for
 *   the crossfader) to its open or left end, and then to the other. `null` ends that.
 *
 * The server closes with status 4001 while pages are no input, 4002 for other messages, and 4003 for
 * more than 100 messages a second.
 */
export type MidiMessage = MidiStateMessage | MidiAnswerMessage;

export interface MidiAnswerMessage {
  readonly v: typeof WIRE_VERSION;
  readonly type: 'taken' | 'resend';
}

export interface MidiStateMessage {
  readonly v: typeof WIRE_VERSION;
  readonly type: 'midi';
  /** Pages are an input. */
  readonly readsPages: boolean;
  /** No source needs the faders: those that run report their own, or no tracks of a DJ program. */
  readonly isIgnored: boolean;
  readonly controllers: readonly WireController[];
  /** Lesson in progress; null without one. */
  readonly lesson: WireLesson | null;
  readonly problems: readonly WireMidiProblem[];
}

export interface WireController {
  readonly name: string;
  /** Whether its faders count. */
  readonly isSetUp: boolean;
  readonly isConnected: boolean;
  /** Entry in `midi.controllers`; empty unless it is set up. */
  readonly entry: string;
  readonly faders: readonly WireFader[];
  /** Proposal for a controller that is not set up; null if its model is unknown. */
  readonly preset: WirePreset | null;
}

export interface WireFader {
  /** 1 to 4 for the deck, or `x` for the crossfader. */
  readonly fader: number | 'x';
  /** 0 (closed, left) to 1 (open, right); null until it was moved. */
  readonly position: number | null;
}

export interface WirePreset {
  readonly title: string;
  /** Entry for `midi.controllers`. */
  readonly entry: string;
  /** Where the numbers come from. */
  readonly from: string;
}

export interface WireLesson {
  readonly port: string;
  readonly fader: number | 'x';
  /** Entry for `midi.controllers`, such as `1:1/19/51`; null until it is learned. */
  readonly learned: string | null;
  /** The user moves a fader that was learned before. */
  readonly isTaken: boolean;
}

export interface WireMidiProblem extends Translatable {
  readonly problem: string;
  /** Remedy; may be empty. */
  readonly todo: string;
}
