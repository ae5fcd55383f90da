import { defineOptions, type SettingsOf } from '../../core/option.ts';
import { deckOptions } from '../../decks/options.ts';
import { address } from '../../settings/kinds.ts';

export const traktorOptions = defineOptions('Source and discovery', {
  'traktor.addr': {
    kind: address,
    default: { host: '127.0.0.1', port: 8080 },
    help: 'where to listen for the messages of Traktor',
  },
  ...deckOptions,
});

export type TraktorSettings = SettingsOf<typeof traktorOptions>;
