import type { LocalAddress } from '@deckcast/wire-kit';
import { describe, expect, test } from 'vitest';
import { type AnnouncerRules, AnnouncerTable } from './announcer-table.ts';
import type { Announcement } from './messages/discovery.ts';

const OWN = '52fdfc072182654f163f5f0f9a621d72';
const ethernet: LocalAddress = {
  name: 'eth0',
  address: '192.168.1.2',
  netmask: '255.255.255.0',
  mac: '00:05:95:02:49:00',
  internal: false,
};
const loopback: LocalAddress = {
  name: 'lo',
  address: '127.0.0.1',
  netmask: '255.0.0.0',
  mac: '00:00:00:00:00:00',
  internal: true,
};

function network(rules: Partial<AnnouncerRules> = {}, locals: readonly LocalAddress[] = [ethernet]) {
  const announcers = new AnnouncerTable({
    own: OWN,
    interfaces: undefined,
    ignoreLinkLocal: false,
    maxDevices: 32,
    silenceMs: 5000,
    wanted: () => true,
    ...rules,
  });
  return {
    announce(changes: Partial<Announcement> = {}, address = '192.168.1.10', now = 0): string {
      const events = announcers.noteAnnouncement({ ...player, ...changes }, address, locals, now);
      const lines = events.map((event) =>
        event.kind === 'ignored'
          ? `ignored: ${event.reason}`
          : `${event.kind} ${event.device.address}:${event.device.port}`,
      );
      return lines.join(', ') || 'nothing';
    },
    note: (token: string, outcome: 'failed' | 'connected') => announcers.note(token, outcome),
    leftOut: () => announcers.leftOut,
    ignored: () => announcers.ignored.map(({ device, reason }) => `${device.software} ${reason}`),
    expire: (now: number) => announcers.expire(now).map((event) => `${event.kind} ${event.device.source}`),
  };
}

const player: Announcement = {
  token: '828beb02da1f4e68a6afb0b167eaf0a2',
  source: 'sc6000',
  action: 'howdy',
  software: 'JP13',
  version: '2.3.1',
  port: 35043,
};

test('a device is found once, however often it announces itself', () => {
  const { announce } = network();
  expect([announce(), announce(), announce()]).toEqual(['found 192.168.1.10:35043', 'nothing', 'nothing']);
});

test('a goodbye removes the device at once, unless it comes from another address', () => {
  const { announce } = network();
  const goodbye = (address?: string) => announce({ action: 'exit' }, address);
  expect([announce(), goodbye('192.168.1.66'), goodbye(), goodbye()]).toEqual([
    'found 192.168.1.10:35043',
    'nothing',
    'gone 192.168.1.10:35043',
    'nothing',
  ]);
});

describe('without room for another device', () => {
  const token = (number: number) => number.toString(16).padStart(32, '0');
  const FIRST = token(1);

  function full(outcome?: 'failed' | 'connected', address = (number: number) => `192.168.1.${number}`) {
    const now = network({ maxDevices: 4 });
    for (const number of [1, 2, 3, 4]) {
      now.announce({ token: token(number), port: number }, address(number));
      if (outcome !== undefined) {
        now.note(token(number), outcome);
      }
    }
    return now;
  }

  test('the oldest device that could not be connected gives way after five seconds', () => {
    const { announce, leftOut } = full('failed');
    expect(announce({}, undefined, 4_999)).toBe('ignored: too-many');
    expect(leftOut()).toBe(1);
    expect(announce({}, undefined, 5_000)).toBe('gone 192.168.1.1:1, found 192.168.1.10:35043');
    expect(leftOut()).toBe(0);
  });

  test('a device that was connected stays, even if it cannot be connected again', () => {
    const { announce, note } = full('connected');
    note(FIRST, 'failed');
    expect(announce({}, undefined, 60_000)).toBe('ignored: too-many');
  });

  test('a device that was not tried yet stays', () => {
    expect(full().announce({}, undefined, 60_000)).toBe('ignored: too-many');
  });

  test('one of several at one address gives way at once', () => {
    const { announce } = full(undefined, () => '192.168.1.66');
    expect(announce()).toBe('gone 192.168.1.66:1, found 192.168.1.10:35043');
    expect(announce({ token: token(5), port: 5 }, '192.168.1.66')).toBe('ignored: too-many');
  });

  test('a device does not give way to one of several at one address', () => {
    const { announce, note } = full('failed', (number) => (number === 1 ? '192.168.1.10' : '192.168.1.66'));
    note(FIRST, 'failed');
    expect(announce({ token: token(5), port: 5 }, '192.168.1.66', 5_000)).toBe(
      'gone 192.168.1.66:2, found 192.168.1.66:5',
    );
  });

  test('a device without room counts as long as it announces itself', () => {
    const { announce, leftOut, expire } = full('connected');
    announce({}, undefined, 1_000);
    expire(6_000);
    expect(leftOut()).toBe(1);
    expire(6_001);
    expect(leftOut()).toBe(0);
  });
});

