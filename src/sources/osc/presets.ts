/** `position`: in the track; changes while the deck plays. */
export type OscField =
  | 'title'
  | 'artist'
  | 'album'
  | 'path'
  | 'playing'
  | 'level'
  | 'position'
  /** Beats since the first downbeat. */
  | 'beat'
  /** Audible tempo. */
  | 'bpm';

export interface OscPreset {
  /** Contain `{deck}`. Without it, there is only one deck. */
  readonly addresses: Readonly<Partial<Record<OscField, readonly string[]>>>;
  /** Messages at these addresses say nothing about a deck's track. */
  readonly unused?: RegExp;
  /** Label that users see, if it differs from the program's deck name. */
  readonly labelOf?: (deck: string) => string;
  /**
   * Label of the deck that repeats the main deck's track, and receives messages that name no deck. The program does not
   * report the play state, so this deck counts as playing until another deck reports its position.
   */
  readonly mainDeck?: string;
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
      beat: ['/deck/{deck}/beat'],
      bpm: ['/deck/{deck}/bpm'],
    },
  },
  // Versions from 1.2 put the deck first. Version 1.0 sends the time of the master only, without a deck, and uses
  // /beat/1, /beat/2 and /beat/4 for fractions of a beat, so these numbers are not decks.
  rkbx_link: {
    addresses: {
      title: ['/{deck}/track/title', '/track/{deck}/title'],
      artist: ['/{deck}/track/artist', '/track/{deck}/artist'],
      album: ['/{deck}/track/album', '/track/{deck}/album'],
      position: ['/{deck}/time', '/time/{deck}', '/time'],
    },
    unused: /^\/(?:[^/]+\/)?(?:beat|bpm|phrase|playback_speed)(?:\/|$)/,
    // Decks count from 0.
    labelOf: (deck) => (deck === 'master' ? MASTER : /^\d$/.test(deck) ? String(Number(deck) + 1) : ''),
    mainDeck: MASTER,
  },
} as const satisfies Readonly<Record<string, OscPreset>>;

export type PresetName = keyof typeof PRESETS;

// TypeScript widens the keys to string.
export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

export function presetOf(name: PresetName): OscPreset {
  return PRESETS[name];
}
