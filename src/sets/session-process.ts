/**
 * The process that accesses the session file: SQLite's driver blocks its thread until the disk answers, and this
 * process can be abandoned. It answers one request at a time, in order, and ends with the program.
 */
import type { EarlierSet } from '../core/contracts.ts';
import { systemClock } from '../host/clock.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { answerRequests } from '../host/helper-process/answer-requests.js';
import { LocalSessionFile } from './local-session-file.ts';
import { problemOf, type SessionAnswer, type SessionRequest } from './messages.ts';

let file: LocalSessionFile | undefined;
let soFar: EarlierSet | undefined;

answerRequests('deckcast sessions', (request: SessionRequest) => answerTo(request).catch(problemOf));

async function answerTo(request: SessionRequest): Promise<SessionAnswer> {
  if (request.do === 'open') {
    file ??= new LocalSessionFile(request.path, {
      clock: systemClock,
      disk: nodeDisk,
      // Its parent: the program.
      pid: process.ppid,
    });
    soFar = request.soFar;
    return { is: 'answer', value: undefined };
  }
  return file === undefined ? { is: 'fresh' } : { is: 'answer', value: await perform(file, request) };
}

async function perform(sessions: LocalSessionFile, request: Exclude<SessionRequest, { do: 'open' }>) {
  switch (request.do) {
    case 'list':
      return sessions.list(request.limit);
    case 'entries':
      return sessions.entries(request.session);
    case 'resumableSet':
      return sessions.resumableSet(request.now);
    case 'store':
      await sessions.store(request.publication, soFar ?? request.earlier);
      return sessions.session;
    case 'end':
      return sessions.end();
  }
}
