import { type DeckRef, deviceSpecs, type MediumFile } from '../device-spec.ts';
import { type LinkRig, linkDecksOf, linkRig, type SimulatedLinkSet } from '../prodjlink/link-set.ts';
import type { SimulatedSet, SimulatedTrack } from '../set.ts';
import { cover, taggedAudio } from './made-up-audio.ts';

const deck = (number: number): DeckRef => ({ device: 'prime4', deck: number });

function track(
  id: string,
  artist: string,
  title: string,
  genre: string,
  seconds: number,
  bpm: number,
  key: string,
): SimulatedTrack {
  const path = `DEMO (USB 1)/Engine Library/Music/${id}.mp3`;
  return { id, artist, title, genre, seconds, bpm, key, path, loadSeconds: 0.08 };
}

const TRACKS: readonly SimulatedTrack[] = [
  track('01 Slow Elevator', 'Paper Lanterns', 'Slow Elevator', 'Downtempo', 312, 104, 'Am'),
  track('02 Harbour Lights', 'Night Ferry', 'Harbour Lights (Extended Mix)', 'Deep House', 421, 120, 'Em'),
  track('03 Rain', '夜行列車', '雨の首都高', 'City Pop', 268, 118, 'F'),
  track(
    '04 A Very Long Walk Home',
    'The Municipal Swimming Pool Orchestra',
    'A Very Long Walk Home Past All the Places Where We Said That We Would Meet Again One Day (Original Sunrise Version)',
    'Disco',
    547,
    122,
    'Gm',
  ),
  track('05 Untitled', 'Basement Tape', '', 'House', 366, 123, 'Cm'),
  track('06 Copper Wire', 'The Static', 'Copper Wire', 'Tech House', 389, 125, 'Dm'),
  track('07 Moon', 'أصوات المرفأ', 'قمر فوق الميناء', 'Electronica', 334, 124, 'Bbm'),
  track('08 Sommerøya', 'Fjordlys', 'Sommerøya (Døgnvill Dub)', 'Dub Techno', 455, 124, 'Ebm'),
  track('09 Hello World', 'Tiny Robots 🤖', 'Hello, World 🌍✨', 'Electro', 241, 128, 'F#m'),
  track('10 Last Train', 'Glass Meridian', 'Last Train, First Light', 'Trance', 498, 132, 'A'),
];

/** Made at the first use. */
function fileOf(track: SimulatedTrack, index: number): MediumFile {
  const hue = 200 + (index * 360) / TRACKS.length;
  return {
    path: `/${track.path}`,
    content: { make: () => taggedAudio({ ...track, cover: cover(hue % 360) }) },
  };
}

/** Seconds from one fade to the next. */
const EVERY = 22;
const FADE_SECONDS = 4;
/** DJs use the two in the middle most. */
const DECKS = [1, 2, 1, 2, 3, 2, 1, 4, 1, 2];

/** Tracks have names from then on. */
const LIBRARY_READ_AT = 2;

/** `deckAt`: index from 0. `playAt`: seconds. */
function fades(deckAt: (place: number) => DeckRef, playAt = 0.3) {
  const [last, end] = [deckAt(TRACKS.length - 1), TRACKS.length * EVERY];
  return [
    { at: 0, action: { do: 'load', deck: deckAt(0), track: TRACKS[0]?.id ?? '' } },
    { at: 0.2, action: { do: 'fader', deck: deckAt(0), level: 1, over: 0 } },
    { at: playAt, action: { do: 'play', deck: deckAt(0) } },
    ...TRACKS.slice(1).flatMap((_, index) => handOver(index + 1, deckAt(index), deckAt(index + 1))),
    { at: end, action: { do: 'fader', deck: last, level: 0, over: 1 } },
    { at: end + 1, action: { do: 'pause', deck: last } },
  ] as const;
}

/** The next track starts unheard. */
function handOver(place: number, from: DeckRef, to: DeckRef) {
  const fadeAt = place * EVERY - FADE_SECONDS;
  return [
    { at: fadeAt - 9, action: { do: 'load', deck: to, track: TRACKS[place]?.id ?? '' } },
    { at: fadeAt - 2, action: { do: 'play', deck: to } },
    { at: fadeAt, action: { do: 'fade', from, to, over: FADE_SECONDS } },
    { at: fadeAt + FADE_SECONDS + 1, action: { do: 'pause', deck: from } },
  ] as const;
}

const COMMON = {
  name: 'Ten tracks',
  waitForClient: true,
  repeatAfter: TRACKS.length * EVERY + 2,
  tracks: TRACKS,
} as const;

export const TEN_TRACKS: SimulatedSet = {
  ...COMMON,
  devices: deviceSpecs([{ id: 'prime4', software: 'JC11', files: TRACKS.map(fileOf) }]),
  timeline: fades((place) => deck(DECKS[place] ?? 1)),
};

/** The stick in the first player holds all tracks. */
export function tenTracksOn(rig: LinkRig): SimulatedLinkSet {
  const devices = linkRig(rig);
  const decks = devices.flatMap(linkDecksOf);
  const first = { device: '', deck: 1 };
  const timeline = fades((place) => decks[place % decks.length] ?? first, LIBRARY_READ_AT).map(
    ({ at, action }) => ({
      at,
      action: action.do === 'load' ? ({ ...action, as: 'rekordbox' } as const) : action,
    }),
  );
  return { ...COMMON, devices, timeline };
}
