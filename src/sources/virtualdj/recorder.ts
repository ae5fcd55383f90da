import { isUnclear } from '../../core/recorded-software.ts';
import type { Untimed, VirtualDjEvent } from '../../core/recording.ts';

interface Answer {
  readonly script: string;
  readonly answer: string;
}

/** What VirtualDJ answers, as events of a recording: a reading of the decks at a time, and only what is another answer. */
export class AnswerRecorder {
  readonly #write: (event: Untimed<VirtualDjEvent>) => void;
  readonly #last = new Map<string, string>();
  #reading: Answer[] = [];
  #wasUnclear = false;

  constructor(write: (event: Untimed<VirtualDjEvent>) => void) {
    this.#write = write;
  }

  received(script: string, answer: string): void {
    if (this.#last.get(script) !== answer) {
      this.#last.set(script, answer);
      this.#reading.push({ script, answer });
    }
  }

  /** All decks have been read. */
  readingEnds(): void {
    const answers = this.#reading;
    if (answers.length > 0 || this.#wasUnclear) {
      this.#write({ event: 'reading', answers });
    }
    this.#wasUnclear = isUnclear(answers);
    this.#reading = [];
  }

  unanswered(reason: string): void {
    // The next VirtualDJ may be another one.
    this.#last.clear();
    this.#reading = [];
    this.#wasUnclear = false;
    this.#write({ event: 'unanswered', reason });
  }
}
