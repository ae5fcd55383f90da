/**
 * SQLite's driver blocks its thread until the disk answers; a process can be abandoned. Answers requests in order; ends
 * with the program.
 */
import type { EarlierSet } from '../core/contracts/set.ts';
import type { Publication, SetEntry } from '../core/track.ts';
import { systemClock } from '../host/clock.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { answerRequests } from '../host/helper-process/answer-requests.js';
import {
  problemOf,
  type SessionAnswer,
  type SessionRequest,
  sealedAgain,
  sealedSet,
  unsealed,
  unsealedSet,
} from './messages.ts';
import { SqliteSessions } from './sqlite-sessions.ts';

let sessions: SqliteSessions | undefined;
let soFar: EarlierSet | undefined;

answerRequests('deckcast sessions', (request: SessionRequest) => answerTo(request).catch(problemOf));

async function answerTo(request: SessionRequest): Promise<SessionAnswer> {
  if (request.do === 'open') {
    sessions ??= new SqliteSessions(request.path, {
      clock: systemClock,
      disk: nodeDisk,
      pid: process.ppid,
    });
    soFar = sealedSet(request.soFar);
    return { is: 'answer', value: undefined };
  }
  return sessions === undefined ? { is: 'fresh' } : { is: 'answer', value: await perform(sessions, request) };
}

async function perform(all: SqliteSessions, request: Exclude<SessionRequest, { do: 'open' }>) {
  switch (request.do) {
    case 'list':
      return all.list(request.limit);
    case 'entries':
      return (await all.entries(request.session)).map((entry) => unsealed(entry));
    case 'resumableSet':
      return unsealedSet(await all.resumableSet(request.now));
    case 'store':
      await all.store(
        sealedAgain<Publication>(request.publication),
        soFar ?? sealedSet(request.earlier),
        request.id,
      );
      return all.session;
    case 'of recording':
      return (await all.ofRecording(request.recording, request.endedAt)).map((entry) => unsealed(entry));
    case 'add recording':
      return all.addRecording(
        request.recording,
        request.entries.map((entry) => sealedAgain<SetEntry>(entry)),
        request.endedAt,
      );
    case 'correct':
      return all.correct(
        request.session,
        request.entries.map((entry) => sealedAgain<SetEntry>(entry)),
      );
    case 'note history':
      return all.noteHistory(request.mark);
    case 'end':
      return all.end();
  }
}
