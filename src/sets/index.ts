/** Abandons the session file's process if it hangs. */
import type { EarlierSet, HistoryMark, SessionFile, StoredSession } from '../core/contracts/set.ts';
import { RunError, UpstreamError } from '../core/errors.ts';
import { say, type Text } from '../core/message.ts';
import { entryOf } from '../core/record.ts';
import type { Clock } from '../core/tools.ts';
import { inOrder, type Publication, type SetEntry } from '../core/track.ts';
import { HelperFailure, HelperProcess } from '../host/helper-process/index.ts';
import {
  type ArgumentsOf,
  errorOf,
  packed,
  type ResultOf,
  type SessionAnswer,
  type SessionRequest,
  unpacked,
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
    return this.#path === '' ? [] : this.#call('list', limit);
  }

  async entries(session: number): Promise<readonly SetEntry[]> {
    return this.#path === '' ? [] : this.#call('entries', session);
  }

  async resumableSet(now: number, own: readonly string[] = []): Promise<EarlierSet | undefined> {
    const earlier = this.#path === '' ? undefined : await this.#call('resumableSet', now, own);
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
    const { art, code: _code, ...plain } = publication;
    const entry = entryOf(publication);
    const args: ArgumentsOf<'store'> = [plain, earlier && withoutCovers(earlier), id];
    const picture = { bytes: art?.png, accent: art?.accent };
    this.#session = (await this.#request({
      do: 'store',
      args: packed(args),
      ...picture,
    })) as ResultOf<'store'>;
    if (id !== this.#id) {
      this.#id = id;
      this.#set.clear();
    }
    if (publication.kind === 'retract' && !publication.removed) {
      this.#set.delete(entry.position);
    } else if (entry.position > 0) {
      this.#set.set(entry.position, entry);
    }
    this.#sendMark();
  }

  /** The stored set of a recording that ended at `endedAt`; empty without one. */
  async ofRecording(recording: string, endedAt: number): Promise<readonly SetEntry[]> {
    return this.#path === '' ? [] : this.#call('ofRecording', recording, endedAt);
  }

  /** Stores a recording's set; resolves to its number. */
  async addRecording(recording: string, entries: readonly SetEntry[], endedAt: number): Promise<number> {
    return this.#call('addRecording', recording, entries, endedAt);
  }

  /** Replaces entries of another set than the running one and the one that it continues. */
  async correct(session: number, entries: readonly SetEntry[]): Promise<void> {
    if (session === (this.#session ?? this.#resumable)) {
      throw new RunError(say('session.set-is-running', { session }));
    }
    await this.#call('correct', session, entries);
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
      this.#call('noteHistory', mark).catch(() => undefined);
    }
  }

  async end(): Promise<void> {
    if (this.#session !== undefined) {
      // A session without an end counts as interrupted.
      await this.#call('end').catch(() => undefined);
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

  async #call<Name extends Exclude<SessionRequest['do'], 'open'>>(
    name: Name,
    ...args: ArgumentsOf<Name>
  ): Promise<ResultOf<Name>> {
    return (await this.#request({ do: name, args: packed(args) })) as ResultOf<Name>;
  }

  async #request(request: SessionRequest): Promise<unknown> {
    const answer = await this.#answerTo(request);
    if (answer.is === 'fresh') {
      await this.#answerTo({ do: 'open', path: this.#path, soFar: packed(this.#soFar()) });
      return this.#request(request);
    }
    if (answer.is === 'problem') {
      throw errorOf(answer.problem);
    }
    return unpacked(answer.packed);
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
    const all = inOrder([...this.#set.values()]);
    const [first] = all;
    return first === undefined || this.#session === undefined
      ? undefined
      : {
          session: this.#session,
          id: this.#id,
          startedAt: first.at,
          entries: all,
        };
  }
}

/** The file has them, and they are large. */
function withoutCovers({ covers: _covers, ...set }: EarlierSet): EarlierSet {
  return set;
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
