import { readRecordingLine, writeRecordingLine } from '@deckcast/wire-kit/recording';
import { Bundle, encode, Message } from 'node-osc';
import { bytesOf } from '../../../packages/prodjlink/src/testing/fixtures.ts';
import { presenceFixtures } from '../../../packages/prodjlink/src/testing/presence-fixtures.ts';
import { statusFixtures } from '../../../packages/prodjlink/src/testing/status-fixtures.ts';
import { parseSet } from '../../../packages/simulator/src/set-file.ts';
import { readPacket } from '../../../src/core/osc-packet.ts';
import {
  coverAddress,
  NOTHING_PLAYS,
  nowPlayingReport,
  tunaReport,
} from '../../../src/sources/browser/reports.ts';
import { seratoTracks } from '../../../src/sources/libraries/serato-file.ts';
import { LineSplitter, LineTooLongError } from '../../../src/sources/mediacontrol/lines.ts';
import { readProperties } from '../../../src/sources/mediacontrol/mpris/properties.ts';
import { applyLine, bundlesOf, NO_MEDIA, trackOf } from '../../../src/sources/mediacontrol/report.ts';
import { AnswerReader, NoMpdError } from '../../../src/sources/mpd/answer.ts';
import { songIn, statusIn } from '../../../src/sources/mpd/song.ts';
import { OscDecks } from '../../../src/sources/osc/deck-messages.ts';
import { PRESET_NAMES, presetOf } from '../../../src/sources/osc/presets.ts';
import { decodeText } from '../../../src/sources/softa/decode.ts';
import { readContent } from '../../../src/sources/softa/formats.ts';
import { readSession } from '../../../src/sources/softb/session-file.ts';
import { TraktorDecks } from '../../../src/sources/traktor/deck-events.ts';
import { readMessage } from '../../../src/sources/traktor/message.ts';
import { readLength, readSlider, readText, readTruth } from '../../../src/sources/virtualdj/answer.ts';
import { diffLine, fullLine, payload } from '../../support/media-lines.ts';
import { SESSION_HEAD, seratoLibrary, sessionEntry } from '../../support/serato.ts';
import { FORMATS, names } from '../../support/text-writers.ts';
import { acceptedBy, type FuzzTarget, hold, pieces, seedsOf } from '../target.ts';

const MAX_LINE = 32 * 1024;
/** Bytes of a splitter's piece. */
const PIECE = 37;
/** Bytes of a datagram. */
const DATAGRAM = 128;

function holdTrack({ durationMs }: { readonly durationMs: number }): void {
  hold(Number.isFinite(durationMs) && durationMs >= 0, `a playing time of ${durationMs}`);
}

export const mediaControl: FuzzTarget = {
  seeds: seedsOf([
    fullLine(payload('Björk', 'Jóga')) + diffLine({ playing: false, title: null }),
    fullLine(payload('Ada', 'One', { artworkData: 'iVBORw0KGgo=', durationMicros: 1e6 })),
    fullLine({}),
    '{"PlaybackStatus":"Playing","Metadata":{"xesam:title":"One","xesam:artist":["Ada"],"mpris:length":{"signature":"x","value":5}}}',
  ]),
  run(bytes) {
    const splitter = new LineSplitter(MAX_LINE);
    let state = NO_MEDIA;
    acceptedBy(LineTooLongError, () => {
      for (const piece of pieces(bytes, PIECE)) {
        for (const line of splitter.push(piece)) {
          state = applyLine(state, line) ?? state;
          bundlesOf(state);
          holdTrack(trackOf(state));
        }
      }
      hold(splitter.held <= MAX_LINE, 'more is held than the limit allows');
    });
    const properties = acceptedBy(SyntaxError, (): unknown => JSON.parse(bytes.toString()));
    holdTrack(readProperties(properties).track);
  },
};

export const browserTabs: FuzzTarget = {
  seeds: seedsOf([
    '{"data":{"title":"Jóga","artists":["Björk"],"status":"playing","duration":304000,"cover_url":"https://i1.sndcdn.com/a.jpg"},"hostname":"soundcloud.com","date":1}',
    'STATE PLAYING\nTITLE Jóga\nARTIST Björk\nDURATION_SECONDS 304\nCOVER_URL https://lh3.googleusercontent.com/a',
  ]),
  words: ['"artists":[{}]', 'ALBUM ', 'STATE PAUSED', 'file:///', 'https://[::1]/'],
  run(bytes) {
    const text = bytes.toString();
    let report = tunaReport(text)?.report ?? NOTHING_PLAYS;
    for (const message of text.split('\n').slice(0, 50)) {
      report = nowPlayingReport(report, message) ?? report;
    }
    holdTrack(report.track);
    hold(/^https:|^$/i.test(coverAddress(report.cover) ?? ''), 'a cover that is at no site');
  },
};

