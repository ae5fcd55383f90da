import { say } from '../core/message.ts';
import { defineOptions, readLive, type SettingsOf } from '../core/option.ts';
import { choice, uint } from '../settings/kinds.ts';
import type { Algorithm } from './detection/algorithms/algorithm.ts';
import { ALGORITHM_NAMES, ALGORITHMS } from './detection/algorithms/index.ts';
import { COLOR_NAMES } from './detection/color.ts';
import type { Rule } from './detection/detect.ts';

/** Included in every deck source's options, so that one setting applies to all. */
export const deckOptions = defineOptions('Source and discovery', {
  'detection.algorithm': {
    kind: choice(ALGORITHM_NAMES, {
      volume: 'By level',
      lead: 'By which deck plays alone',
      altlead: 'For players without a known mixer',
    }),
    default: 'volume',
    help: 'how the featured deck is found: by level, by who plays alone, or for players without a known mixer',
  },
  'detection.volume.percent': {
    kind: uint({ max: 100, what: say('settings.a-percentage') }),
    default: 100,
    help: 'how far below the loudest deck the others must be for volume; at 100 they must be gone',
    live: true,
  },
  'detection.crossfader': {
    kind: choice(['on', 'off'], { on: 'Yes', off: 'No' }),
    default: 'on',
    help: 'whether the crossfader counts for the level of a deck on a unit that reports its own faders',
    live: true,
  },
  'hide.color': {
    kind: choice(['', ...COLOR_NAMES], {
      red: 'Red',
      orange: 'Orange',
      yellow: 'Yellow',
      limegreen: 'Lime green',
      green: 'Green',
      lightblue: 'Light blue',
      blue: 'Blue',
      purple: 'Purple',
    }),
    default: '',
    help: 'hide tracks of decks that have this color',
    live: true,
    group: 'Metadata processing',
  },
});

export type DeckSettings = SettingsOf<typeof deckOptions>;

/** Reads live settings at each use. */
export function ruleOf(
  settings: DeckSettings,
  algorithm: Algorithm = ALGORITHMS[settings['detection.algorithm']],
): Rule {
  return {
    algorithm,
    get percent() {
      return readLive(settings, 'detection.volume.percent');
    },
    get crossfader() {
      return readLive(settings, 'detection.crossfader');
    },
  };
}