test('more than five seconds of silence remove a device', () => {
  const { announce, expire } = network();
  announce({}, undefined, 1000);
  expect(expire(6000)).toEqual([]);
  expect(expire(6001)).toEqual(['gone sc6000']);
  expect(expire(6002)).toEqual([]);
});

test('a new port means a restart', () => {
  const { announce } = network();
  announce();
  expect(announce({ port: 40000 })).toBe('moved 192.168.1.10:40000');
});

describe('two addresses of one device', () => {
  test('the first of two in our network stays', () => {
    const { announce } = network();
    announce();
    expect(announce({}, '192.168.1.11')).toBe('nothing');
  });

  test('an address outside our network gives way to one inside', () => {
    const { announce } = network();
    expect(announce({}, '169.254.69.199')).toBe('found 169.254.69.199:35043');
    expect(announce({}, '192.168.1.10')).toBe('moved 192.168.1.10:35043');
    expect(announce({}, '169.254.69.199')).toBe('nothing');
  });

  test('the second address does not keep the first alive', () => {
    const { announce, expire } = network();
    announce({}, '192.168.1.10', 0);
    announce({}, '192.168.1.11', 5001);
    expect(expire(5001)).toEqual(['gone sc6000']);
    expect(announce({}, '192.168.1.11', 5002)).toBe('found 192.168.1.11:35043');
  });
});

describe('ignores', () => {
  test.each([
    ['a client with nothing to offer', { port: 0 }, 'no-port'],
    ['the track analysis inside a player', { software: 'OfflineAnalyzer' }, 'no-state'],
    ['lighting software', { software: 'SoundSwitch 2.7' }, 'no-state'],
    ['the lighting inside a player', { source: 'SSS0', software: 'SoundSwitchEmbedded' }, 'no-state'],
    ['video software', { software: 'Resolume Arena' }, 'no-state'],
    ['an X1800', { software: 'JM08' }, 'mixer'],
    ['an X1850', { software: 'JM10' }, 'mixer'],
  ])('%s', (_, changes, reason) => {
    expect(network().announce(changes)).toBe(`ignored: ${reason}`);
  });

  test('our own announcements, from whatever address they come back', () => {
    const { announce } = network();
    expect([announce({ token: OWN }), announce({ token: OWN }, '172.18.0.1')]).toEqual([
      'nothing',
      'nothing',
    ]);
  });

  test('devices that the caller does not want', () => {
    expect(network({ wanted: (device) => device.source === 'prime4' }).announce()).toBe(
      'ignored: not-wanted',
    );
  });

  test('self-assigned addresses, if the caller says so', () => {
    expect(network({ ignoreLinkLocal: true }).announce({}, '169.254.69.199')).toBe('ignored: link-local');
    expect(network().announce({}, '169.254.69.199')).toBe('found 169.254.69.199:35043');
  });

  test('loopback, unless it is chosen, and then everything else', () => {
    expect(network().announce({}, '127.0.0.1')).toBe('ignored: other-network');
    const { announce } = network({ interfaces: ['lo'] }, [loopback]);
    expect(announce({}, '192.168.1.10')).toBe('ignored: other-network');
    expect(announce({}, '127.0.0.1')).toBe('found 127.0.0.1:35043');
  });

  test('one device more than the limit, until another leaves', () => {
    const { announce } = network({ maxDevices: 1 });
    const second = { token: 'ab'.repeat(16) };
    expect([announce(), announce(second), announce()]).toEqual([
      'found 192.168.1.10:35043',
      'ignored: too-many',
      'nothing',
    ]);
    announce({ action: 'exit' });
    expect(announce(second)).toBe('found 192.168.1.10:35043');
  });

  test('a device until it says goodbye or stops announcing itself', () => {
    const { announce, ignored, expire } = network();
    const analyzer = { software: 'OfflineAnalyzer' };
    announce(analyzer);
    announce({ ...analyzer, token: 'ab'.repeat(16) });
    expect(ignored()).toEqual(['OfflineAnalyzer no-state', 'OfflineAnalyzer no-state']);
    announce({ ...analyzer, action: 'exit' });
    expect(ignored()).toEqual(['OfflineAnalyzer no-state']);
    announce({ ...analyzer, token: 'ab'.repeat(16) }, '192.168.1.10', 4000);
    expire(6000);
    expect(ignored()).toEqual(['OfflineAnalyzer no-state']);
    expire(9001);
    expect(ignored()).toEqual([]);
  });

  test('a device, and reports it once for each reason', () => {
    const { announce } = network();
    expect([announce({ port: 0 }), announce({ port: 0 }), announce({ software: 'JM08' })]).toEqual([
      'ignored: no-port',
      'nothing',
      'ignored: mixer',
    ]);
  });
});