export const mpd: FuzzTarget = {
  seeds: seedsOf([
    'OK MPD 0.23.5\nstate: play\nnextsongid: 2\nelapsed: 83.250\nOK\nfile: Björk/01 Jóga.flac\nTitle: Jóga\nArtist: Björk\nDate: 1997\nduration: 304.000\nOK\nchanged: player\nOK\n',
    'OK MPD 0.21.0\nACK [3@0] {password} incorrect password\nfile: http://radio.example/live\nTitle: Ada - One\nOK\n',
  ]),
  words: ['OK\n', 'ACK [4@0] {status} ', 'Artist: ', 'elapsed: 1e999'],
  run(bytes) {
    const reader = new AnswerReader();
    acceptedBy(NoMpdError, () =>
      acceptedBy(LineTooLongError, () => {
        for (const piece of pieces(bytes, PIECE)) {
          for (const answer of reader.push(piece)) {
            const pairs = answer.ok ? answer.pairs : [];
            holdTrack(songIn(pairs) ?? { durationMs: 0 });
            hold(/^\d*$/.test(statusIn(pairs).next), 'a song that would be another command');
          }
        }
      }),
    );
  },
};

export const textFiles: FuzzTarget = {
  seeds: Object.values(FORMATS).map((write) => write(names(3))),
  run(bytes) {
    const { text } = decodeText(bytes);
    const { format, entries } = readContent(text, '/music/list.m3u');
    hold(entries.length <= text.length, 'more entries than characters');
    for (const { track } of entries) {
      holdTrack(track);
    }
    const isBlank = text.replaceAll('\0', '').trim() === '';
    hold((format === 'empty') === isBlank, `a text of format ${format}`);
  },
};

const PLAYED = { row: 1, artist: 'Björk', title: 'Jóga', start: 1000, deck: 1, played: true };

export const serato: FuzzTarget = {
  seeds: [
    Buffer.concat([SESSION_HEAD, sessionEntry(PLAYED), sessionEntry({ ...PLAYED, row: 2, played: false })]),
    seratoLibrary([{ pfil: 'Music/One.mp3', tsng: 'Jóga', tart: 'Björk', tbpm: '128.00', tlen: '05:05.00' }]),
  ],
  words: ['oent', 'adat', 'vrsn', 'otrk', 'pfil', 'tlen'],
  run(bytes) {
    for (const { track } of [...readSession(bytes), ...seratoTracks(bytes, '/')]) {
      holdTrack(track);
    }
  },
};

const LOADED = '{"title":"Ünder","artist":"雪","filePath":"C:\\\\Music\\\\one.mp3","trackLength":301.5}';

const isLevel = (level = 0) => level >= 0 && level <= 1;

export const traktor: FuzzTarget = {
  seeds: seedsOf([
    `/deckLoaded/A\n${LOADED}\n/updateDeck/A\n{"isPlaying":true,"elapsedTime":3}`,
    '/updateChannel/2\n{"isOnAir":true,"onAirLevel":0.5}\n/updateMasterClock\n{"deck":"B"}',
    '/updateDeck\n{"deck":"D","isPlaying":true}',
  ]),
  run(bytes) {
    const decks = new TraktorDecks('traktor', 'Traktor');
    const lines = bytes.toString('latin1').split('\n');
    for (let at = 0; at + 1 < lines.length; at += 2) {
      const message = readMessage(lines[at] ?? '', Buffer.from(lines[at + 1] ?? '', 'latin1'));
      for (const event of message === undefined ? [] : decks.receive(message, at * 100)) {
        hold(event.kind !== 'level' || isLevel(event.level), 'a level that is none');
      }
      decks.checkSilence(at * 100);
    }
  },
};

export const osc: FuzzTarget = {
  seeds: [
    encode(new Bundle(['/deck/1/title', 'Jóga'], ['/deck/1/artist', 'Björk'], ['/deck/1/playing', true])),
    encode(new Message('/deck/A/level', 0.5)),
    encode(new Message('/track/0/title', '雪')),
    encode(new Message('/0/time', 61.5)),
  ],
  words: ['#bundle', '/deck/2/path', '/master/track/title', ',sifTFNIhdtbcrm'],
  run(bytes) {
    for (const preset of PRESET_NAMES) {
      const decks = new OscDecks(presetOf(preset));
      for (let at = 0; at < bytes.length; at += DATAGRAM) {
        for (const message of readPacket(bytes.subarray(at, at + DATAGRAM))) {
          hold(message.address.startsWith('/'), 'an address that is none');
          decks.receive(message, at * 10);
        }
        for (const event of decks.advance(at * 10)) {
          hold(event.kind !== 'level' || isLevel(event.level), 'a level that is none');
        }
      }
      hold(decks.unknownDecks.length <= 33, 'more decks than there are labels');
    }
  },
};

