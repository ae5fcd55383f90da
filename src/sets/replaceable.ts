import type { SessionFile } from '../core/contracts.ts';

export interface ReplaceableSessions extends SessionFile {
  /** Closes the file, and opens the one that the settings name now. */
  reopen(): void;
}

/** The current session file; `open` opens nothing before the first request. */
export function replaceableSessions(open: () => SessionFile): ReplaceableSessions {
  let current = open();
  return {
    list: (limit) => current.list(limit),
    entries: (session) => current.entries(session),
    resumableSet: (now) => current.resumableSet(now),
    store: (publication, earlier) => current.store(publication, earlier),
    end: () => current.end(),
    close: () => current.close(),
    reopen() {
      current.close();
      current = open();
    },
  };
}
