import { expect, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import type { Disk } from '../../core/tools.ts';
import { installedFindings, type TraktorState, traktorFindings } from './findings.ts';
import { traktor } from './index.ts';
import { findTraktor } from './installation.ts';
import { traktorOptions } from './options.ts';

const MAC = { platform: 'darwin', env: {} } as const;
const WINDOWS = { platform: 'win32', env: { ProgramFiles: 'D:\\Programs' } } as const;
const MAC_CSI = '/Applications/Native Instruments/Traktor Pro 3/Traktor.app/Contents/Resources/qml/CSI';
const WINDOWS_CSI = 'D:\\Programs\\Native Instruments\\Traktor Pro 4\\Resources64\\qml\\CSI';

/** A disk with these files, and the folders above them. */
function diskWith(files: Readonly<Record<string, string>>): Disk {
  const names = Object.keys(files);
  const below = (folder: string): string[] =>
    names.flatMap((name) =>
      /^[\\/]/.test(name.slice(folder.length)) && name.startsWith(folder) ? [name] : [],
    );
  return {
    ...memoryDisk(),
    read: async (path) => (files[path] === undefined ? undefined : Buffer.from(files[path])),
    stat: async (path) =>
      below(path).length === 0
        ? undefined
        : { kind: 'folder', size: 0, executable: true, modifiedMs: 0, id: path, mark: '' },
    list: async (folder) => [
      ...new Set(below(folder).map((name) => name.slice(folder.length + 1).split(/[\\/]/)[0] ?? '')),
    ],
  };
}

const CLIENT = 'var apiUrl = "http://localhost:8080"\n';

function stateWith(change: Partial<TraktorState>): TraktorState {
  return {
    address: { host: '127.0.0.1', port: 8080 },
    received: false,
    lost: [],
    unknownDecks: [],
    installed: [],
    ...change,
  };
}

test('the client is found where macOS and Windows have it', async () => {
  const mac = diskWith({ [`${MAC_CSI}/D2/Api/ApiClient.js`]: CLIENT });
  expect(await findTraktor(MAC, mac)).toEqual([
    {
      program: 'Traktor Pro 3',
      folder: `${MAC_CSI}/D2`,
      hasClient: true,
      url: 'http://localhost:8080',
    },
  ]);
  const windows = diskWith({ [`${WINDOWS_CSI}\\D2\\D2.qml`]: '' });
  expect(await findTraktor(WINDOWS, windows)).toEqual([
    { program: 'Traktor Pro 4', folder: `${WINDOWS_CSI}\\D2`, hasClient: false },
  ]);
  expect(await findTraktor({ platform: 'linux', env: {} }, mac)).toEqual([]);
  expect(await findTraktor(MAC, diskWith({}))).toEqual([]);
});

test('a Traktor whose update removed the client is reported, with the folder to copy it to', async () => {
  const installed = await findTraktor(WINDOWS, diskWith({ [`${WINDOWS_CSI}\\D2\\D2.qml`]: '' }));
  const [finding] = traktorFindings(stateWith({ installed }), false);
  expect(finding).toMatchObject({
    severity: 'fault',
    finding: expect.stringMatching(/^Traktor Pro 4 cannot report what it plays: .* removed by an update/),
    todo: expect.stringContaining(`${WINDOWS_CSI}\\D2`),
  });
  expect(traktorFindings(stateWith({ installed }), true)).toEqual([finding]);
});

test('another port than ours is reported with both', async () => {
  const other = CLIENT.replace('8080', '8081');
  const installed = await findTraktor(MAC, diskWith({ [`${MAC_CSI}/D2/Api/ApiClient.js`]: other }));
  expect(traktorFindings(stateWith({ installed }), true)).toMatchObject([
    {
      finding: 'Traktor Pro 3 sends to http://localhost:8081, and deckcast listens on port 8080',
      todo: expect.stringContaining('--traktor.addr=127.0.0.1:8081'),
    },
  ]);
});

test('a client whose address cannot be read is not said to send elsewhere', async () => {
  const installed = await findTraktor(MAC, diskWith({ [`${MAC_CSI}/D2/Api/ApiClient.js`]: 'send(address)' }));
  expect(installed).toMatchObject([{ hasClient: true }]);
  expect(traktorFindings(stateWith({ installed }), false).map(({ severity }) => severity)).toEqual(['ok']);
});

test('one of two Traktors is enough', async () => {
  const installed = await findTraktor(
    MAC,
    diskWith({
      [`${MAC_CSI}/D2/Api/ApiClient.js`]: CLIENT,
      [`${MAC_CSI.replace('Pro 3', 'Pro 4')}/D2/D2.qml`]: '',
    }),
  );
  expect(installed).toHaveLength(2);
  expect(traktorFindings(stateWith({ installed }), false).map(({ severity }) => severity)).toEqual(['ok']);
});

test('while nobody has chosen it, what is installed is noted, with what it lacks', async () => {
  const disk = diskWith({
    [`${MAC_CSI}/D2/Api/ApiClient.js`]: CLIENT,
    [`${MAC_CSI.replace('Pro 3', 'Pro 4')}/D2/D2.qml`]: '',
  });
  const found = installedFindings(await findTraktor(MAC, disk));
  expect(found.map(({ severity, finding }) => `${severity}: ${finding}`)).toEqual([
    'note: Traktor Pro 3 is on this computer, with the API files in its D2 folder',
    'note: Traktor Pro 4 is on this computer, without the API files that report what it plays',
  ]);
});

test('what was received counts more than what is installed', () => {
  const installed = [{ program: 'Traktor Pro 3', folder: '/D2', hasClient: false }];
  const found = (state: TraktorState) => traktorFindings(state, true).map(({ finding }) => finding);
  expect(found(stateWith({ installed, received: true }))).toEqual(['Traktor reports what it plays']);
  expect(found(stateWith({ received: true, unknownDecks: ['A', 'C'] }))).toEqual([
    'decks A and C: what plays is unknown until the next load',
  ]);
});

test('the set-up page says which folder it is on Windows and on macOS', async () => {
  const reach = { here: 'http://127.0.0.1:9090/', host: '192.168.1.20', callback: '' };
  const steps = traktor.card.steps(settingsOf(traktorOptions, {}), reach);
  const folders = steps.flatMap(({ copy = '' }) => (copy.endsWith('CSI') ? [copy] : []));
  const [windows = '', mac = ''] = folders;
  const onWindows = diskWith({ [`${windows}\\D2\\Api\\ApiClient.js`]: CLIENT });
  const onMac = diskWith({ [`${mac}/D2/Api/ApiClient.js`]: CLIENT });
  expect(await findTraktor({ platform: 'win32', env: {} }, onWindows)).toMatchObject([{ hasClient: true }]);
  expect(await findTraktor(MAC, onMac)).toMatchObject([{ hasClient: true }]);
});
