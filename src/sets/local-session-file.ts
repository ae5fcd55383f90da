import type { EarlierSet, SessionFile } from '../core/contracts.ts';
import type { Publication } from '../core/track.ts';
import { SessionWriter, type SessionWriterTools } from './session-writer.ts';
import { type SessionReader, storedSessions } from './stored-sessions.ts';

/** The session file, accessed from this process: while the disk hangs, so does the process. */
export class LocalSessionFile implements SessionFile {
  readonly #path: string;
  readonly #tools: Omit<SessionWriterTools, 'earlierSet'>;
  readonly #reader: SessionReader;
  #keeper: SessionWriter | undefined;

  constructor(path: string, tools: Omit<SessionWriterTools, 'earlierSet'>) {
    this.#path = path;
    this.#tools = tools;
    this.#reader = storedSessions(path, tools.pid);
  }

  /** The set's number in the file; undefined before its first track. */
  get session(): number | undefined {
    return this.#keeper?.session;
  }

  list(limit: number) {
    return this.#reader.list(limit);
  }

  entries(session: number) {
    return this.#reader.entries(session);
  }

  resumableSet(now: number): Promise<EarlierSet | undefined> {
    return this.#reader.resumableSet(now);
  }

  async store(publication: Publication, earlier: EarlierSet | undefined): Promise<void> {
    this.#keeper ??= new SessionWriter(this.#path, { ...this.#tools, earlierSet: () => earlier });
    await this.#keeper.put(publication);
  }

  async end(): Promise<void> {
    this.#keeper?.close();
  }

  close(): void {
    this.#reader.close();
  }
}
