import { defineOptions, Secret, type SettingsOf } from '../../core/option.ts';
import { deckOptions } from '../../decks/options.ts';
import { secret, url } from '../../settings/kinds.ts';

export const virtualDjOptions = defineOptions('Source and discovery', {
  'virtualdj.url': {
    kind: url,
    default: '',
    help: "address of VirtualDJ's Network Control; empty tries http://127.0.0.1 and http://127.0.0.1:8080",
    sends: ['virtualdj.token'],
  },
  'virtualdj.token': {
    kind: secret,
    default: new Secret(''),
    help: 'password of Network Control; empty when it has none',
    live: true,
  },
  ...deckOptions,
});

export type VirtualDjSettings = SettingsOf<typeof virtualDjOptions>;

/** Versions of the plug-in differ in the port. */
const USUAL_URLS = ['http://127.0.0.1', 'http://127.0.0.1:8080'];

export function urlsOf(settings: VirtualDjSettings): readonly string[] {
  const chosen = settings['virtualdj.url'];
  return chosen === '' ? USUAL_URLS : [chosen];
}
