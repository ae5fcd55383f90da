import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { describeHolders, holdersOf, howToFindHolder, inodesOf, isDeckcast } from './ports.ts';

/** Table of Linux: two sockets on the port, of which one is connected, and one on another port. */
const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
 1153: 00000000:C889 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 41231 2 0000000000000000 0
 1154: 0100007F:C889 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 41232 2 0000000000000000 0
 1155: 00000000:14E9 00000000:0000 07 00000000:00000000 00:00000000 00000000   107        0 20111 2 0000000000000000 0
`;

test('inodesOf returns only waiting sockets of the port', () => {
  expect(inodesOf(TABLE, 51337, '07')).toEqual(['41231']);
  expect(inodesOf(TABLE, 51338, '07')).toEqual([]);
});

test('describes a holder by program and script, without its other arguments', () => {
  const holder = (command: string) => [{ pid: 7, command }];
  expect(describeHolders(holder('/usr/bin/python3 /opt/radio/server.py --token=s3cret'))).toBe(
    'python3 server.py (process 7)',
  );
  expect(describeHolders(holder('/opt/SoundSwitch --key s3cret'))).toBe('SoundSwitch (process 7)');
  expect(describeHolders(holder('node --inspect app.js'))).toBe('node (process 7)');
  expect(describeHolders(holder(''))).toBe('a program (process 7)');
  expect(describeHolders([])).toBe('another program');
});

test.each([
  ['/usr/bin/node /srv/deckcast/bin/deckcast.js start', true],
  ['C:\\node.exe C:\\deckcast\\bin\\deckcast.js', true],
  ['deckcast start', true],
  ['/usr/bin/node /srv/deckcast/other.js', false],
])('isDeckcast classifies %s', (command, expected) => {
  expect(isDeckcast({ pid: 1, command })).toBe(expected);
});

test('howToFindHolder returns a command for each OS', () => {
  const ways = (['win32', 'darwin', 'linux'] as const).map((platform) =>
    howToFindHolder('udp', 51337, platform),
  );
  expect(ways).toEqual([
    'netstat -ano -p udp | findstr :51337',
    'sudo lsof -nP -iUDP:51337',
    'sudo ss -lpnu sport = :51337',
  ]);
});

/** Opens two UDP ports, prints them, and waits. */
const HOLDER = `
const sockets = [0, 0].map(() => require('node:dgram').createSocket('udp4').bind(0, '127.0.0.1'));
const opened = sockets.map((socket) => new Promise((done) => socket.once('listening', done)));
Promise.all(opened).then(() => console.log(sockets.map((socket) => socket.address().port).join()));`;

// Holders are not revealed elsewhere.
test.runIf(process.platform === 'linux')('holdersOf lists a program with several ports once', async () => {
  const program = spawn(process.execPath, ['-e', HOLDER], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void program.kill());
  const [line] = await once(program.stdout, 'data');
  const ports = String(line).trim().split(',').map(Number);
  expect(await holdersOf('udp', ...ports)).toMatchObject([{ pid: program.pid }]);
  expect(await holdersOf('udp', ports[1] ?? 0)).toMatchObject([{ pid: program.pid }]);
});
