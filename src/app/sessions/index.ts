/** The session file, worked on by a process of its own: one that hangs is given up with what it hangs on. */
import type { EarlierSet, SessionFile, StoredSession } from '../../core/contracts.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { Clock } from '../../core/tools.ts';
import type { Publication, SetEntry } from '../../core/track.ts';
import { HelperFailure, HelperProcess } from '../../helper-process/index.ts';
import { errorOf, type SessionAnswer, type SessionQuestion } from './messages.ts';

/** Less than a sink may take for one publication. */
const ANSWERS_WITHIN_MS = 9_000;

/** `path`: the value of `--session.filename`. Nothing is started before the first question; empty: there are none. */
export function openSessions(
  path: string,
  clock: Clock,
  script = new URL('./session-process.js', import.meta.url),
): SessionFile {
  return new Sessions(path, clock, script);
}

class Sessions implements SessionFile {
  readonly #path: string;
  readonly #process: HelperProcess;
  readonly #closing = new AbortController();
  /** The set as it was kept, by position: what a new process needs to go on. */
  readonly #set = new Map<number, SetEntry>();
  #session: number | undefined;

  constructor(path: string, clock: Clock, script: URL) {
    this.#path = path;
    const closing = this.#closing.signal;
    this.#process = new HelperProcess({ script, timeLimitMs: ANSWERS_WITHIN_MS, clock, closing });
  }

  // What the process answers is what `SessionFileHere` does.
  async list(limit: number): Promise<readonly StoredSession[]> {
    return this.#path === '' ? [] : ((await this.#ask({ do: 'list', limit })) as StoredSession[]);
  }

  async entries(session: number): Promise<readonly SetEntry[]> {
    return this.#path === '' ? [] : ((await this.#ask({ do: 'entries', session })) as SetEntry[]);
  }

  async toGoOn(now: number): Promise<EarlierSet | undefined> {
    return this.#path === ''
      ? undefined
      : ((await this.#ask({ do: 'toGoOn', now })) as EarlierSet | undefined);
  }

  async keep(publication: Publication, earlier: EarlierSet | undefined): Promise<void> {
    if (this.#session === undefined && earlier !== undefined) {
      this.#session = earlier.session;
      for (const entry of earlier.entries) {
        this.#set.set(entry.position, entry);
      }
    }
    const { art: _art, code: _code, ...plain } = publication;
    this.#session = (await this.#ask({ do: 'keep', publication: plain, earlier })) as number;
    const { kind: _kind, seq: _seq, ...entry } = plain;
    this.#set.set(entry.position, entry);
  }

  async end(): Promise<void> {
    if (this.#session !== undefined) {
      // Nothing is lost: a session without an end is taken for one that was cut off.
      await this.#ask({ do: 'end' }).catch(() => undefined);
    }
  }

  close(): void {
    this.#closing.abort();
  }

  async #ask(question: SessionQuestion): Promise<unknown> {
    const answer = await this.#answerTo(question);
    if (answer.is === 'fresh') {
      await this.#answerTo({ do: 'open', path: this.#path, soFar: this.#soFar() });
      return this.#ask(question);
    }
    if (answer.is === 'problem') {
      throw errorOf(answer.problem);
    }
    return answer.value;
  }

  async #answerTo(question: SessionQuestion): Promise<SessionAnswer> {
    try {
      return (await this.#process.ask(question)) as SessionAnswer;
    } catch (error) {
      if (error instanceof HelperFailure) {
        throw new UpstreamError(`cannot use ${this.#path}: ${meaningOf(error)}`, 'retry', { cause: error });
      }
      throw error;
    }
  }

  #soFar(): EarlierSet | undefined {
    const [first] = this.#set.values();
    return first === undefined || this.#session === undefined
      ? undefined
      : { session: this.#session, startedAt: first.at, entries: [...this.#set.values()] };
  }
}

function meaningOf({ reason }: HelperFailure): string {
  switch (reason) {
    case 'overtime':
      return 'the disk does not answer';
    case 'ended':
      return 'the process that keeps the sessions has ended';
    case 'closing':
      return 'the program stops';
  }
}