export const virtualDj: FuzzTarget = {
  seeds: seedsOf([' "Blue "\r\n', 'error:-2147467259', 'yes', '75%', '0,5', '4:05', '301.5', '301500']),
  run(bytes) {
    const answer = bytes.toString();
    readText(answer);
    readTruth(answer);
    const slider = readSlider(answer);
    hold(slider === undefined || (slider >= 0 && slider <= 1), 'a slider that is none');
    holdTrack({ durationMs: readLength(answer) });
  },
};

const DEVICE = '828beb02da1f4e68a6afb0b167eaf0a2';

export const recordings: FuzzTarget = {
  seeds: seedsOf([
    [
      '{"t":0,"event":"start","version":1,"at":"2026-05-01T20:00:00.000Z"}',
      `{"t":812,"device":"${DEVICE}","event":"found","name":"prime4","software":"JC11","softwareVersion":"4.3.0","address":"192.168.1.20","port":35043}`,
      `{"t":1950,"device":"${DEVICE}","event":"connected"}`,
      `{"t":1951,"device":"${DEVICE}","event":"services","services":[{"name":"StateMap","port":41137}]}`,
      `{"t":1986,"device":"${DEVICE}","event":"state","path":"/Engine/Deck1/Play","value":{"state":false,"type":1}}`,
      `{"t":90210,"device":"${DEVICE}","event":"lost","reason":"silent"}`,
    ].join('\n'),
    [
      '{"t":0,"event":"start","version":1,"source":"prodjlink","at":"2026-05-01T20:00:00.000Z"}',
      ...[...presenceFixtures.rows, ...statusFixtures.rows.slice(0, 4)].map(
        (row, index) =>
          `{"t":${index * 90},"event":"datagram","port":${50_000 + (index % 3)},"address":"169.254.20.${index}","bytes":"${bytesOf(row).toString('hex')}"}`,
      ),
    ].join('\n'),
    [
      '{"t":0,"event":"start","version":1,"source":"traktor","at":"2026-05-01T20:00:00.000Z"}',
      '{"t":40,"event":"request","connection":1,"from":"127.0.0.1","method":"POST","path":"/deckLoaded/A","body":"{}"}',
      '{"t":41,"event":"request","connection":2,"from":"192.168.1.4","method":"GET","path":"/","body":{"base64":"/w=="}}',
    ].join('\n'),
    [
      '{"t":0,"event":"start","version":1,"source":"virtualdj","at":"2026-05-01T20:00:00.000Z"}',
      '{"t":40,"event":"reading","answers":[{"script":"deck 1 get_title","answer":"One"}]}',
      '{"t":900,"event":"unanswered","reason":"gone"}',
    ].join('\n'),
    [
      '{"t":0,"event":"start","version":1,"source":"icecast","at":"2026-05-01T20:00:00.000Z"}',
      '{"t":40,"event":"head","connection":1,"from":"127.0.0.1","lines":["SOURCE /live HTTP/1.0","Authorization: ***"],"password":"given"}',
      '{"t":41,"event":"comments","connection":1,"comments":[{"name":"TITLE","value":{"base64":"/w=="}}]}',
      '{"t":90,"event":"closed","connection":1,"fault":"it sent nothing"}',
    ].join('\n'),
    '{"set":"Ten"}\n{"device":"prime4","software":"JC11"}\n{"track":"one","title":"One","artist":"Ada","duration":200}\n{"at":0,"do":"load","deck":1,"track":"one"}\n{"at":1,"do":"play","deck":1}',
  ]),
  run(bytes) {
    const text = bytes.toString();
    for (const line of text.split('\n').slice(0, 50)) {
      const read = readRecordingLine(line);
      if (read !== undefined) {
        const written = writeRecordingLine(read);
        const again = readRecordingLine(written);
        hold(again !== undefined && writeRecordingLine(again) === written, 'read again, it is another line');
      }
    }
    const set = parseSet(text, 'set.jsonl');
    hold(set.ok || set.problems.length > 0, 'a set that cannot be read has no problem');
  },
};
