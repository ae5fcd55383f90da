import {
  albumRow,
  artistRow,
  colorRow,
  keyRow,
  type NamedRow,
  namedRow,
  playlistRow,
  type RowCodec,
} from '../rows.ts';
import { type TrackRow, trackRow } from '../track-row.ts';

/** Bytes of a row and the value they stand for. */
export interface RowFixture<Row> {
  readonly name: string;
  /** From a file that rekordbox wrote; in the others the names are made up, in the layout of real rows. */
  readonly real?: true;
  readonly hex: string;
  readonly value: Row;
}

export interface RowFixtureTable<Row> {
  readonly codec: RowCodec<Row>;
  readonly rows: readonly RowFixture<Row>[];
}

export const namedFixtures: RowFixtureTable<NamedRow> = {
  codec: namedRow,
  rows: [
    { name: 'a genre', real: true, hex: '010000000949444d', value: { id: 1, name: 'IDM' } },
    { name: 'another genre', real: true, hex: '020000000f4a756e676c65', value: { id: 2, name: 'Jungle' } },
    {
      name: 'a label',
      real: true,
      hex: '010000001f506163696669632052687974686d',
      value: { id: 1, name: 'Pacific Rhythm' },
    },
    {
      name: 'a picture',
      real: true,
      hex: '010000003d2f50494f4e4545522f417274776f726b2f30303030312f61312e6a7067',
      value: { id: 1, name: '/PIONEER/Artwork/00001/a1.jpg' },
    },
    { name: 'an empty name', hex: '0700000003', value: { id: 7, name: '' } },
    {
      name: 'a long name in ASCII',
      hex: `09000000 40 8400 00 ${'61'.repeat(128)}`,
      value: { id: 9, name: 'a'.repeat(128) },
    },
  ],
};

export const keyFixtures: RowFixtureTable<NamedRow> = {
  codec: keyRow,
  rows: [{ name: 'a key', real: true, hex: '0100000001000000073241', value: { id: 1, name: '2A' } }],
};

export const colorFixtures: RowFixtureTable<NamedRow> = {
  codec: colorRow,
  rows: [{ name: 'a color', real: true, hex: '00000000010100000b50696e6b', value: { id: 1, name: 'Pink' } }],
};

export const artistFixtures: RowFixtureTable<ReturnType<typeof artistRow.read>> = {
  codec: artistRow,
  rows: [
    {
      name: 'an artist',
      hex: '6000000001000000030a2343656c6c6172202f204e6f7274682f4500',
      value: { id: 1, name: 'Cellar / North/E', far: false },
    },
    {
      name: 'an artist beyond ASCII',
      hex: '6000200434000000030c0000901800004b00e500720065002000d8007300740065007200',
      value: { id: 52, name: 'Kåre Øster', far: false },
    },
    {
      name: 'several artists',
      real: true,
      hex: `6000a00120000000030c0000902800002004300437043d044b0435042000380441043f043e043b043d043804
        420435043b043804`,
      value: { id: 32, name: 'Разные исполнители', far: false },
    },
    {
      name: 'an artist whose name is held far',
      hex: '640000000500000003000c000b41626364',
      value: { id: 5, name: 'Abcd', far: true },
    },
  ],
};

export const albumFixtures: RowFixtureTable<ReturnType<typeof albumRow.read>> = {
  codec: albumRow,
  rows: [
    {
      name: 'an album',
      hex: '80000000000000000200000001000000000000000316154c6f6e672050696572',
      value: { id: 1, name: 'Long Pier', far: false, artistId: 2 },
    },
    {
      name: 'an album beyond ASCII',
      hex: '8000c0010000000008010000b60000000000000003180000900e0000c900630068006f007300',
      value: { id: 182, name: 'Échos', far: false, artistId: 264 },
    },
    {
      name: 'an album whose name is held far',
      hex: '8400400900000000f5000000a6000000000000000300180090 0600 00 fc6e',
      value: { id: 166, name: '滼', far: true, artistId: 245 },
    },
  ],
};

export const playlistFixtures: RowFixtureTable<NamedRow> = {
  codec: playlistRow,
  rows: [
    {
      name: 'a playlist',
      real: true,
      hex: '00000000000000000000000001000000000000001b746573745f666f726d617473',
      value: { id: 1, name: 'test_formats' },
    },
  ],
};

const TIDAL_PLACE: TrackRow = {
  id: 14,
  composer: 0,
  fileSize: 14525170,
  artworkPath: 0,
  key: 9,
  originalArtist: 0,
  label: 0,
  remixer: 0,
  bitRate: 320,
  bpm: 133,
  genre: 1,
  album: 11,
  artist: 18,
  year: 2025,
  duration: 362,
  rating: 0,
  isrc: '',
  dateAdded: '2026-01-03',
  mixName: '',
  comment: '',
  title: 'Tidal Place',
  fileName: '03-north_and_harbour-tidal_place.mp3',
  filePath: '/Contents/North and Harbour/Piers/03-north_and_harbour-tidal_place.mp3',
};

export const trackFixtures: RowFixtureTable<TrackRow> = {
  codec: trackRow,
  rows: [
    {
      name: 'a track, in the layout of a real one',
      hex: `2400000000070c0044ac000000000000f2a2dd00e5ffa0035e3102f20000000009000000000000000000000000000000
        4001000003000000f4330000010000000b000000120000000e00000000000000e90710006a0129000000010003008800
        89008a008c008e008f0090009300960097009800a300a400a500a600d200dd00de00ea00eb0010010303053305320303
        074f4e074f4e030317323032362d30312d3033030303592f50494f4e4545522f555342414e4c5a2f503031312f303030
        30433330332f414e4c5a303030302e44415417323032362d30312d30330319546964616c20506c616365034b30332d6e
        6f7274685f616e645f686172626f75722d746964616c5f706c6163652e6d70338f2f436f6e74656e74732f4e6f727468
        20616e6420486172626f75722f50696572732f30332d6e6f7274685f616e645f686172626f75722d746964616c5f706c
        6163652e6d7033`,
      value: TIDAL_PLACE,
    },
    {
      name: 'a track with an ISRC, a long comment and a title in Japanese',
      hex: `240000000000000044ac000000000000f2a2dd0000000000000000000300000009000000000000000200000012000000
        4001000003000000f4330000010000000b000000120000000f00000000000000e90710006a0100000005010000008800
        9a009b009d009f00a000a100a400a700a800a900b400b500b600b700e300ee00ba01c401c501ea019012000003444541
        4243323630303030310003053305320303074f4e074f4e030317323032362d30312d3033030303592f50494f4e454552
        2f555342414e4c5a2f503031312f30303030433330332f414e4c5a303030302e44415417323032362d30312d303340cc
        000078787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878
        787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878
        787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878
        787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878
        78787878787878787878900a00001c596e30776d034b30332d6e6f7274685f616e645f686172626f75722d746964616c
        5f706c6163652e6d70338f2f436f6e74656e74732f4e6f72746820616e6420486172626f75722f50696572732f30332d
        6e6f7274685f616e645f686172626f75722d746964616c5f706c6163652e6d7033`,
      value: {
        ...TIDAL_PLACE,
        id: 15,
        artworkPath: 3,
        label: 2,
        remixer: 18,
        rating: 5,
        isrc: 'DEABC2600001',
        comment: 'x'.repeat(200),
        title: '夜の海',
      },
    },
  ],
};
