/** Portmapper, mount and NFS of a player. Track names are invented. */
import { type FileCall, type FileResult, fileCallCodec, fileResultCodec } from '../messages/file-calls.ts';
import { type LinkFixture, type LinkFixtureTable, made, real } from './fixtures.ts';

export const fileCallFixtures: LinkFixtureTable<FileCall> = {
  codec: fileCallCodec,
  rows: [
    real(
      'query of the port of mount',
      `00001a550000000000000002000186a0000000020000000300000001000000140038d317000000000000000000000000
        000000000000000000000000000186a5000000010000001100000000`,
      { xid: 6741, stamp: 0x38d317, kind: 'port', program: 100005, version: 1, protocol: 17 },
    ),
    made(
      'mount the USB medium',
      `00001a570000000000000002000186a5000000010000000100000001000000141b8a281d000000000000000000000000
        000000000000000000000000000000062f0043002f000000`,
      { xid: 6743, stamp: 0x1b8a281d, kind: 'mount', path: '/C/' },
    ),
    real(
      'query of the exports',
      `000000020000000000000002000186a5000000010000000500000001000000149922e112000000000000000000000000
        000000000000000000000000`,
      { xid: 2, stamp: 0x9922e112, kind: 'exports' },
    ),
    real(
      'a folder in the root',
      `00001a580000000000000002000186a3000000020000000400000001000000148ca1ed17000000000000000000000000
        000000000000000000000000032545fc032545fc032545fc0301000000001b5800000000010301000000041300000010
        43006f006e00740065006e0074007300`,
      {
        xid: 6744,
        stamp: 0x8ca1ed17,
        kind: 'lookup',
        handle: Buffer.from('032545fc032545fc032545fc0301000000001b58000000000103010000000413', 'hex'),
        name: 'Contents',
      },
    ),
    real(
      'the end of a file',
      `00001a5d0000000000000002000186a300000002000000060000000100000014ccf64738000000000000000000000000
        0000000000000000000000000325488403254ae0032545fc000000000000000000000000000000000000000001715898
        000000a000000000`,
      {
        xid: 6749,
        stamp: 0xccf64738,
        kind: 'read',
        handle: Buffer.from('0325488403254ae0032545fc0000000000000000000000000000000000000000', 'hex'),
        offset: 24205464,
        count: 160,
      },
    ),
    made(
      'unmount the SD medium',
      `00001b710000000000000002000186a5000000010000000300000001000000144fb0d311000000000000000000000000
        000000000000000000000000000000062f0042002f000000`,
      { xid: 7025, stamp: 0x4fb0d311, kind: 'unmount', path: '/B/' },
    ),
    made(
      'attributes',
      `000000010000000000000002000186a30000000200000001000000010000001400000002000000000000000000000000
        0000000000000000000000000707070707070707070707070707070707070707070707070707070707070707`,
      {
        xid: 1,
        stamp: 0x0002,
        kind: 'attributes',
        handle: Buffer.from('0707070707070707070707070707070707070707070707070707070707070707', 'hex'),
      },
    ),
  ],
};

function results<K extends FileResult['kind']>(
  kind: K,
  rows: readonly LinkFixture<Extract<FileResult, { readonly kind: K }>>[],
): LinkFixtureTable<FileResult> {
  return { codec: fileResultCodec(kind), rows };
}

export const fileResultFixtures: readonly LinkFixtureTable<FileResult>[] = [
  results('port', [
    real('port of mount', '00001a5500000001000000000000000000000000000000000000bc94', {
      xid: 6741,
      kind: 'port',
      port: 48276,
    }),
  ]),
  results('mount', [
    real(
      'the USB medium is mounted',
      `00001a57000000010000000000000000000000000000000000000000032545fc032545fc032545fc0000000000000000
        000000000000000000000000`,
      {
        xid: 6743,
        kind: 'mount',
        status: 0,
        handle: Buffer.from(`032545fc032545fc032545fc${'00'.repeat(20)}`, 'hex'),
      },
    ),
    made('mount refused', '0000000300000001000000000000000000000000000000000000000d', {
      xid: 3,
      kind: 'mount',
      status: 13,
    }),
  ]),
  results('unmount', [
    made('unmounted', '000000030000000100000000000000000000000000000000', { xid: 3, kind: 'unmount' }),
  ]),
  results('exports', [
    real(
      'list of exports',
      `00000002000000010000000000000000000000000000000000000001000000122f0043002f004500580050004f005200
        54000000000000010000001f3136392e3235342e3234342e3138312f3235352e3235352e3235352e3235350000000000
        00000001000000122f0043002f004500580050004f00520054000000000000010000001f3136392e3235342e3139322e
        3131322f3235352e3235352e3235352e323535000000000000000000`,
      {
        xid: 2,
        kind: 'exports',
        exports: [
          { path: '/C/EXPORT', groups: ['169.254.244.181/255.255.255.255'] },
          { path: '/C/EXPORT', groups: ['169.254.192.112/255.255.255.255'] },
        ],
      },
    ),
  ]),
  results('attributes', [
    made(
      'a file of 5 bytes',
      `000000030000000100000000000000000000000000000000000000000000000100000000000000000000000000000000
        000000050000000000000000000000000000000003254884000000000000000000000000000000000000000000000000`,
      {
        xid: 3,
        kind: 'attributes',
        status: 0,
        attributes: { type: 1, size: 5, fileId: 52775044, modified: 0 },
      },
    ),
  ]),
  results('lookup', [
    real(
      'a file',
      `00001a5b0000000100000000000000000000000000000000000000000325488403254ae0032545fc0000000000000000
        00000000000000000000000000000001000080000000000100000000000000000171593800000200000000010000b8ad
        000000020325488463b0cd000000000063b0cd000000000063b0cd0000000000`,
      {
        xid: 6747,
        kind: 'lookup',
        status: 0,
        handle: Buffer.from(`0325488403254ae0032545fc${'00'.repeat(20)}`, 'hex'),
        attributes: { type: 1, size: 24205624, fileId: 52775044, modified: 1672531200 },
      },
    ),
  ]),
  results('read', [
    made(
      'three bytes padded to four, and attributes with the id only',
      `00000004000000010000000000000000000000000000000000000000${'00'.repeat(0x28)}
        03254884${'00'.repeat(0x18)}0000000301020300`,
      {
        xid: 4,
        kind: 'read',
        status: 0,
        attributes: { type: 0, size: 0, fileId: 52775044, modified: 0 },
        data: Buffer.of(1, 2, 3),
      },
    ),
  ]),
];
