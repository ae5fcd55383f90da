import { defineOptions, type SettingsOf } from '../../core/option.ts';
import { deckOptions } from '../../decks/options.ts';
import { address, choice, oscPattern } from '../../settings/kinds.ts';
import { PRESET_NAMES } from './presets.ts';

export const oscOptions = defineOptions('Source and discovery', {
  'osc.in.addr': {
    kind: address,
    // Default target of rkbx_link.
    default: { host: '127.0.0.1', port: 4460 },
    help: 'where to listen for OSC (UDP) that brings decks',
  },
  'osc.in.preset': {
    kind: choice(PRESET_NAMES, {
      deckcast: "Any program, with deckcast's addresses",
      rkbx_link: 'rkbx_link',
    }),
    default: 'deckcast',
    help: 'program whose OSC addresses to use; the options below replace single ones',
  },
  'osc.in.title': {
    kind: oscPattern,
    default: '',
    help: 'OSC address of a title, such as /deck/{deck}/title; {deck} is 0 to 16 or a letter',
  },
  'osc.in.artist': { kind: oscPattern, default: '', help: 'OSC address of an artist' },
  'osc.in.playing': {
    kind: oscPattern,
    default: '',
    help: 'OSC address of the play state: 1 or 0, true or false',
  },
  'osc.in.level': {
    kind: oscPattern,
    default: '',
    help: "OSC address of a deck's level as the audience hears it, 0 to 1",
  },
  'osc.in.path': {
    kind: oscPattern,
    default: '',
    help: "OSC address of the file's path on this computer, for hearing the room",
  },
  ...deckOptions,
});

export type OscSettings = SettingsOf<typeof oscOptions>;
