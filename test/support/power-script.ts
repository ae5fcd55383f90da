/**
 * Publishes to the sinks that write files, and records their deliveries in a file.
 * Arguments: the folder, the number of tracks.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/host/clock.ts';
import { openDisk } from '../../src/host/disk/index.ts';
import { nodeDisk } from '../../src/host/disk/node-disk.js';
import { SqliteSessions } from '../../src/sets/sqlite-sessions.ts';
import { cueSink } from '../../src/sinks/cue.ts';
import { fileSink } from '../../src/sinks/file.ts';
import { historySink } from '../../src/sinks/history.ts';
import { sessionSink } from '../../src/sinks/session.ts';
import { played } from './publication.ts';
import { settingsOf } from './settings.ts';
import { sinkTools } from './sink.ts';

const [folder = '', tracks = ''] = process.argv.slice(2);
const file = (name: string): string => join(folder, 'sets', 'tonight', name);
// Without time limits, because a busy computer must not look like a hanging disk.
const patient = { ...systemClock, after: () => () => undefined };
const disk = openDisk(patient);
const sessions = new SqliteSessions(file('sessions.db'), {
  clock: systemClock,
  disk: nodeDisk,
  pid: process.pid,
});
const tools = { ...sinkTools(), clock: systemClock, disk, sessions };
const made = {
  file: fileSink.create(settingsOf(fileSink.options, { 'outfile.featured': file('featured.txt') }), tools),
  history: historySink.create(
    settingsOf(historySink.options, { 'history.filename': file('history.txt') }),
    tools,
  ),
  cue: cueSink.create(settingsOf(cueSink.options, { 'cue.filename': file('set.cue') }), tools),
  session: sessionSink.create(
    settingsOf(sessionSink.options, { 'session.filename': file('sessions.db') }),
    tools,
  ),
};
const signal = new AbortController().signal;
for (let number = 1; number <= Number(tracks); number += 1) {
  for (const [name, sink] of Object.entries(made)) {
    await (await sink)?.publish(played(`Title ${number}`, number), signal);
    appendFileSync(join(folder, 'delivered'), `${name} ${number}\n`);
  }
}
sessions.close();
disk.close();
