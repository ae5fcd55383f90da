import type { BeatField } from './deck-beats.ts';

/** `position` changes while the deck plays. */
export type OscField = 'title' | 'artist' | 'album' | 'path' | 'playing' | 'level' | BeatField;

export interface OscPreset {
  /** Contain `{deck}`, unless there is only one. */
  readonly addresses: Readonly<Partial<Record<OscField, readonly string[]>>>;
  /** Further messages, which say nothing about a deck's track or beat. */
  readonly unused?: RegExp;
  /** Label for users, if it differs from the program's name. */
  readonly labelOf?: (deck: string) => string;
  /**
   * Label of the deck that repeats the main deck's track and gets messages without a deck. The program
   * reports no play state, so this deck counts as playing until another reports its position.
   */
  readonly mainDeck?: string;
  /** Beat messages stop with the deck: it stands still after this long without one. */
  readonly beatStopsAfterMs?: number;
}

const MASTER = 'M';

const PRESETS = {
  deckcast: {
    addresses: {
      title: ['/deck/{deck}/title'],
      artist: ['/deck/{deck}/artist'],
      album: ['/deck/{deck}/album'],
      path: ['/deck/{deck}/path'],
      playing: ['/deck/{deck}/playing'],
      level: ['/deck/{deck}/level'],
      position: ['/deck/{deck}/position'],
      beat: ['/deck/{deck}/beat'],
      bpm: ['/deck/{deck}/bpm'],
    },
  },
  // Versions from 1.2 put the deck first. Version 1.0 sends only the master's time, without a deck, and
  // fractions of a beat at /beat/1, /beat/2 and /beat/4, which are no decks.
  rkbx_link: {
    addresses: {
      title: ['/{deck}/track/title', '/track/{deck}/title'],
      artist: ['/{deck}/track/artist', '/track/{deck}/artist'],
      album: ['/{deck}/track/album', '/track/{deck}/album'],
      position: ['/{deck}/time', '/time/{deck}', '/time'],
      beat: ['/beat/master', '/beat'],
      bar: ['/{deck}/beat/subdiv/4'],
      bpm: ['/{deck}/bpm/current', '/bpm/{deck}/current', '/bpm/current'],
    },
    unused: /^\/(?:[^/]+\/)?(?:beat|bpm|phrase|playback_speed)(?:\/|$)/,
    // Decks count from 0.
    labelOf: (deck) => (deck === 'master' ? MASTER : /^\d$/.test(deck) ? String(Number(deck) + 1) : ''),
    mainDeck: MASTER,
    // They come 60 times a second.
    beatStopsAfterMs: 500,
  },
} as const satisfies Readonly<Record<string, OscPreset>>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

export function presetOf(name: PresetName): OscPreset {
  return PRESETS[name];
}
