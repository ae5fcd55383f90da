import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { keptLog } from '../../../test/support/log.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import type { OptionTable } from '../../core/option.ts';
import { systemClock } from '../../host/clock.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { writtenFindings } from '../../host/folders.ts';
import { sinkParts } from '../../sinks/index.ts';
import { sessionSink } from '../../sinks/session.ts';
import { sourceParts } from '../../sources/index.ts';
import { startOptions } from '../options.ts';
import { findingsAbout } from './index.ts';

const PARTS = [...sourceParts, ...sinkParts];
/** Written only when a user signs in. */
const SIGN_INS = ['chat.tokenfile'];
const written = ({ options }: { readonly options: OptionTable }) =>
  Object.keys(options).filter((name) => options[name]?.kind.isWritten && !SIGN_INS.includes(name));

const GIVEN = {
  clock: systemClock,
  log: keptLog(),
  fetch,
  userAgent: 'deckcast/test',
  chosen: true,
  running: true,
  listenMs: 0,
  licensed: true,
};

test.each(PARTS.filter((part) => written(part).length > 0))(
  'checks every path that $name writes during a set',
  async (part) => {
    const names = written(part);
    const disk = memoryDisk();
    const given = { ...GIVEN, disk };
    const examine = (values: Record<string, string>) =>
      findingsAbout(part, settingsOf(startOptions, values), given, new AbortController().signal);
    const found = await examine(Object.fromEntries(names.map((name) => [name, `/set/${name}`])));
    // The session store also opens its file.
    expect(found.map(({ finding }) => finding)).toEqual(
      expect.arrayContaining(names.map((name) => `/set/${name} can be written (--${name})`)),
    );
    const unset = await examine(Object.fromEntries(names.map((name) => [name, ''])));
    expect(unset.filter(({ area }) => area === 'files')).toEqual([]);
  },
);

test.each([
  ['hwdevice.library', 'folder'],
  ['hwdevice.record', 'file'],
] as const)('advises another place of the same kind for --%s: a %s', async (option, kind) => {
  const path = join(await testFolder(), 'data');
  await writeFile(path, '');
  const options = { [option]: startOptions[option] };
  const found = await writtenFindings(options, { [option]: join(path, 'copies') }, nodeDisk);
  expect(found.map(({ todo }) => String(todo))).toEqual([
    `correct the path, or choose another ${kind} with --${option}`,
  ]);
});

test('names a file in place of the data folder once', async () => {
  const file = join(await testFolder(), 'data');
  await writeFile(file, '');
  const path = join(file, 'sessions.db');
  const found = await findingsAbout(
    sessionSink,
    settingsOf(startOptions, { 'session.filename': path }),
    { ...GIVEN, disk: nodeDisk },
    new AbortController().signal,
  );
  expect(found.map(({ severity }) => severity)).toEqual(['fault']);
});
