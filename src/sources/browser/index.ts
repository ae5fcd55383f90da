import type { SourcePart } from '../../core/contracts.ts';
import { defineOptions } from '../../core/option.ts';
import { address } from '../../settings/kinds.ts';

const options = defineOptions('Source and discovery', {
  'browser.addr': {
    kind: address,
    default: { host: '127.0.0.1', port: 1608 },
    help: 'where to listen for the browser script of Tuna and the extension WebNowPlaying',
  },
});

/** What a tab of a browser plays, by the browser script of Tuna or the extension WebNowPlaying. */
export const browser: SourcePart<typeof options> = {
  name: 'browser',
  options,
  card: {
    title: 'A tab in my browser',
    about: 'SoundCloud, YouTube Music, Spotify’s web player, Deezer and others, by a script or an extension.',
    settings: {
      group: 'Media players',
      rest: {
        'browser.addr': 'Port for a tab in the browser',
      },
    },
    steps: ({ 'browser.addr': { port } }) => [
      {
        text: 'Either install this script in the extension Tampermonkey or Violentmonkey: it is the browser script of Tuna, which itself is not needed',
        copy: 'https://github.com/univrsal/tuna/raw/master/deps/tuna_browser.user.js',
      },
      {
        text: 'Or install the extension WebNowPlaying, choose "Add custom adapter" in its settings, and give it this port',
        copy: String(port),
      },
      { text: 'Play a track in a tab, and let the page reach this computer if the browser asks' },
    ],
  },
  async diagnose(settings, { chosen, running }) {
    // The running source has its own findings.
    if (!chosen || running) {
      return [];
    }
    const { portFinding } = await import('../../host/tcp-port.ts');
    const about = { option: '--browser.addr', means: 'no tab can say what it plays' };
    return [await portFinding({ ...settings['browser.addr'], ...about })];
  },
  async create(settings, tools) {
    const { TabSource } = await import('./source.ts');
    return new TabSource(settings['browser.addr'], tools);
  },
};
