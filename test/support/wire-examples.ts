/** One of each message, as integrators see it. Tests check the server and the guide against them. */

import type { RecordMessage } from '../../src/core/record.ts';
import type { VerbAnswer } from '../../src/web/wire/answers.ts';
import type { DecksMessage } from '../../src/web/wire/decks.ts';
import type {
  EventHeader,
  EventMessage,
  HistoryMessage,
  NowMessage,
  WireHistoryEntry,
  WireTrack,
} from '../../src/web/wire/events.ts';
import type { HealthMessage } from '../../src/web/wire/health.ts';

/** The smallest PNG, so that the examples stay readable. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=';

const RUN = '9f2c41d07b';

const RECORD: RecordMessage = {
  artist: 'Nightjar Avenue',
  title: 'Paper Lanterns',
  genre: 'House',
  art: PIXEL,
  streaming_code: '',
  duration: 361,
  timestamp: '2026-11-21T23:42:10.250+01:00',
  timestamp_epoch: 1_795_300_930_250,
  elapsed: '00:42:10',
};

const TRACK: WireTrack = {
  id: `${RUN}-9`,
  artist: 'Nightjar Avenue',
  title: 'Paper Lanterns',
  album: 'Night Shift',
  genre: 'House',
  label: 'Harbour Records',
  remixer: 'Mira Vale',
  comment: '',
  key: 'Am',
  bpm: 124,
  year: 2024,
  isrc: '',
  durationMs: 361_000,
  position: 9,
  startedAt: '2026-11-21T23:42:10.250+01:00',
  elapsed: '00:42:10',
  art: { url: `/art/${RUN}-9-11.png` },
  code: null,
  source: 'hwdevice',
  deck: '2',
};

const HIDDEN: WireHistoryEntry = {
  id: `${RUN}-8`,
  artist: 'ID',
  title: 'ID',
  album: '',
  genre: '',
  label: '',
  remixer: '',
  comment: '',
  key: '',
  bpm: 0,
  year: 0,
  isrc: '',
  durationMs: 0,
  position: 8,
  startedAt: '2026-11-21T23:37:02.118+01:00',
  elapsed: '00:37:02',
  hidden: true,
};

const NOW: NowMessage = { v: 1, state: 'featured', track: TRACK };
const HISTORY: HistoryMessage = { v: 1, tracks: [HIDDEN] };

function header(seq: number): EventHeader {
  return { v: 1, run: RUN, seq, at: '2026-11-21T23:43:00.007+01:00' };
}

const EVENTS = {
  snapshot: {
    ...header(11),
    type: 'snapshot',
    state: 'featured',
    position: 9,
    track: TRACK,
    shownAt: '2026-11-21T23:42:10.250+01:00',
    previous: [HIDDEN],
    themeOptions: { accent: '#58e0b5' },
    themeProblems: [],
  },
  track: { ...header(12), type: 'track', reason: 'track', track: TRACK, previous: [HIDDEN] },
  hidden: { ...header(13), type: 'hidden', position: 9, previous: [HIDDEN] },
  previous: { ...header(13), type: 'previous', previous: [HIDDEN] },
  recall: { ...header(14), type: 'recall' },
  reload: { ...header(15), type: 'reload', themeOptions: { accent: '#ff6fb1' } },
  ping: { ...header(15), type: 'ping' },
} satisfies { readonly [Type in EventMessage['type']]: Extract<EventMessage, { readonly type: Type }> };

const DECKS: DecksMessage = {
  v: 1,
  type: 'decks',
  at: '2026-11-21T23:43:00.007+01:00',
  decks: [
    {
      deck: '2',
      artist: 'Nightjar Avenue',
      title: 'Paper Lanterns',
      album: '',
      genre: 'House',
      label: 'Dusk Records',
      key: '8A',
      bpm: 124,
      year: 2024,
      level: 0.9,
      featured: true,
      hidden: false,
    },
  ],
};

const HEALTH: HealthMessage = {
  v: 1,
  status: 'ok',
  version: '0.1.0',
  uptimeMs: 2_580_000,
  source: {
    name: 'hwdevice',
    parts: [{ name: 'hwdevice', title: 'Denon DJ / Engine OS players' }],
    watching: '1 device',
    lastHeardAt: 1_795_300_979_991,
    details: [{ name: 'prime4 (JC11 4.3.0) at 192.168.1.31', state: 'connected' }],
  },
  enrichment: [{ name: 'native', answered: 12, lastSuccessAt: 1_795_300_912_480 }],
  sinks: [
    {
      name: 'websocket',
      title: 'Overlays',
      queued: 0,
      delivered: 11,
      dropped: 0,
      failed: 0,
      lastSuccessAt: 1_795_300_930_251,
      stopped: false,
    },
  ],
  overlays: { records: 0, events: 2 },
};

const DONE: VerbAnswer = { v: 1, done: true };

const REFUSED: VerbAnswer = { v: 1, done: false, reason: 'nothing is on air' };

export const EXAMPLES = {
  record: RECORD,
  now: NOW,
  history: HISTORY,
  events: EVENTS,
  decks: DECKS,
  health: HEALTH,
  verb: DONE,
  refused: REFUSED,
};
