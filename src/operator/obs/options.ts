import { defineOptions, Secret } from '../../core/option.ts';
import { secret, socketUrl, text } from '../../settings/kinds.ts';

/** Used by `obs setup`, and for reloading the overlay at the start. */
export const obsOptions = defineOptions('Sinks', {
  'obs.url': {
    kind: socketUrl,
    default: '',
    help: 'WebSocket server of OBS, such as ws://127.0.0.1:4455; the overlay there is reloaded at each start',
    sends: ['obs.password'],
  },
  'obs.password': { kind: secret, default: new Secret(''), help: 'password of that server' },
  'obs.source': { kind: text, default: 'deckcast', help: 'name of the browser source in OBS' },
});
