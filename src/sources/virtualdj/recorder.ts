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
  /** A question was answered in two ways, because a track changed; the next reading shows which of them counts. */
  #isUnclear = false;

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
    if (answers.length > 0 || this.#isUnclear) {
      this.#write({ event: 'reading', answers });
    }
    this.#isUnclear = new Set(answers.map(({ script }) => script)).size < answers.length;
    this.#reading = [];
  }

  unanswered(reason: string): void {
    // The next VirtualDJ may be another one.
    this.#last.clear();
    this.#reading = [];
    this.#isUnclear = false;
    this.#write({ event: 'unanswered', reason });
  }
}
