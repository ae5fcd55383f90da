import type { LinkDevice } from '@deckcast/prodjlink';
import { describe, expect, test } from 'vitest';
import { announcedFindings, type LinkState, linkFindings, linkProblems } from './findings.ts';

const device = (number: number, name = 'CDJ-2000NXS2', role: LinkDevice['role'] = 'player'): LinkDevice => ({
  key: `10.0.0.${number}/${number}`,
  number,
  name,
  address: `10.0.0.${number}`,
  mac: null,
  role,
});

const OPEN = { kind: 'open' } as const;
const HELD = { kind: 'failed', error: 'EADDRINUSE' } as const;

const CABLE = {
  name: 'eth0',
  address: '10.0.0.9',
  netmask: '255.255.255.0',
  mac: '02:00:00:00:00:09',
  internal: false,
};

const WELL: LinkState = {
  link: {
    guest: { kind: 'announced', number: 7 },
    interface: undefined,
    addresses: [CABLE],
    ports: { presence: OPEN, timing: OPEN, status: OPEN },
    devices: [],
    unreachable: [],
    dropped: 0,
    sendError: undefined,
  },
  chosenInterface: '',
  own: [CABLE],
  holders: '',
  players: [device(1), device(2)],
  unnamed: [],
  unreadable: [],
  isConnected: true,
  mixers: [device(33, 'DJM-900NXS2', 'mixer')],
  reportsOnAir: true,
  neverOpen: false,
  isOffered: false,
};

const withLink = (link: Partial<LinkState['link']>, change: Partial<LinkState> = {}): LinkState => ({
  ...WELL,
  ...change,
  link: { ...WELL.link, ...link },
});
const withPorts = (ports: Partial<LinkState['link']['ports']>, change: Partial<LinkState>): LinkState =>
  withLink({ ports: { ...WELL.link.ports, ...ports } }, change);
const silent = (why: 'fragile-device' | 'listen-only' | 'no-number', change: Partial<LinkState> = {}) =>
  withLink({ guest: { kind: 'silent', why } }, change);
const NO_DEVICES = { players: [], isConnected: false, mixers: [], reportsOnAir: false };

test('linkFindings returns no problem for players that send their state and a mixer that reports channels', () => {
  expect(linkProblems(WELL)).toEqual([]);
  expect(linkFindings(WELL).map(({ severity, finding }) => `${severity}: ${finding}`)).toEqual([
    'ok: player 1 (CDJ-2000NXS2) is on the network',
    'ok: player 2 (CDJ-2000NXS2) is on the network',
    'ok: DJM-900NXS2 reports which channels are open',
  ]);
});

test('linkFindings tells a damaged library from an unreadable one', () => {
  const medium = 'USB of player 1';
  const unreadable = [
    { medium, isPartial: true, finding: 'its library is damaged', todo: 'export again' },
    { medium, isPartial: false, finding: 'it has no rekordbox library', todo: 'export' },
  ];
  const found = linkFindings({ ...WELL, unreadable }).filter(({ severity }) => severity === 'warning');
  expect(found.map(({ finding }) => finding)).toEqual([
    'some titles from USB of player 1 are unknown: its library is damaged',
    'titles from USB of player 1 are unknown: it has no rekordbox library',
  ]);
});

