/**
 * The process that works on the session file: SQLite's driver keeps whoever asks it waiting until the disk answers, and
 * this process can be given up. It answers one question at a time, in order, and ends with the program.
 */
import type { EarlierSet } from '../../core/contracts.ts';
import { LocalSessionFile } from '../../sinks/session/local-session-file.ts';
import { systemClock } from '../clock.ts';
import { nodeDisk } from '../disk/node-disk.js';
import { problemOf, type SessionAnswer, type SessionQuestion } from './messages.ts';

let file: LocalSessionFile | undefined;
let soFar: EarlierSet | undefined;

process.title = 'deckcast sessions';
// The program is gone, and an exit of Node's own would wait for a disk that hangs.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // They reach every process of the terminal or the service; the program decides when this one ends.
  process.on(signal, () => undefined);
}
process.on('message', (question: SessionQuestion) => {
  answerTo(question)
    .catch(problemOf)
    .then((answer) => process.send?.(answer));
});

async function answerTo(question: SessionQuestion): Promise<SessionAnswer> {
  if (question.do === 'open') {
    file ??= new LocalSessionFile(question.path, {
      clock: systemClock,
      disk: nodeDisk,
      // Its parent: the program.
      pid: process.ppid,
    });
    soFar = question.soFar;
    return { is: 'answer', value: undefined };
  }
  return file === undefined ? { is: 'fresh' } : { is: 'answer', value: await perform(file, question) };
}

async function perform(sessions: LocalSessionFile, question: Exclude<SessionQuestion, { do: 'open' }>) {
  switch (question.do) {
    case 'list':
      return sessions.list(question.limit);
    case 'entries':
      return sessions.entries(question.session);
    case 'toGoOn':
      return sessions.toGoOn(question.now);
    case 'keep':
      await sessions.keep(question.publication, soFar ?? question.earlier);
      return sessions.session;
    case 'end':
      return sessions.end();
  }
}
