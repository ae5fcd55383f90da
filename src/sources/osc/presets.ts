/** The OSC addresses at which programs tell what is on their decks. */

/** What a message can say about a deck. `position`: where in the track it is, so that it plays while that changes. */
export type OscField = 'title' | 'artist' | 'album' | 'path' | 'playing' | 'level' | 'position';

export interface OscPreset {
  /** With `{deck}` where the deck stands; without it there is one deck. */
  readonly addresses: Readonly<Partial<Record<OscField, readonly string[]>>>;
  /** Addresses of messages that say nothing about a deck's track. */
  readonly unused?: RegExp;
  /** What it calls its decks, where that is not what people see. */
  readonly labelOf?: (deck: string) => string;
  /**
   * Label of the deck that repeats the main deck's track, and stands for messages that name no deck. The program has no
   * message about playing, so this deck counts until a position of another deck arrives.
   */
  readonly mainDeck?: string;
}

/** For the track of the deck that rekordbox takes for the master. */
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
    },
  },
  // From 1.2 on the deck comes first. 1.0 sends the time of the master only, with no deck in the address, and uses
  // /beat/1, /beat/2, and /beat/4 for fractions of a beat, so a beat's address doesn't name a deck.
  rkbx_link: {
    addresses: {
      title: ['/{deck}/track/title', '/track/{deck}/title'],
      artist: ['/{deck}/track/artist', '/track/{deck}/artist'],
      album: ['/{deck}/track/album', '/track/{deck}/album'],
      position: ['/{deck}/time', '/time/{deck}', '/time'],
    },
    unused: /^\/(?:[^/]+\/)?(?:beat|bpm|phrase|playback_speed)(?:\/|$)/,
    // It counts its decks from 0.
    labelOf: (deck) => (deck === 'master' ? MASTER : /^\d$/.test(deck) ? String(Number(deck) + 1) : ''),
    mainDeck: MASTER,
  },
} as const satisfies Readonly<Record<string, OscPreset>>;

export type PresetName = keyof typeof PRESETS;

// The keys of an object literal that nothing is added to are those of its type.
export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

export function presetOf(name: PresetName): OscPreset {
  return PRESETS[name];
}
