/** Port 50000. */
import { type PresenceMessage, presenceCodec } from '../messages/presence.ts';
import { type LinkFixtureTable, made, real } from './fixtures.ts';

const PLAYER = { name: 'CDJ-2000nexus', format: 2 };
const MIXER = { name: 'DJM-2000nexus', format: 2 };

export const presenceFixtures: LinkFixtureTable<PresenceMessage> = {
  codec: presenceCodec,
  rows: [
    real('hello of a player', '5173707431576d4a4f4c0a0043444a2d323030306e65787573000000000000000102002501', {
      ...PLAYER,
      kind: 'hello',
      role: 1,
    }),
    real(
      'first claim of a player',
      `5173707431576d4a4f4c000043444a2d323030306e65787573000000000000000102002c0101745e1c56c070`,
      { ...PLAYER, kind: 'claim-hardware', role: 1, mac: '74:5e:1c:56:c0:70' },
    ),
    real(
      'a mixer offers to assign a number',
      `5173707431576d4a4f4c0100444a4d2d323030306e65787573000000000000000102002fa9fe633c745e1c35633c01`,
      { ...MIXER, kind: 'assignment-offer', ip: '169.254.99.60', mac: '74:5e:1c:35:63:3c' },
    ),
    real(
      'the mixer assigns number 3',
      '5173707431576d4a4f4c0301444a4d2d323030306e657875730000000000000001020027030100',
      { ...MIXER, kind: 'assignment', number: 3 },
    ),
    real(
      'third claim, broadcast',
      '5173707431576d4a4f4c040043444a2d323030306e6578757300000000000000010200260301',
      { ...PLAYER, kind: 'claim-number', number: 3 },
    ),
    real(
      'claim refused: another player is number 2',
      '5173707431576d4a4f4c050043444a2d323030306e6578757300000000000000010200260201',
      { ...PLAYER, kind: 'number-in-use', number: 2 },
    ),
    real(
      'second claim, with a fixed number',
      `5173707431576d4a4f4c020043444a2d323030306e657875730000000000000001020032a9feca54745e1c56ca540201
        0102`,
      {
        ...PLAYER,
        kind: 'claim-address',
        ip: '169.254.202.84',
        mac: '74:5e:1c:56:ca:54',
        number: 2,
        role: 1,
      },
    ),
    real(
      'keep-alive of the first player on the network',
      `5173707431576d4a4f4c060043444a2d323030306e6578757300000000000000010200360202745e1c56f4b5a9fef4b5
        020000000100`,
      {
        ...PLAYER,
        kind: 'keep-alive',
        number: 2,
        first: true,
        mac: '74:5e:1c:56:f4:b5',
        ip: '169.254.244.181',
        devices: 2,
        role: 1,
        generation: 0,
      },
    ),
    real(
      'keep-alive of a mixer',
      `5173707431576d4a4f4c0600444a4d2d323030306e6578757300000000000000010200362101745e1c35633ca9fe633c
        020000000200`,
      {
        ...MIXER,
        kind: 'keep-alive',
        number: 33,
        first: false,
        mac: '74:5e:1c:35:63:3c',
        ip: '169.254.99.60',
        devices: 2,
        role: 2,
        generation: 0,
      },
    ),
    made(
      'keep-alive of a CDJ-3000 as player 6',
      `5173707431576d4a4f4c060043444a2d33303030000000000000000000000000010300360601c83dfc0000060a000006
        050000000164`,
      {
        kind: 'keep-alive',
        name: 'CDJ-3000',
        format: 3,
        number: 6,
        first: false,
        mac: 'c8:3d:fc:00:00:06',
        ip: '10.0.0.6',
        devices: 5,
        role: 1,
        generation: 0x64,
      },
    ),
    made(
      'a player defends its number',
      `5173707431576d4a4f4c080043444a2d323030306e657875730000000000000001020029020a000002`,
      { ...PLAYER, kind: 'conflict', number: 2, ip: '10.0.0.2' },
    ),
    made(
      'an unknown kind',
      '5173707431576d4a4f4c7f0043444a2d3330303000000000000000000000000001030027010203',
      { kind: 'unknown', name: 'CDJ-3000', format: 3, code: 0x7f, body: Buffer.of(1, 2, 3) },
    ),
  ],
};
