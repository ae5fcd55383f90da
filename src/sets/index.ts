/** Abandons the session file's process if it hangs. */
import type { EarlierSet, HistoryMark, SessionFile, StoredSession } from '../core/contracts/set.ts';
import { RunError, UpstreamError } from '../core/errors.ts';
import { say, type Text } from '../core/message.ts';
import { entryOf } from '../core/record.ts';
import type { Clock } from '../core/tools.ts';
import type { Publication, SetEntry } from '../core/track.ts';
import { HelperFailure, HelperProcess } from '../host/helper-process/index.ts';
import {
  errorOf,
  type Plain,
  type PlainSet,
  type SessionAnswer,
  type SessionRequest,
  sealedAgain,
  sealedSet,
  unsealed,
  unsealedSet,
} from './messages.ts';

/** Shorter than a sink's limit for a publication. */
const ANSWERS_WITHIN_MS = 9_000;

/** Starts no process before the first request. Without a file, there are no sessions. */
export class Sessions implements SessionFile {
  readonly #filename: () => string;
  readonly #clock: Clock;
  readonly #script: URL;
  readonly #set = new Map<number, SetEntry>();
  #session: number | undefined;
  /** Set that this run may continue. */
  #resumable: number | undefined;
  #id = '';
  #mark: { readonly mark: HistoryMark; readonly id: string } | undefined;
  #path = '';
  #process: HelperProcess<SessionRequest, SessionAnswer>;
  #closing = new AbortController();

  constructor(
    filename: () => string,
    clock: Clock,
    script = new URL('./session-process.js', import.meta.url),
  ) {
    this.#filename = filename;
    this.#clock = clock;
    this.#script = script;
    this.#path = filename();
    this.#process = this.#newProcess();
  }

  reopen(): void {
    this.close();
    this.#closing = new AbortController();
    this.#set.clear();
    this.#session = undefined;
    this.#id = '';
    this.#path = this.#filename();
    this.#process = this.#newProcess();
  }

  async list(limit: number): Promise<readonly StoredSession[]> {
    return this.#path === '' ? [] : ((await this.#request({ do: 'list', limit })) as StoredSession[]);
  }

  async entries(session: number): Promise<readonly SetEntry[]> {
    return this.#entriesOf({ do: 'entries', session });
  }

  async resumableSet(now: number): Promise<EarlierSet | undefined> {
    const set = this.#path === '' ? undefined : await this.#request({ do: 'resumableSet', now });
    const earlier = sealedSet(set as PlainSet | undefined);
    this.#resumable = earlier?.session;
    return earlier;
  }

  async store(publication: Publication, earlier: EarlierSet | undefined, id: string): Promise<void> {
    this.#id ||= id;
    if (this.#session === undefined && earlier !== undefined) {
      this.#session = earlier.session;
      for (const entry of earlier.entries) {
        this.#set.set(entry.position, entry);
      }
    }
    const { art: _art, code: _code, ...plain } = publication;
    const entry = entryOf(publication);
    this.#session = (await this.#request({
      do: 'store',
      publication: unsealed(plain),
      earlier: unsealedSet(earlier),
      id,
    })) as number;
    if (id !== this.#id) {
      this.#id = id;
      this.#set.clear();
    }
    if (publication.kind === 'retract') {
      this.#set.delete(entry.position);
    } else if (entry.position > 0) {
      this.#set.set(entry.position, entry);
    }
    this.#sendMark();
  }

  /** The stored set of a recording that ended at `endedAt`; empty without one. */
  async ofRecording(recording: string, endedAt: number): Promise<readonly SetEntry[]> {
    return this.#entriesOf({ do: 'of recording', recording, endedAt });
  }

  async #entriesOf(request: SessionRequest): Promise<readonly SetEntry[]> {
    const entries = this.#path === '' ? [] : await this.#request(request);
    return (entries as Plain<SetEntry>[]).map((entry) => sealedAgain<SetEntry>(entry));
  }

  /** Stores a recording's set; resolves to its number. */
  async addRecording(recording: string, entries: readonly SetEntry[], endedAt: number): Promise<number> {
    const plain = entries.map((entry) => unsealed(entry));
    return (await this.#request({ do: 'add recording', recording, entries: plain, endedAt })) as number;
  }

  /** Replaces entries of another set than the running one and the one that it continues. */
  async correct(session: number, entries: readonly SetEntry[]): Promise<void> {
    if (session === (this.#session ?? this.#resumable)) {
      throw new RunError(say('session.set-is-running', { session }));
    }
    await this.#request({ do: 'correct', session, entries: entries.map((entry) => unsealed(entry)) });
  }

  noteHistory(mark: HistoryMark, id: string): void {
    this.#mark = { mark, id };
    this.#sendMark();
  }

  /** Waits until the mark's set is stored. */
  #sendMark(): void {
    const { mark, id } = this.#mark ?? {};
    if (mark !== undefined && id === this.#id && this.#session !== undefined) {
      this.#mark = undefined;
      // The next mark replaces it.
      this.#request({ do: 'note history', mark }).catch(() => undefined);
    }
  }

  async end(): Promise<void> {
    if (this.#session !== undefined) {
      // A session without an end counts as interrupted.
      await this.#request({ do: 'end' }).catch(() => undefined);
    }
  }

  close(): void {
    this.#closing.abort();
  }

  #newProcess(): HelperProcess<SessionRequest, SessionAnswer> {
    const closing = this.#closing.signal;
    return new HelperProcess({
      script: this.#script,
      timeLimitMs: ANSWERS_WITHIN_MS,
      clock: this.#clock,
      closing,
    });
  }

  async #request(request: SessionRequest): Promise<unknown> {
    const answer = await this.#answerTo(request);
    if (answer.is === 'fresh') {
      await this.#answerTo({ do: 'open', path: this.#path, soFar: unsealedSet(this.#soFar()) });
      return this.#request(request);
    }
    if (answer.is === 'problem') {
      throw errorOf(answer.problem);
    }
    return answer.value;
  }

  async #answerTo(request: SessionRequest): Promise<SessionAnswer> {
    try {
      return await this.#process.request(request);
    } catch (error) {
      if (error instanceof HelperFailure) {
        throw new UpstreamError(
          say('session.cannot-use', { path: this.#path, reason: meaningOf(error) }),
          'retry',
          { cause: error },
        );
      }
      throw error;
    }
  }

  #soFar(): EarlierSet | undefined {
    const [first] = this.#set.values();
    return first === undefined || this.#session === undefined
      ? undefined
      : { session: this.#session, id: this.#id, startedAt: first.at, entries: [...this.#set.values()] };
  }
}

function meaningOf({ reason }: HelperFailure): Text {
  switch (reason) {
    case 'not-started':
      return say('session.process-does-not-start');
    case 'overtime':
      return say('disk.not-responding');
    case 'ended':
      return say('session.process-ended');
    case 'closing':
      return say('database.stopping');
  }
}
