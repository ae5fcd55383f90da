import { made, real, type WireFixture } from '../../../wire-kit/src/testing/fixtures.ts';
import type { Codec } from '../bytes.ts';
import { type BeatMessage, beatCodec } from '../messages/beat-info.ts';
import { type BroadcastMessage, broadcastCodec } from '../messages/broadcast.ts';
import { type DirectoryMessage, directoryCodec } from '../messages/directory.ts';
import { type Announcement, announcementCodec } from '../messages/discovery.ts';
import { type FileMessage, fileCodec } from '../messages/file-transfer.ts';
import { type StateMessage, stateCodec } from '../messages/state-map.ts';

/** Tested both ways. */
interface FixtureTable<Message> {
  readonly codec: Codec<Message>;
  readonly rows: readonly WireFixture<Message>[];
}

const sc6000Token = '828beb02da1f4e68a6afb0b167eaf0a2';
const playerToken = '4be141125ead4848a07db37ca8a7220e';
const clientToken = '52fdfc072182654f163f5f0f9a621d72';
const mixerToken = '0000000000000000800000059504141c';

export const discoveryFixtures: FixtureTable<Announcement> = {
  codec: announcementCodec,
  rows: [
    real(
      'howdy of an X1850',
      `61697244 0000000000000000800000059504141c
        0000001a 0044004e002d00580031003800300030005000720069006d0065
        00000022 0044004900530043004f00560045005200450052005f0048004f005700440059005f
        00000008 004a004d00300038 00000008 0031002e00300030 c35a`,
      {
        token: mixerToken,
        source: 'DN-X1800Prime',
        action: 'howdy',
        software: 'JM08',
        version: '1.00',
        port: 50010,
      },
    ),
    made(
      'exit, with a name outside the basic plane',
      `61697244 52fdfc072182654f163f5f0f9a621d72
        00000004 d83cdfa7
        00000020 0044004900530043004f00560045005200450052005f0045005800490054005f
        00000002 0078 00000000 0000`,
      { token: clientToken, source: '🎧', action: 'exit', software: 'x', version: '', port: 0 },
    ),
  ],
};

export const directoryFixtures: FixtureTable<DirectoryMessage> = {
  codec: directoryCodec,
  rows: [
    real(
      'StateMap announced by a player',
      '00000000 4be141125ead4848a07db37ca8a7220e 00000010 00530074006100740065004d00610070 a0b1',
      { kind: 'service', token: playerToken, service: 'StateMap', port: 41137 },
    ),
    made('services request', '00000002 52fdfc072182654f163f5f0f9a621d72', {
      kind: 'request',
      token: clientToken,
    }),
    made(
      'reference answered',
      `00000001 828beb02da1f4e68a6afb0b167eaf0a2 52fdfc072182654f163f5f0f9a621d72 797e520000000000`,
      { kind: 'reference', origin: sc6000Token, responder: clientToken, clock: 8754524885608300544n },
    ),
  ],
};

const currentBpm =
  '002f0045006e00670069006e0065002f004400650063006b0031002f0054007200610063006b002f00430075007200720065006e007400420050004d';

export const stateFixtures: FixtureTable<StateMessage> = {
  codec: stateCodec,
  rows: [
    real('subscribe, every 100 ms', `0000004c 736d6161 000007d2 0000003c ${currentBpm} 00000064`, {
      kind: 'subscribe',
      path: '/Engine/Deck1/Track/CurrentBPM',
      interval: 100,
    }),
    real(
      'value',
      `00000094 736d6161 00000000 0000003c ${currentBpm}
        00000048 007b002200740079007000650022003a0030002c002200760061006c007500650022003a
        003100320031002e0039003700350034003600330038003600370031003800370035007d`,
      {
        kind: 'value',
        path: '/Engine/Deck1/Track/CurrentBPM',
        json: '{"type":0,"value":121.9754638671875}',
      },
    ),
    made('value refused with the null string', '00000012 736d6161 00000000 00000002 0078 ffffffff', {
      kind: 'value',
      path: 'x',
      json: null,
    }),
    made('write of an empty text', '00000012 736d6161 000007d1 00000002 0078 00000000', {
      kind: 'write',
      path: 'x',
      json: '',
    }),
    made('message of an unknown type', '0000000a 736d6161 000007d3 abcd', {
      kind: 'unknown',
      type: 0x7d3,
      rest: Buffer.of(0xab, 0xcd),
    }),
  ],
};

export const beatFixtures: FixtureTable<BeatMessage> = {
  codec: beatCodec,
  rows: [
    real('start', '00000004 00000000', { kind: 'start' }),
    real('stop', '00000004 00000001', { kind: 'stop' }),
    made(
      'beat of two decks',
      `00000050 00000002 00000005ee4d74d4 00000002
        4028000000000000 4070000000000000 405e800000000000
        0000000000000000 0000000000000000 405e000000000000
        40e5888000000000 0000000000000000`,
      {
        kind: 'beat',
        clock: 25472890068n,
        decks: [
          { beat: 12, totalBeats: 256, bpm: 122, samples: 44100 },
          { beat: 0, totalBeats: 0, bpm: 120, samples: 0 },
        ],
      },
    ),
  ],
};

