import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { defineOptions } from '../../core/option.ts';
import { address } from '../../settings/kinds.ts';

/** Port in Tuna's browser script. */
const TUNA_PORT = 1608;

const options = defineOptions('Source and discovery', {
  'browser.addr': {
    kind: address,
    default: { host: '127.0.0.1', port: TUNA_PORT },
    help: 'where to listen for the browser script of Tuna and the extension WebNowPlaying',
  },
});

/** A tab's track comes from Tuna's browser script or the WebNowPlaying extension. */
export const browser: SourcePart<typeof options> = {
  name: 'browser',
  options,
  card: {
    title: 'A tab in my browser',
    about: say('browser.soundcloud-youtube-music-spotifys-web-player'),
    settings: {
      group: 'Media players',
      rest: {
        'browser.addr': 'Port for a tab in the browser',
      },
    },
    steps: ({ 'browser.addr': { port } }) => [
      {
        text:
          port === TUNA_PORT
            ? say('browser.either-install-script-extension-tampermonkey')
            : say('browser.either-install-script-with-port', { port }),
        copy: 'https://github.com/univrsal/tuna/raw/master/deps/tuna_browser.user.js',
      },
      {
        text: say('browser.install-extension-webnowplaying-choose-add'),
        copy: String(port),
      },
      { text: say('browser.play-track-tab-let-page-reach') },
    ],
  },
  async diagnose(settings, { chosen, running }) {
    // The running source has its own findings.
    if (!chosen || running) {
      return [];
    }
    const { portFinding } = await import('../../host/tcp-port.ts');
    const about = { option: '--browser.addr', means: say('browser.no-tab-can-say-plays') };
    return [await portFinding({ ...settings['browser.addr'], ...about })];
  },
  async create(settings, tools) {
    const { TabSource } = await import('./source.ts');
    return new TabSource(settings['browser.addr'], tools);
  },
};
