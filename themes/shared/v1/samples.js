/**
 * Sample tracks: `?demo=1` shows one after the other, `?demo=long` keeps one.
 * @import { WireHistoryEntry } from '../../../src/web/wire/events.ts'
 * @import { WireAudibleDeck } from '../../../src/web/wire/decks.ts'
 * @import { SceneTrack } from './timeline.js'
 */

/** @type {Record<string, { artist: string, title: string, art?: boolean, code?: boolean } | null>} */
const SAMPLES = {
  short: { artist: 'Mira Vale', title: 'Low Tide', art: true },
  usual: { artist: 'Nightjar Avenue', title: 'Paper Lanterns (Extended Mix)', art: true },
  long: {
    artist: 'The Lighthouse Keepers, Nightjar Avenue and the Northern Harbour Choir',
    title:
      'Everything We Said Before the Long Summer Came Back to the City (Lighthouse Keepers Sunrise Extended Dub, Remastered 24)',
    art: true,
  },
  emoji: { artist: 'DJ 🦊 & 🐙', title: '🌊🔥 Waves on Fire 👩‍🚀🏳️‍🌈', art: true },
  cjk: { artist: '夜行列車 · 밤의 정원', title: '東京の夜明け前に (深夜特急 Remix)', art: true },
  rtl: { artist: 'נועה לוי', title: 'ليالي المدينة (ريمكس)', art: true },
  noart: { artist: 'White Label', title: 'Untitled Test Pressing' },
  code: { artist: 'Mira Vale', title: 'Low Tide (Afterhours Version)', art: true, code: true },
  hidden: null,
};

/** Sample's elapsed ms. */
const PLAYED_MS = 141_000;

/** @type {readonly WireHistoryEntry[]} */
const EARLIER = [
  ['Selka Ruun', 'Harbour Lights'],
  ['Marlo Vint', 'Second Skin (Dub)'],
  ['ID', 'ID'],
  ['The Lighthouse Keepers', 'Everything We Said Before the Long Summer'],
  ['Oto Vey', 'Glass Anthem'],
].map(([artist = '', title = ''], index) => ({
  id: `earlier-${index}`,
  artist,
  title,
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
  position: 8 - index,
  startedAt: `2026-11-21T23:${37 - 5 * index}:02+01:00`,
  elapsed: `00:${37 - 5 * index}:02`,
  hidden: title === 'ID',
}));

/**
 * Double drop for `usual`, otherwise one deck.
 * @param {SceneTrack | null} track
 * @returns {readonly WireAudibleDeck[]}
 */
export function sampleDecks(track) {
  if (track === null) {
    return [];
  }
  const { artist, title, album, genre, label, key, bpm, year } = track;
  const tags = { album, genre, label, key, bpm, year };
  const onAir = { deck: '2', artist, title, ...tags, level: 0.9, featured: true, hidden: false };
  const other = {
    ...tags,
    deck: '3',
    artist: 'Oto Vey',
    title: 'Glass Anthem',
    key: '9A',
    bpm: 125,
    level: 0.65,
    featured: false,
    hidden: false,
  };
  return title === SAMPLES.usual?.title ? [onAir, other] : [onAir];
}

export const SAMPLE_NAMES = Object.keys(SAMPLES);

/**
 * @param {string} name
 * @param {number} position
 * @returns {SceneTrack | null} null for the hidden one
 */
export function sampleTrack(name, position) {
  const sample = SAMPLES[name];
  if (sample === null || sample === undefined) {
    return null;
  }
  return {
    id: `sample-${position}`,
    artist: sample.artist,
    title: sample.title,
    album: 'Night Shift',
    genre: 'House',
    label: 'Harbour Records',
    remixer: '',
    comment: '',
    key: 'Am',
    bpm: 124,
    year: 2024,
    isrc: '',
    durationMs: 361_000,
    position,
    startedAt: new Date(Date.now() - PLAYED_MS).toISOString(),
    elapsed: '00:42:10',
    art: sample.art ? { url: '/sdk/samples/art.svg', accent: '#ff7da6' } : null,
    code: sample.code ? { url: '/sdk/samples/code.svg' } : null,
    source: 'demo',
    deck: '2',
    previous: EARLIER,
  };
}
