/** The OSC addresses at which programs tell what is on their decks. */

/** What a message can say about a deck. `position`: where in the track it is, so that it plays while that changes. */
export type OscField = 'title' | 'artist' | 'album' | 'path' | 'playing' | 'level' | 'position';

export interface OscPreset {
  /** With `{deck}` where the deck stands; without it there is one deck. */
  readonly addresses: Readonly<Partial<Record<OscField, readonly string[]>>>;
  /** What it calls its decks, where that is not what people see. */
  readonly labelOf?: (deck: string) => string;
  /**
   * It has no message about playing: the deck with this label has the track that it takes for the main one, which counts
   * until positions say more.
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
  // Its versions differ in the order of the parts.
  rkbx_link: {
    addresses: {
      title: ['/{deck}/track/title', '/track/{deck}/title'],
      artist: ['/{deck}/track/artist', '/track/{deck}/artist'],
      album: ['/{deck}/track/album', '/track/{deck}/album'],
      position: ['/{deck}/time', '/time/{deck}', '/beat/{deck}'],
    },
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
