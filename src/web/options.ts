import type { Problem } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { defineOptions, Secret, type SettingsOf } from '../core/option.ts';
import { type Address, address, choice, existingDirectory, map, phrases, secret } from '../settings/kinds.ts';
import { pageOptions, reportOptions } from '../settings/shared.ts';
import { isNetwork } from './client.ts';

/** Titles by id, as in `theme.json`. */
export const THEME_NAMES = {
  default: 'Lower third',
  text: 'Type',
  slider: 'Strap',
  sliderstreaming: 'Strap with code',
  artleft: 'Sleeve, left',
  artright: 'Sleeve, right',
  sliderartleft: 'Drawer, left',
  sliderartright: 'Drawer, right',
  ticker: 'Ticker',
  vinyl: 'Record',
  progress: 'Card with progress',
  portrait: 'Tall card',
  recent: 'Recent tracks',
  decks: 'Decks',
  poster: 'Poster',
  board: 'Board',
  block: 'Block',
} as const;

// Object.keys loses the type.
export const THEMES = Object.keys(THEME_NAMES) as readonly (keyof typeof THEME_NAMES)[];

const EVERY_ADDRESS: Address = { port: 9090 };

export const serverOptions = defineOptions('Sinks', {
  ...pageOptions,
  'http.addr': {
    kind: address,
    default: EVERY_ADDRESS,
    help: 'address of the HTTP listener; 127.0.0.1:9090 restricts it to this computer. Another port needs the new address in OBS, unless --obs.url leads there',
    words: 'port address network lan ip',
  },
  'http.token': {
    kind: secret,
    default: new Secret(''),
    help: 'token that every operator needs, on this computer too; set one behind a proxy or a tunnel',
    words: 'remote password operator',
  },
  'http.phone_token': {
    kind: secret,
    default: new Secret(''),
    help: 'token with which other devices operate; this computer needs none, unless --http.token is set',
    words: 'phone tablet remote',
  },
  'http.admin_token': {
    kind: secret,
    default: new Secret(''),
    help: 'token with which other devices change settings and set up; must differ from the tokens to operate',
  },
  'http.proxy': {
    kind: phrases,
    default: [],
    help: 'trusted proxies on other computers, as addresses or networks; proxies on this computer are always trusted',
    words: 'nginx caddy traefik docker tunnel reverse forwarded',
  },
  'theme.internal': {
    kind: choice(THEMES, THEME_NAMES),
    default: 'default',
    live: true,
    help: 'built-in theme of the overlay',
    words: 'look design style skin layout overlay',
  },
  'theme.dir': {
    kind: existingDirectory,
    default: '',
    live: true,
    help: 'folder of a custom theme; overrides --theme.internal',
  },
  'theme.files': {
    kind: existingDirectory,
    default: '',
    live: true,
    help: 'folder with your own fonts and logos, for every theme',
    words: 'logo brand picture typeface',
  },
  'theme.looks': {
    kind: map,
    default: {},
    live: true,
    help: 'saved looks by name, each as the end of its address: slider?accent=00ff00',
    words: 'preset saved my',
  },
  'theme.options': {
    kind: map,
    default: {},
    live: true,
    help: "values for the theme's options",
    words:
      'size bigger smaller font text color place position corner opacity transparent animation scroll brand tempo bpm',
  },
  ...reportOptions,
});

export type ServerSettings = SettingsOf<typeof serverOptions>;

export function checkServer(
  settings: Pick<ServerSettings, 'http.token' | 'http.phone_token' | 'http.admin_token' | 'http.proxy'>,
): readonly Problem[] {
  const admin = settings['http.admin_token'];
  return [
    ...(['http.token', 'http.phone_token'] as const)
      .filter((option) => !admin.isEmpty && admin.reveal() === settings[option].reveal())
      .map((option) => ({
        where: '--http.admin_token',
        what: say('web.token-of-operators', { option: { option } }),
      })),
    ...settings['http.proxy']
      .filter((network) => !isNetwork(network))
      .map((network) => ({
        where: '--http.proxy',
        what: say('web.no-network', { network }),
      })),
  ];
}
