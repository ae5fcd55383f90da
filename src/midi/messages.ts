/** Reads control changes from MIDI bytes. Pure and total: other messages and damaged ones are skipped. */

export interface ControlChange {
  /** 1 to 16. */
  readonly channel: number;
  /** 0 to 127. */
  readonly controller: number;
  /** 0 to 127. */
  readonly value: number;
}

const CONTROL_CHANGE = 0xb0;
const SYSTEM = 0xf0;
const REAL_TIME = 0xf8;
/** Program change and channel pressure have one data byte, other channel messages two. */
const ONE_BYTE = new Set([0xc0, 0xd0]);
const PARAMETER_NUMBERS = new Set([98, 99, 100, 101]);
const DATA_ENTRY = new Set([6, 38]);
/** Channel modes, such as "all notes off". */
const FIRST_MODE = 120;
/** "No parameter": data entry means a plain controller again. */
const NO_PARAMETER = 127;

/** Reader of a byte stream; messages may be split anywhere, and may omit a repeated status byte. */
export class MidiReader {
  #status = 0;
  #data: number[] = [];

  push(bytes: Iterable<number>): readonly ControlChange[] {
    const changes: ControlChange[] = [];
    for (const byte of bytes) {
      if (byte >= REAL_TIME || byte < 0 || byte > 0xff) {
        continue;
      }
      if (byte >= 0x80) {
        this.#status = byte;
        this.#data = [];
        continue;
      }
      if (this.#status < 0x80 || this.#status >= SYSTEM) {
        // A data byte without a message, or of one that concerns no channel.
        continue;
      }
      this.#data.push(byte);
      const kind = this.#status & 0xf0;
      if (this.#data.length < (ONE_BYTE.has(kind) ? 1 : 2)) {
        continue;
      }
      const [controller = 0, value = 0] = this.#data;
      this.#data = [];
      if (kind === CONTROL_CHANGE) {
        changes.push({ channel: (this.#status & 0x0f) + 1, controller, value });
      }
    }
    return changes;
  }
}

/** Tells plain controls of a port from the parameters of (N)RPN, whose values would look like a fader, and from modes. */
export class PlainControls {
  /** Channels on which a parameter number was selected. */
  readonly #selected = new Set<number>();

  has({ channel, controller, value }: ControlChange): boolean {
    if (PARAMETER_NUMBERS.has(controller)) {
      if (value === NO_PARAMETER) {
        this.#selected.delete(channel);
      } else {
        this.#selected.add(channel);
      }
      return false;
    }
    return controller < FIRST_MODE && !(this.#selected.has(channel) && DATA_ENTRY.has(controller));
  }
}
