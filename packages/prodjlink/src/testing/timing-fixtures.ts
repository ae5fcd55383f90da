/** Port 50001. */
import { type TimingMessage, timingCodec } from '../messages/timing.ts';
import { type LinkFixtureTable, made, real } from './fixtures.ts';

const PLAYER = { name: 'CDJ-2000nexus', format: 1 };
const MIXER = { name: 'DJM-2000nexus', format: 0, number: 33 };

export const timingFixtures: LinkFixtureTable<TimingMessage> = {
  codec: timingCodec,
  rows: [
    real(
      'channels of a mixer: 2, 3 and 4 are on air',
      `5173707431576d4a4f4c03444a4d2d323030306e65787573000000000000000102210009000101010000000000`,
      {
        kind: 'on-air',
        name: 'DJM-2000nexus',
        format: 2,
        number: 33,
        channels: [false, true, true, true],
      },
    ),
    real(
      'beat of a player',
      `5173707431576d4a4f4c2843444a2d323030306e6578757300000000000000010002003c000001c60000038d0000071a
        0000071a00000e3400000e34ffffffffffffffffffffffffffffffffffffffffffffffff000ffdf30000339001000002`,
      {
        kind: 'beat',
        name: 'CDJ-2000nexus',
        format: 0,
        number: 2,
        nextBeat: 454,
        pitch: 0xffdf3 / 0x100000,
        bpm: 132,
        beatInBar: 1,
      },
    ),
    made(
      'beat at the end of a track',
      `5173707431576d4a4f4c2843444a2d33303030000000000000000000000000010005003c00000190ffffffffffffffff
        ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0011000000003a9904000005`,
      {
        kind: 'beat',
        name: 'CDJ-3000',
        format: 0,
        number: 5,
        nextBeat: 400,
        pitch: 0x110000 / 0x100000,
        bpm: 150.01,
        beatInBar: 4,
      },
    ),
    made(
      'position of a CDJ-3000',
      `5173707431576d4a4f4c0b43444a2d3330303000000000000000000000000001030100180000016a0000f03cfffffeba
        000000000000000000000507`,
      { kind: 'position', name: 'CDJ-3000', format: 3, number: 1, length: 362, playhead: 61500 },
    ),
    made(
      'six channels: 1, 5 and 6 are on air',
      `5173707431576d4a4f4c03444a4d2d563130000000000000000000000000000103210011010000000000000000010100
        0000000000`,
      {
        kind: 'on-air',
        name: 'DJM-V10',
        format: 3,
        number: 33,
        channels: [true, false, false, false, true, true],
      },
    ),
    made(
      'request to be tempo master',
      '5173707431576d4a4f4c2643444a2d323030306e6578757300000000000000010102000400000002',
      { ...PLAYER, kind: 'master-request', number: 2 },
    ),
    made(
      'the tempo master gives way',
      `5173707431576d4a4f4c2743444a2d323030306e657875730000000000000001010100080000000100000001`,
      { ...PLAYER, kind: 'master-answer', number: 1 },
    ),
    made(
      'sync switched on',
      `5173707431576d4a4f4c2a43444a2d323030306e657875730000000000000001010100080000000100000010`,
      { ...PLAYER, kind: 'sync-control', number: 1 },
    ),
    made(
      'a fader start, which is not decoded',
      '5173707431576d4a4f4c02444a4d2d323030306e6578757300000000000000010021000400010202',
      { ...MIXER, kind: 'unknown', code: 2, body: Buffer.of(0, 1, 2, 2) },
    ),
  ],
};
