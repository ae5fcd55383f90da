/** Calls to the portmapper, mount and NFS of a player, and its answers. Names of tracks are our own. */
import { type FileCall, type FileResult, fileCallCodec, fileResultCodec } from '../messages/file-calls.ts';
import type { LinkFixtureTable } from './fixtures.ts';

export const fileCallFixtures: LinkFixtureTable<FileCall> = {
  codec: fileCallCodec,
  rows: [
    {
      name: 'where is mount?',
      real: true,
      hex: `00001a550000000000000002000186a0000000020000000300000001000000140038d317000000000000000000000000
        000000000000000000000000000186a5000000010000001100000000`,
      value: { xid: 6741, stamp: 0x38d317, kind: 'port', program: 100005, version: 1, protocol: 17 },
    },
    {
      name: 'where is NFS?',
      real: true,
      hex: `00001a560000000000000002000186a00000000200000003000000010000001448b48602000000000000000000000000
        000000000000000000000000000186a3000000020000001100000000`,
      value: { xid: 6742, stamp: 0x48b48602, kind: 'port', program: 100003, version: 2, protocol: 17 },
    },
    {
      name: 'mount the USB medium',
      hex: `00001a570000000000000002000186a5000000010000000100000001000000141b8a281d000000000000000000000000
        000000000000000000000000000000062f0043002f000000`,
      value: { xid: 6743, stamp: 0x1b8a281d, kind: 'mount', path: '/C/' },
    },
    {
      name: 'what is exported?',
      real: true,
      hex: `000000020000000000000002000186a5000000010000000500000001000000149922e112000000000000000000000000
        000000000000000000000000`,
      value: { xid: 2, stamp: 0x9922e112, kind: 'exports' },
    },
    {
      name: 'a folder in the root',
      real: true,
      hex: `00001a580000000000000002000186a3000000020000000400000001000000148ca1ed17000000000000000000000000
        000000000000000000000000032545fc032545fc032545fc0301000000001b5800000000010301000000041300000010
        43006f006e00740065006e0074007300`,
      value: {
        xid: 6744,
        stamp: 0x8ca1ed17,
        kind: 'lookup',
        handle: Buffer.from('032545fc032545fc032545fc0301000000001b58000000000103010000000413', 'hex'),
        name: 'Contents',
      },
    },
    {
      name: 'a file',
      hex: `00001a5b0000000000000002000186a300000002000000040000000100000014908f9208000000000000000000000000
        00000000000000000000000003254ae003254934032545fc0301000000001b5800000000010301000000041300000042
        280030003700290020005b004e004f00520054004800200041004e004400200048004100520042004f00550052005d00
        200054006900640065002e006d00700033000000`,
      value: {
        xid: 6747,
        stamp: 0x908f9208,
        kind: 'lookup',
        handle: Buffer.from('03254ae003254934032545fc0301000000001b58000000000103010000000413', 'hex'),
        name: '(07) [NORTH AND HARBOUR] Tide.mp3',
      },
    },
    {
      name: 'the end of a file',
      real: true,
      hex: `00001a5d0000000000000002000186a300000002000000060000000100000014ccf64738000000000000000000000000
        0000000000000000000000000325488403254ae0032545fc000000000000000000000000000000000000000001715898
        000000a000000000`,
      value: {
        xid: 6749,
        stamp: 0xccf64738,
        kind: 'read',
        handle: Buffer.from('0325488403254ae0032545fc0000000000000000000000000000000000000000', 'hex'),
        offset: 24205464,
        count: 160,
      },
    },
    {
      name: 'unmount the SD medium',
      hex: `00001b710000000000000002000186a5000000010000000300000001000000144fb0d311000000000000000000000000
        000000000000000000000000000000062f0042002f000000`,
      value: { xid: 7025, stamp: 0x4fb0d311, kind: 'unmount', path: '/B/' },
    },
    {
      name: 'attributes',
      hex: `000000010000000000000002000186a30000000200000001000000010000001400000002000000000000000000000000
        0000000000000000000000000707070707070707070707070707070707070707070707070707070707070707`,
      value: {
        xid: 1,
        stamp: 0x0002,
        kind: 'attributes',
        handle: Buffer.from('0707070707070707070707070707070707070707070707070707070707070707', 'hex'),
      },
    },
  ],
};

export const portResultFixtures: LinkFixtureTable<Extract<FileResult, { readonly kind: 'port' }>> = {
  codec: fileResultCodec('port'),
  rows: [
    {
      name: 'where is mount is told',
      real: true,
      hex: '00001a5500000001000000000000000000000000000000000000bc94',
      value: { xid: 6741, kind: 'port', port: 48276 },
    },
    {
      name: 'where is NFS is told',
      real: true,
      hex: '00001a56000000010000000000000000000000000000000000000801',
      value: { xid: 6742, kind: 'port', port: 2049 },
    },
    {
      name: 'there is no such program',
      hex: '00000003000000010000000000000000000000000000000000000000',
      value: { xid: 3, kind: 'port', port: 0 },
    },
  ],
};

export const mountResultFixtures: LinkFixtureTable<Extract<FileResult, { readonly kind: 'mount' }>> = {
  codec: fileResultCodec('mount'),
  rows: [
    {
      name: 'mount the USB medium',
      real: true,
      hex: `00001a57000000010000000000000000000000000000000000000000032545fc032545fc032545fc0000000000000000
        000000000000000000000000`,
      value: {
        xid: 6743,
        kind: 'mount',
        status: 0,
        handle: Buffer.from('032545fc032545fc032545fc0000000000000000000000000000000000000000', 'hex'),
      },
    },
    {
      name: 'not for you',
      hex: '0000000300000001000000000000000000000000000000000000000d',
      value: { xid: 3, kind: 'mount', status: 13 },
    },
  ],
};