describe('linkProblems', () => {
  test.each<readonly [string, LinkState, RegExp]>([
    [
      'returns held ports with their holder',
      withPorts({ timing: HELD, status: HELD }, { ...NO_DEVICES, holders: 'rekordbox' }),
      /^UDP ports 50001 and 50002 cannot be opened: rekordbox uses them/,
    ],
    [
      'returns a held port with an unknown holder',
      withPorts({ status: HELD }, { isConnected: false }),
      /^UDP port 50002 cannot be opened: another program uses it/,
    ],
    ['returns a missing player', { ...WELL, ...NO_DEVICES }, /^no player was found$/],
    [
      'returns a missing player on the chosen interface',
      { ...WELL, ...NO_DEVICES, chosenInterface: 'eth1' },
      / found on eth1$/,
    ],
    [
      'returns an unreachable network',
      withLink({ unreachable: ['10.1.2.3'] }, NO_DEVICES),
      /^devices at 10\.1\.2\.3 announce/,
    ],
    ['returns a firewall', { ...WELL, isConnected: false }, /^players were found, but send no data$/],
    ['returns a device that may freeze', silent('fragile-device'), /^an XDJ-RX is on the network/],
    ['returns taken numbers', silent('no-number'), /^other programs on the network use every number/],
    [
      'returns a mixer port that assigns numbers',
      { ...WELL, isConnected: false, isOffered: true },
      /^a mixer takes this computer/,
    ],
    ['returns channels that were never open', { ...WELL, neverOpen: true }, /never reported .* as open$/],
    ['returns failed announcements', withLink({ sendError: 'ENETUNREACH' }), /sent \(ENETUNREACH\)$/],
  ])('%s', (_, state, problem) => {
    expect(linkProblems(state)[0]?.finding).toMatch(problem);
    expect(linkProblems(state)[0]?.todo).not.toBe('');
  });

  test.each<readonly [string, LinkState]>([
    ['has no address', withLink({ addresses: [] }, NO_DEVICES)],
    ['is in a VPN alone', withLink({ addresses: [{ ...CABLE, name: 'wg0' }] }, NO_DEVICES)],
    [
      'has no address, and a port is held',
      withLink({ addresses: [], ports: { presence: OPEN, timing: HELD, status: HELD } }, NO_DEVICES),
    ],
  ])('names the missing network alone, not the firewall, while the computer %s', (_, state) => {
    const [first, ...others] = linkProblems(state);
    expect(first).toMatchObject({ area: 'network', severity: 'fault' });
    expect(String(first?.finding)).toBe('this computer is not on a network');
    expect(String(first?.todo)).toMatch(/^connect a network cable/);
    expect(others.map(({ todo, plain = '' }) => `${todo} ${plain}`).join()).not.toMatch(/firewall/);
  });

  test('names the chosen interface that has no address', () => {
    const state = withLink({ addresses: [] }, { ...NO_DEVICES, chosenInterface: 'eth1' });
    expect(linkProblems(state).map(({ finding }) => String(finding))).toEqual([
      'no network interface eth1 with an IPv4 address was found',
    ]);
  });

  test.each([
    [
      'has another network',
      [{ ...CABLE, name: 'wlan0', address: '192.168.1.20' }],
      /^devices at 10\.0\.0\.2 announce themselves on eth0, but --prodjlink\.interface is set to wlan0$/,
    ],
    ['does not exist', [], /^no network interface wlan0 with an IPv4 address was found$/],
  ] as const)('names the right interface while the chosen one %s', (_, addresses, finding) => {
    const state = withLink(
      { addresses, unreachable: ['10.0.0.2'] },
      { ...NO_DEVICES, chosenInterface: 'wlan0' },
    );
    const problems = linkProblems(state);
    expect(problems.map((one) => String(one.finding))).toEqual([expect.stringMatching(finding)]);
    expect(String(problems[0]?.todo)).toBe('set --prodjlink.interface to eth0, or remove it');
  });

  test('names the address of this computer where nothing is heard, which may be of another network', () => {
    const [missing] = linkProblems({ ...WELL, ...NO_DEVICES });
    expect(String(missing?.todo)).toMatch(/eth0 \(10\.0\.0\.9\).*DHCP/);
    expect(String(missing?.plain)).toMatch(/DHCP/);
  });

  test('has severity fault while no player sends its state, warning otherwise', () => {
    const severityOf = (state: LinkState) =>
      linkFindings(state).find(({ finding }) => String(finding) === String(linkProblems(state)[0]?.finding))
        ?.severity;
    expect(severityOf({ ...WELL, ...NO_DEVICES })).toBe('fault');
    expect(severityOf({ ...WELL, neverOpen: true })).toBe('warning');
  });

  test.each<readonly [string, LinkState]>([
    ['a mixer offered a number, but players send their state', { ...WELL, isOffered: true }],
    ['listen-only is set', silent('listen-only', { isConnected: false })],
  ])('returns nothing while %s', (_, state) => {
    expect(linkProblems(state)).toEqual([]);
  });
});

test('announcedFindings lists players, and those with unreadable titles', () => {
  const devices = [
    device(1),
    device(2, 'OPUS-QUAD'),
    device(33, 'DJM-900NXS2', 'mixer'),
    device(8, 'x', 'other'),
  ];
  const noted = announcedFindings(withLink({ devices, unreachable: ['169.254.7.7'] }));
  expect(noted.map(({ severity, finding }) => `${severity}: ${finding}`)).toEqual([
    'note: player 1 (CDJ-2000NXS2) announces itself at 10.0.0.1',
    'note: player 2 (OPUS-QUAD) announces itself at 10.0.0.2, and its titles would be unknown',
    'note: a mixer (DJM-900NXS2) announces itself at 10.0.0.33',
    'note: devices at 169.254.7.7 announce themselves, but this computer has no address in their network',
  ]);
});