export const broadcastFixtures: FixtureTable<BroadcastMessage> = {
  codec: broadcastCodec,
  rows: [
    real(
      'a track of the library changed',
      `0000005f
        7b22656e67696e652e747261636b2e6368616e676564223a7b226461746162617365557569
        64223a2264313638326261622d353437392d343635642d396465372d613264636635363134323838222c22747261636b4964223a223434227d7d`,
      {
        json: '{"engine.track.changed":{"databaseUuid":"d1682bab-5479-465d-9de7-a2dcf5614288","trackId":"44"}}',
      },
    ),
    made('nothing', '00000000', { json: '' }),
  ],
};

export const fileFixtures: FixtureTable<FileMessage> = {
  codec: fileCodec,
  rows: [
    real(
      'stat of a database',
      `00000050 666c7478 00000000 000007d1
        00000040 002f0044004a003200200028005500530042002000310029002f0045006e00670069006e00650020004c006900620072006100720079002f006d002e00640062`,
      { transfer: 0, body: { kind: 'stat', path: '/DJ2 (USB 1)/Engine Library/m.db' } },
    ),
    made('open of a file', '00000018 666c7478 00000000 000007d4 00000004 002f0061 00000000', {
      transfer: 0,
      body: { kind: 'open', path: '/a' },
    }),
    made('query of the sources', '00000010 666c7478 00000066 000007d2 00000000', {
      transfer: 0x66,
      body: { kind: 'list', path: '' },
    }),
    made('end of inquiry', '0000000c 666c7478 00000001 000007d3', {
      transfer: 1,
      body: { kind: 'endInquiry' },
    }),
    made(
      'read of one chunk',
      '00000024 666c7478 00000001 000007d5 00000000 00000001 0000000000000018 0000000000000018',
      { transfer: 1, body: { kind: 'read', handle: 1, first: 0x18, last: 0x18 } },
    ),
    made('close', '0000000c 666c7478 00000001 000007d6', { transfer: 1, body: { kind: 'close' } }),
    made(
      'status of a file',
      `00000041 666c7478 00000001 00000001 01 00 00006644
        0000000000258c2c 02932e00 00 0000000000258c2c 02932e00 00 0000000000258c2c 02932e00 01
        000000000001f000`,
      {
        transfer: 1,
        body: {
          kind: 'status',
          exists: true,
          directory: false,
          permissions: 0x6644,
          times: [
            { julianDay: 2460716n, milliseconds: 43200000, spec: 0 },
            { julianDay: 2460716n, milliseconds: 43200000, spec: 0 },
            { julianDay: 2460716n, milliseconds: 43200000, spec: 1 },
          ],
          size: 126976,
        },
      },
    ),
    made('end', '00000019 666c7478 00000001 00000002 01 00000000 7fffffffffffffff', {
      transfer: 1,
      body: { kind: 'end' },
    }),
    made(
      'listing of two sources',
      '00000021 666c7478 00000066 00000003 00000002 00000002 0041 00000004 00420043 010101',
      {
        transfer: 0x66,
        body: { kind: 'listing', names: ['A', 'BC'], first: true, last: true, directories: true },
      },
    ),
    made('opened', '00000018 666c7478 00000001 00000004 000000000001f000 00000001', {
      transfer: 1,
      body: { kind: 'opened', size: 126976, handle: 1 },
    }),
    made('chunk', '0000001b 666c7478 00000001 00000005 0000000000018000 00000003 53514c', {
      transfer: 1,
      body: { kind: 'chunk', offset: 0x18000, data: Buffer.from('SQL') },
    }),
    made('a file changed', '0000000c 666c7478 00000001 00000006', {
      transfer: 1,
      body: { kind: 'changed', rest: Buffer.alloc(0) },
    }),
    made('greeting', '00000012 666c7478 00000000 00000008 00000002 0031', {
      transfer: 0,
      body: { kind: 'greeting', text: '1' },
    }),
    made('medium ejected', '0000000d 666c7478 00000000 00000009 01', {
      transfer: 0,
      body: { kind: 'ejected', rest: Buffer.of(1) },
    }),
    made('query whether a transfer is still needed', '0000000c 666c7478 00000001 0000000a', {
      transfer: 1,
      body: { kind: 'alive', rest: Buffer.alloc(0) },
    }),
    made('pausing, with an unknown layout', '0000000e 666c7478 00000001 000007d8 abcd', {
      transfer: 1,
      body: { kind: 'unknown', type: 0x7d8, rest: Buffer.of(0xab, 0xcd) },
    }),
  ],
};