export const exportsResultFixtures: LinkFixtureTable<Extract<FileResult, { readonly kind: 'exports' }>> = {
  codec: fileResultCodec('exports'),
  rows: [
    {
      name: 'what is exported is told',
      real: true,
      hex: `00000002000000010000000000000000000000000000000000000001000000122f0043002f004500580050004f005200
        54000000000000010000001f3136392e3235342e3234342e3138312f3235352e3235352e3235352e3235350000000000
        00000001000000122f0043002f004500580050004f00520054000000000000010000001f3136392e3235342e3139322e
        3131322f3235352e3235352e3235352e323535000000000000000000`,
      value: {
        xid: 2,
        kind: 'exports',
        exports: [
          { path: '/C/EXPORT', groups: ['169.254.244.181/255.255.255.255'] },
          { path: '/C/EXPORT', groups: ['169.254.192.112/255.255.255.255'] },
        ],
      },
    },
    {
      name: 'nothing is exported',
      hex: '00000003000000010000000000000000000000000000000000000000',
      value: { xid: 3, kind: 'exports', exports: [] },
    },
  ],
};

export const lookupResultFixtures: LinkFixtureTable<Extract<FileResult, { readonly kind: 'lookup' }>> = {
  codec: fileResultCodec('lookup'),
  rows: [
    {
      name: 'a folder in the root',
      real: true,
      hex: `00001a580000000100000000000000000000000000000000000000000325474c032545fc032545fc0000000000000000
        00000000000000000000000000000002000041b600000001000000000000000000000000000002000000000100000001
        000000020325474c63b0cd000000000063b0cd000000000063b0cd0000000000`,
      value: {
        xid: 6744,
        kind: 'lookup',
        status: 0,
        handle: Buffer.from('0325474c032545fc032545fc0000000000000000000000000000000000000000', 'hex'),
        attributes: { type: 2, size: 0, fileId: 52774732, modified: 1672531200 },
      },
    },
    {
      name: 'a file',
      real: true,
      hex: `00001a5b0000000100000000000000000000000000000000000000000325488403254ae0032545fc0000000000000000
        00000000000000000000000000000001000080000000000100000000000000000171593800000200000000010000b8ad
        000000020325488463b0cd000000000063b0cd000000000063b0cd0000000000`,
      value: {
        xid: 6747,
        kind: 'lookup',
        status: 0,
        handle: Buffer.from('0325488403254ae0032545fc0000000000000000000000000000000000000000', 'hex'),
        attributes: { type: 1, size: 24205624, fileId: 52775044, modified: 1672531200 },
      },
    },
    {
      name: 'no such file',
      hex: '00000003000000010000000000000000000000000000000000000002',
      value: { xid: 3, kind: 'lookup', status: 2 },
    },
  ],
};

export const readResultFixtures: LinkFixtureTable<Extract<FileResult, { readonly kind: 'read' }>> = {
  codec: fileResultCodec('read'),
  rows: [
    {
      name: 'eight bytes, attributes empty but for the id',
      hex: `00001a5d0000000100000000000000000000000000000000000000000000000000000000000000000000000000000000
        000000000000000000000000000000000000000003254884000000000000000000000000000000000000000000000000
        000000085441472054696465`,
      value: {
        xid: 6749,
        kind: 'read',
        status: 0,
        attributes: { type: 0, size: 0, fileId: 52775044, modified: 0 },
        data: Buffer.from('5441472054696465', 'hex'),
      },
    },
    {
      name: 'the medium has gone',
      hex: '00000003000000010000000000000000000000000000000000000046',
      value: { xid: 3, kind: 'read', status: 70 },
    },
    {
      name: 'three bytes, filled up to four',
      hex: `000000040000000100000000000000000000000000000000000000000000000000000000000000000000000000000000
        000000000000000000000000000000000000000003254884000000000000000000000000000000000000000000000000
        0000000301020300`,
      value: {
        xid: 4,
        kind: 'read',
        status: 0,
        attributes: { type: 0, size: 0, fileId: 52775044, modified: 0 },
        data: Buffer.of(0x1, 0x2, 0x3),
      },
    },
  ],
};

export const unmountResultFixtures: LinkFixtureTable<Extract<FileResult, { readonly kind: 'unmount' }>> = {
  codec: fileResultCodec('unmount'),
  rows: [
    {
      name: 'done',
      hex: '000000030000000100000000000000000000000000000000',
      value: { xid: 3, kind: 'unmount' },
    },
  ],
};

export const attributesResultFixtures: LinkFixtureTable<
  Extract<FileResult, { readonly kind: 'attributes' }>
> = {
  codec: fileResultCodec('attributes'),
  rows: [
    {
      name: 'a file of 5 bytes',
      hex: `000000030000000100000000000000000000000000000000000000000000000100000000000000000000000000000000
        000000050000000000000000000000000000000003254884000000000000000000000000000000000000000000000000`,
      value: {
        xid: 3,
        kind: 'attributes',
        status: 0,
        attributes: { type: 1, size: 5, fileId: 52775044, modified: 0 },
      },
    },
  ],
};
