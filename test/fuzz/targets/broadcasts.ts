import { type OggCodec, OggStreamWriter } from '@deckcast/simulator';
import { OggTagReader } from '@deckcast/wire-kit/ogg';
import { Secret } from '../../../src/core/option.ts';
import { Conversation } from '../../../src/sources/icecast/conversation.ts';
import { namesIn, type SentNames, trackNamed } from '../../../src/sources/icecast/names.ts';
import { type FuzzTarget, hold, pieces, seedsOf } from '../target.ts';

/** Bytes of a piece. */
const PIECE = 61;
const MAX_NAME = 1_000;

function holdNames(names: SentNames): void {
  const track = trackNamed(names, ['/live', 'live', 'Some station']);
  hold(track === undefined || track.artist !== '' || track.title !== '', 'a track without a name');
  hold((track?.title.length ?? 0) <= MAX_NAME, 'a name without an end');
}

function streamOf(codec: OggCodec, serial: number): Buffer {
  const stream = new OggStreamWriter(serial);
  return Buffer.concat([
    stream.begin(codec, ['ARTIST=Björk', 'TITLE=Jóga', `COVER=${'A'.repeat(5_000)}`]),
    stream.pages([Buffer.alloc(300, serial)], { last: true }),
  ]);
}

export const ogg: FuzzTarget = {
  seeds: [
    streamOf('vorbis', 1),
    Buffer.concat([streamOf('opus', 2), streamOf('flac', 3)]),
    Buffer.concat([Buffer.from('OggOggS'), streamOf('opus', 4)]),
  ],
  words: ['OggS', 'OpusTags', '\x03vorbis', 'TITLE='],
  run(bytes) {
    const reader = new OggTagReader();
    let comments = 0;
    for (const piece of pieces(bytes, PIECE)) {
      for (const list of reader.push(piece)) {
        comments += list.length;
        holdNames(namesIn(list));
      }
    }
    hold(comments <= bytes.length, 'more comments than bytes');
  },
};

const LOGIN = 'Authorization: Basic c291cmNlOnB3';

export const icecast: FuzzTarget = {
  seeds: [
    ...seedsOf([
      `SOURCE /live HTTP/1.0\r\n${LOGIN}\r\nice-name: Some station\r\n\r\n`,
      `PUT /live HTTP/1.1\nExpect: 100-continue\n${LOGIN}\n\n`,
      'PUT /live HTTP/1.1\r\nContent-Length: 0\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\n\r\n',
      'pw\r\nicy-name:Some station\r\n\r\n',
      'GET /admin/metadata?mode=updinfo&pass=pw&mount=%2flive&song=Björk%20-%20J%f3ga HTTP/1.0\r\n\r\n',
      'GET /admin.cgi?pass=pw&artist=A&title=B&album=C HTTP/1.0\r\n\r\n',
    ]),
    Buffer.concat([Buffer.from(`SOURCE /live ICE/1.0\r\n${LOGIN}\r\n\r\n`), streamOf('vorbis', 1)]),
  ],
  run(bytes) {
    let answers = 0;
    let isOver = false;
    const conversation = new Conversation(new Secret('pw'), {
      send(text, last) {
        hold(!isOver, 'an answer after the last one');
        hold(text === '' || text.endsWith('\n') || text.endsWith('use'), 'half an answer');
        answers += 1;
        isOver = last === 'last';
      },
      begin: ({ mount }) => {
        hold(mount.startsWith('/') && mount.length <= 255, 'a mount point that is none');
        return undefined;
      },
      names: (_mount, names) => holdNames(names),
    });
    for (const piece of pieces(bytes, PIECE)) {
      conversation.push(piece);
    }
    hold(answers <= 2, 'more answers than questions');
  },
};
