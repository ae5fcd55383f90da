/** Real layout, invented track names. */
import { type DatabaseMessage, databaseCodec } from '../messages/database.ts';
import { type LinkFixtureTable, made, real } from './fixtures.ts';

export const databaseFixtures: LinkFixtureTable<DatabaseMessage> = {
  codec: databaseCodec,
  rows: [
    real('set-up as number 3', '11872349ae11fffffffe1000000f01140000000c0600000000000000000000001100000003', {
      transaction: 0xfffffffe,
      kind: 0x0000,
      args: [3],
    }),
    real(
      'the server is player 2',
      `11872349ae11fffffffe1040000f02140000000c06060000000000000000000011000000001100000002`,
      { transaction: 0xfffffffe, kind: 0x4000, args: [0, 2] },
    ),
    real(
      'query of the items of track 50',
      `11872349ae11038000021020020f02140000000c06060000000000000000000011030103011100000032`,
      { transaction: 0x3800002, kind: 0x2002, args: [0x03010301, 50] },
    ),
    real(
      'rendering of the items',
      `11872349ae11038000031030000f06140000000c06060606060600000000000011030103011100000000110000000a11
        00000000110000000a1100000000`,
      { transaction: 0x3800003, kind: 0x3000, args: [0x03010301, 0, 10, 0, 10, 0] },
    ),
    real('foot', '11872349ae11038000031042010f00140000000c000000000000000000000000', {
      transaction: 0x3800003,
      kind: 0x4201,
      args: [],
    }),
    real(
      'query of picture 979',
      `11872349ae11038002181020030f02140000000c060600000000000000000000110208030111000003d3`,
      { transaction: 0x3800218, kind: 0x2003, args: [0x02080301, 979] },
    ),
    made(
      'a picture, shortened',
      `11872349ae11038002181040020f04140000000c06060603000000000000000011000020031100000000110000000814
        00000008ffd8ffe000104a46`,
      {
        transaction: 0x3800218,
        kind: 0x4002,
        args: [8195, 0, 8, Buffer.from('ffd8ffe000104a46', 'hex')],
      },
    ),
    real(
      'a request whose last argument, no bytes, is not sent',
      `11872349ae11038002221020040f05140000000c06060606030000000000000011020803011100000003110000041311
        00000000`,
      { transaction: 0x3800222, kind: 0x2004, args: [0x02080301, 3, 1043, 0, Buffer.alloc(0)] },
    ),
    real(
      'an answer without its two bytes arguments',
      `11872349ae11038002251047020f09140000000c06060603060606060300000011000021041100000000110000000011
        00000024110000000011000000001100000000`,
      {
        transaction: 0x3800225,
        kind: 0x4702,
        args: [8452, 0, 0, Buffer.alloc(0), 36, 0, 0, 0, Buffer.alloc(0)],
      },
    ),
    real(
      'query of the file of track 1043',
      `11872349ae11038002201021020f02140000000c06060000000000000000000011020803011100000413`,
      { transaction: 0x3800220, kind: 0x2102, args: [0x02080301, 1043] },
    ),
    made(
      'list row of title and artist',
      `11872349ae11038002151041010f0c140000000c06060602060206060606060611000001171100000413110000000a26
        000000050054006900640065000011000000242600000012004e004f00520054004800200041004e0044002000480041
        00520042004f0055005200001100000704110100000011000003d3110000000111000001001100000000`,
      {
        transaction: 0x3800215,
        kind: 0x4101,
        args: [279, 1043, 10, 'Tide', 36, 'NORTH AND HARBOUR', 1796, 16777216, 979, 1, 256, 0],
      },
    ),
    made(
      'no such track',
      `11872349ae11000000071040000f02140000000c060600000000000000000000110000200211ffffffff`,
      { transaction: 0x0007, kind: 0x4000, args: [8194, 4294967295] },
    ),
    made('refused', '11872349ae11000000081040030f01140000000c0600000000000000000000001100002002', {
      transaction: 0x0008,
      kind: 0x4003,
      args: [8194],
    }),
    made('goodbye', '11872349ae11fffffffe1001000f00140000000c000000000000000000000000', {
      transaction: 0xfffffffe,
      kind: 0x0100,
      args: [],
    }),
    made(
      'a title in Japanese, with a character of two units',
      `11872349ae11000000091041010f0c140000000c06060602060206060606060611000000011100000005110000001226
        0000000a591c306e6d77d83cdfa70020201300206f6e0000110000000226000000010000110000000411000000001100
        000000110000000011000000001100000000`,
      {
        transaction: 0x0009,
        kind: 0x4101,
        args: [1, 5, 18, '夜の海🎧 – 潮', 2, '', 4, 0, 0, 0, 0, 0],
      },
    ),
  ],
};
