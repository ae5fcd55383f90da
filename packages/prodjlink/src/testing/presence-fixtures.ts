/** Datagrams of port 50000. */
import { type PresenceMessage, presenceCodec } from '../messages/presence.ts';
import type { LinkFixtureTable } from './fixtures.ts';

export const presenceFixtures: LinkFixtureTable<PresenceMessage> = {
  codec: presenceCodec,
  rows: [
    {
      name: 'hello of a player',
      real: true,
      hex: '5173707431576d4a4f4c0a0043444a2d323030306e65787573000000000000000102002501',
      value: { kind: 'hello', name: 'CDJ-2000nexus', format: 2, role: 1 },
    },
    {
      name: 'first claim of a player',
      real: true,
      hex: `5173707431576d4a4f4c000043444a2d323030306e65787573000000000000000102002c0101745e1c56c070`,
      value: { kind: 'claim-hardware', name: 'CDJ-2000nexus', format: 2, role: 1, mac: '74:5e:1c:56:c0:70' },
    },
    {
      name: 'a mixer offers to assign a number',
      real: true,
      hex: `5173707431576d4a4f4c0100444a4d2d323030306e65787573000000000000000102002fa9fe633c745e1c35633c01`,
      value: {
        kind: 'assignment-offer',
        name: 'DJM-2000nexus',
        format: 2,
        ip: '169.254.99.60',
        mac: '74:5e:1c:35:63:3c',
      },
    },
    {
      name: 'a player takes the offer',
      real: true,
      hex: `5173707431576d4a4f4c020143444a2d323030306e657875730000000000000001020032a9fec070745e1c56c0700001
        0101`,
      value: {
        kind: 'claim-address',
        name: 'CDJ-2000nexus',
        format: 2,
        ip: '169.254.192.112',
        mac: '74:5e:1c:56:c0:70',
        number: 0,
        role: 1,
      },
    },
    {
      name: 'the mixer assigns number 3',
      real: true,
      hex: '5173707431576d4a4f4c0301444a4d2d323030306e657875730000000000000001020027030100',
      value: { kind: 'assignment', name: 'DJM-2000nexus', format: 2, number: 3 },
    },
    {
      name: 'third claim, to everybody',
      real: true,
      hex: '5173707431576d4a4f4c040043444a2d323030306e6578757300000000000000010200260301',
      value: { kind: 'claim-number', name: 'CDJ-2000nexus', format: 2, number: 3 },
    },
    {
      name: 'another player says that it is number 2',
      real: true,
      hex: '5173707431576d4a4f4c050043444a2d323030306e6578757300000000000000010200260201',
      value: { kind: 'number-in-use', name: 'CDJ-2000nexus', format: 2, number: 2 },
    },
    {
      name: 'second claim, with a fixed number',
      real: true,
      hex: `5173707431576d4a4f4c020043444a2d323030306e657875730000000000000001020032a9feca54745e1c56ca540201
        0102`,
      value: {
        kind: 'claim-address',
        name: 'CDJ-2000nexus',
        format: 2,
        ip: '169.254.202.84',
        mac: '74:5e:1c:56:ca:54',
        number: 2,
        role: 1,
      },
    },
    {
      name: 'keep-alive of the first player on the network',
      real: true,
      hex: `5173707431576d4a4f4c060043444a2d323030306e6578757300000000000000010200360202745e1c56f4b5a9fef4b5
        020000000100`,
      value: {
        kind: 'keep-alive',
        name: 'CDJ-2000nexus',
        format: 2,
        number: 2,
        first: true,
        mac: '74:5e:1c:56:f4:b5',
        ip: '169.254.244.181',
        devices: 2,
        role: 1,
        generation: 0,
      },
    },
    {
      name: 'keep-alive of a mixer',
      real: true,
      hex: `5173707431576d4a4f4c0600444a4d2d323030306e6578757300000000000000010200362101745e1c35633ca9fe633c
        020000000200`,
      value: {
        kind: 'keep-alive',
        name: 'DJM-2000nexus',
        format: 2,
        number: 33,
        first: false,
        mac: '74:5e:1c:35:63:3c',
        ip: '169.254.99.60',
        devices: 2,
        role: 2,
        generation: 0,
      },
    },
    {
      name: 'keep-alive of a player that joined',
      real: true,
      hex: `5173707431576d4a4f4c060043444a2d323030306e6578757300000000000000010200360201745e1c56ca54a9feca54
        010000000100`,
      value: {
        kind: 'keep-alive',
        name: 'CDJ-2000nexus',
        format: 2,
        number: 2,
        first: false,
        mac: '74:5e:1c:56:ca:54',
        ip: '169.254.202.84',
        devices: 1,
        role: 1,
        generation: 0,
      },
    },
    {
      name: 'keep-alive of a program that players accepted',
      real: true,
      hex: `5173707431576d4a4f4c06005669727475616c2043444a0000000000000000000102003605013c15c2e7086cac102a02
        010000000100`,
      value: {
        kind: 'keep-alive',
        name: 'Virtual CDJ',
        format: 2,
        number: 5,
        first: false,
        mac: '3c:15:c2:e7:08:6c',
        ip: '172.16.42.2',
        devices: 1,
        role: 1,
        generation: 0,
      },
    },
    {
      name: 'keep-alive of a player among four devices',
      real: true,
      hex: `5173707431576d4a4f4c060043444a2d323030306e6578757300000000000000010200360202745e1c5782d80a0000cf
        040000000100`,
      value: {
        kind: 'keep-alive',
        name: 'CDJ-2000nexus',
        format: 2,
        number: 2,
        first: true,
        mac: '74:5e:1c:57:82:d8',
        ip: '10.0.0.207',
        devices: 4,
        role: 1,
        generation: 0,
      },
    },
    {
      name: 'hello of a CDJ-3000',
      hex: '5173707431576d4a4f4c0a0043444a2d33303030000000000000000000000000010400260140',
      value: { kind: 'hello', name: 'CDJ-3000', format: 4, role: 1 },
    },
    {
      name: 'keep-alive of a CDJ-3000 as player 6',
      hex: `5173707431576d4a4f4c060043444a2d33303030000000000000000000000000010300360601c83dfc0000060a000006
        050000000164`,
      value: {
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
    },
    {
      name: 'keep-alive of rekordbox',
      hex: `5173707431576d4a4f4c060072656b6f7264626f7800000000000000000000000103003611010200000000110a000011
        030000000400`,
      value: {
        kind: 'keep-alive',
        name: 'rekordbox',
        format: 3,
        number: 17,
        first: false,
        mac: '02:00:00:00:00:11',
        ip: '10.0.0.17',
        devices: 3,
        role: 4,
        generation: 0,
      },
    },
    {
      name: 'a player defends its number',
      hex: `5173707431576d4a4f4c080043444a2d323030306e657875730000000000000001020029020a000002`,
      value: { kind: 'conflict', name: 'CDJ-2000nexus', format: 2, number: 2, ip: '10.0.0.2' },
    },
    {
      name: 'a kind that nobody knows',
      hex: '5173707431576d4a4f4c7f0043444a2d3330303000000000000000000000000001030027010203',
      value: { kind: 'unknown', name: 'CDJ-3000', format: 3, code: 0x7f, body: Buffer.of(1, 2, 3) },
    },
  ],
};
