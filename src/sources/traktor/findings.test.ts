import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { listen } from '../../core/listening.ts';
import type { Disk } from '../../core/tools.ts';
import { examineTraktor } from './examine.ts';
import { installedFindings, type TraktorState, traktorFindings } from './findings.ts';
import { traktor } from './index.ts';
import { findTraktor, type TraktorInstallation } from './installation.ts';
import { traktorOptions } from './options.ts';

const MAC = { platform: 'darwin', env: {} } as const;
const WINDOWS = { platform: 'win32', env: { ProgramFiles: 'D:\\Programs' } } as const;
const MAC_CSI = '/Applications/Native Instruments/Traktor Pro 3/Traktor.app/Contents/Resources/qml/CSI';
const MAC_CLIENT = `${MAC_CSI}/D2/Api/ApiClient.js`;
const WINDOWS_CSI = 'D:\\Programs\\Native Instruments\\Traktor Pro 4\\Resources64\\qml\\CSI';
const CLIENT = 'var apiUrl = "http://localhost:8080"\n';
/** Lacks the client. */
const MAC_PRO_4 = { [`${MAC_CSI.replace('Pro 3', 'Pro 4')}/D2/D2.qml`]: '' };

/** Has these files and their folders. */
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

function onMac(files: Readonly<Record<string, string>>): Promise<readonly TraktorInstallation[]> {
  return findTraktor(MAC, diskWith(files));
}

function findings(change: Partial<TraktorState>, listens: boolean) {
  const address = { host: '127.0.0.1', port: 8080 };
  const state = {
    address,
    received: false,
    lost: [],
    stillDecks: [],
    unknownDecks: [],
    unreportedDecks: [],
    installed: [],
    ...change,
  };
  return traktorFindings(state, listens);
}

function said(change: Partial<TraktorState>, listens: boolean): readonly string[] {
  return findings(change, listens).map(({ severity, finding }) => `${severity}: ${finding}`);
}

test('diagnosis finds the client in its folder on macOS and Windows', async () => {
  expect(await onMac({ [MAC_CLIENT]: CLIENT })).toEqual([
    { program: 'Traktor Pro 3', folder: `${MAC_CSI}/D2`, hasClient: true, url: 'http://localhost:8080' },
  ]);
  expect(await findTraktor(WINDOWS, diskWith({ [`${WINDOWS_CSI}\\D2\\D2.qml`]: '' }))).toEqual([
    { program: 'Traktor Pro 4', folder: `${WINDOWS_CSI}\\D2`, hasClient: false },
  ]);
  expect(await findTraktor({ platform: 'linux', env: {} }, diskWith({ [MAC_CLIENT]: CLIENT }))).toEqual([]);
  expect(await onMac({})).toEqual([]);
});

test('diagnosis reports a Traktor whose update removed the client, with the folder to copy it to', async () => {
  const installed = await onMac(MAC_PRO_4);
  const [finding] = findings({ installed }, false);
  expect(finding).toMatchObject({
    severity: 'fault',
    finding: expect.stringMatching(/^Traktor Pro 4 cannot report what it plays: .* a Traktor update removed/),
    todo: expect.stringContaining(installed[0]?.folder ?? 'a folder'),
  });
  expect(findings({ installed }, true)).toEqual([finding]);
});

test('diagnosis reports different ports with both numbers', async () => {
  const installed = await onMac({ [MAC_CLIENT]: CLIENT.replace('8080', '8081') });
  expect(findings({ installed }, true)).toMatchObject([
    {
      finding: 'Traktor Pro 3 sends to http://localhost:8081, but deckcast listens on port 8080',
      todo: expect.stringContaining('--traktor.addr=127.0.0.1:8081'),
    },
  ]);
});

test.each([
  ['of two Traktors one has the client', { [MAC_CLIENT]: CLIENT, ...MAC_PRO_4 }],
  ['it cannot be read where the client sends to', { [MAC_CLIENT]: 'send(address)' }],
])('diagnosis reports no problem when %s', async (_, files) => {
  expect(said({ installed: await onMac(files) }, false)).toEqual([
    'ok: Traktor Pro 3 has the API files in its D2 folder',
  ]);
});

test('diagnosis lists installed Traktors and missing parts while the source is not chosen', async () => {
  const found = installedFindings(await onMac({ [MAC_CLIENT]: CLIENT, ...MAC_PRO_4 }));
  expect(found.map(({ severity, finding }) => `${severity}: ${finding}`)).toEqual([
    'note: Traktor Pro 3 is on this computer, with the API files in its D2 folder',
    'note: Traktor Pro 4 is on this computer, but without the API files that report what it plays',
  ]);
});

test('diagnosis trusts received messages more than the installation', () => {
  const installed = [{ program: 'Traktor Pro 3', folder: '/D2', hasClient: false }];
  expect(said({ installed, received: true }, true)).toEqual(['ok: Traktor reports what it plays']);
  expect(said({ received: true, unknownDecks: ['A', 'C'] }, true)).toEqual([
    'warning: decks A and C: their tracks are unknown until the next load',
  ]);
  expect(said({ received: true, stillDecks: ['A'], unknownDecks: ['C'] }, true)).toEqual([
    'warning: deck A has a track and an open channel, but Traktor does not report it as playing',
  ]);
  const untold = { unreportedDecks: ['C'], unknownDecks: ['C'] };
  expect(said({ received: true, ...untold }, true)).toEqual([
    'warning: deck C: its level is unknown until its fader moves',
  ]);
});

test('diagnosis shows the folders on Windows and on macOS in the set-up steps', async () => {
  const reach = { here: 'http://127.0.0.1:9090/', host: '192.168.1.20', callback: '' };
  const steps = traktor.card.steps(settingsOf(traktorOptions, {}), reach);
  const [windows = '', mac = ''] = steps.flatMap(({ copy = '' }) => (copy.endsWith('CSI') ? [copy] : []));
  const onWindows = diskWith({ [`${windows}\\D2\\Api\\ApiClient.js`]: CLIENT });
  expect(await findTraktor({ platform: 'win32', env: {} }, onWindows)).toMatchObject([{ hasClient: true }]);
  expect(await onMac({ [`${mac}/D2/Api/ApiClient.js`]: CLIENT })).toMatchObject([{ hasClient: true }]);
});

test('the set-up steps name the port that is set, also for a Traktor on this computer', () => {
  const reach = { here: 'http://127.0.0.1:9090/', host: '127.0.0.1', callback: '' };
  const settings = settingsOf(traktorOptions, { 'traktor.addr': { host: '127.0.0.1', port: 8087 } });
  const step = traktor.card.steps(settings, reach).find(({ set }) => set?.includes('traktor.addr'));
  expect(step?.copy).toBe('http://127.0.0.1:8087');
  expect(String(step?.text)).toMatch(/or the port below is not 8080: .* such as :8087$/);
});

test('diagnosis reports before a set whether Traktor can send here', async () => {
  const server = createServer();
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const settings = settingsOf(traktorOptions, { 'traktor.addr': { host: '127.0.0.1', port } });
  expect(await examineTraktor(settings, { disk: memoryDisk() })).toMatchObject([
    { severity: 'fault', finding: expect.stringContaining(`TCP port ${port} is in use by `) },
    { severity: 'note', finding: 'no Traktor was found on this computer' },
  ]);
});
