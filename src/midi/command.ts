/** Program that prints the messages of a controller, a line each. */
import type { Clock, Logger } from '../core/tools.ts';
import { pause } from '../core/waiting.ts';
import type { Ending, TakeBytes } from '../host/child.ts';
import { SupervisedCommand } from '../host/supervised-command.ts';
import { readLine } from './line.ts';
import { type ControlChange, MidiReader } from './messages.ts';

/** A running program is a sign of life. */
const ALIVE_EVERY_MS = 500;
/** Longer lines are no messages. */
const MAX_LINE = 4_096;
/** Characters of a line in the log and a finding. */
const MAX_EXAMPLE = 100;

export interface MidiCommandOptions {
  readonly command: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly alive: () => void;
  readonly receive: (changes: readonly ControlChange[]) => void;
}

export class MidiCommand {
  readonly #options: MidiCommandOptions;
  readonly #command: SupervisedCommand;
  /** The present run has printed a message. */
  #isRead = false;
  /** Lines that are not MIDI messages. */
  #unread = { count: 0, example: '' };

  constructor(options: MidiCommandOptions) {
    this.#options = options;
    this.#command = new SupervisedCommand({ ...options, option: '--midi.command' });
  }

  /** End of its last run, until it is started again and prints a message. */
  get ended(): Ending | undefined {
    return this.#command.ended;
  }

  get isRead(): boolean {
    return this.#isRead && this.ended === undefined;
  }

  get unread(): { readonly count: number; readonly example: string } {
    return this.#unread;
  }

  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#command.run(() => this.#reader(), signal), this.#live(signal)]);
  }

  async #live(signal: AbortSignal): Promise<void> {
    const { alive, clock } = this.#options;
    while (!signal.aborted) {
      if (this.isRead) {
        alive();
      }
      await pause(clock, ALIVE_EVERY_MS, signal);
    }
  }

  #reader(): TakeBytes {
    const reader = new MidiReader();
    let rest = '';
    this.#isRead = false;
    return (bytes) => {
      const lines = (rest + bytes.toString('latin1')).split(/[\r\n]+/);
      rest = (lines.pop() ?? '').slice(-MAX_LINE);
      const changes = lines.flatMap((line) => this.#changesIn(line, reader));
      if (changes.length > 0) {
        this.#isRead = true;
        this.#command.works();
        this.#options.receive(changes);
      }
    };
  }

  #changesIn(line: string, reader: MidiReader): readonly ControlChange[] {
    const read = readLine(line);
    if (read === undefined) {
      this.#noteUnread(line.trim().slice(0, MAX_EXAMPLE));
      return [];
    }
    return 'channel' in read ? [read] : reader.push(read);
  }

  #noteUnread(line: string): void {
    if (line !== '') {
      if (this.#unread.count === 0) {
        this.#options.log.warn('--midi.command printed a line that is not a MIDI message', { line });
      }
      this.#unread = { count: this.#unread.count + 1, example: line };
    }
  }
}
