/** Titles and groups of options outside sources and sinks, whose cards have theirs. */
import type { SettingsGroup, Titles } from '../../core/contracts/part.ts';
import { sinkParts } from '../../sinks/index.ts';
import { sourceParts } from '../../sources/index.ts';
import type { StartSettings } from '../options.ts';

const OWN: Readonly<Record<SettingsGroup, Titles<StartSettings>>> = {
  Overlay: {
    common: {
      'theme.internal': 'Look of the overlay',
      'theme.options': 'Size, colors, font and place of the look',
    },
    rest: {
      'theme.dir': 'Folder of your own look',
      'theme.looks': 'Your saved looks',
      'theme.files': 'Folder of your logos and typefaces',
      'obs.url': 'Address of OBS',
      'obs.password': 'Password of OBS',
      'obs.source': 'Name of the source in OBS',
    },
  },
  'What you play with': {
    common: {
      source: 'Where tracks come from',
      delay: 'Seconds before a track is shown',
      'detection.algorithm': 'How the track on air is found',
    },
    rest: {
      'detection.volume.percent': 'How quiet the other decks must be',
      'detection.crossfader': 'The crossfader counts',
    },
  },
  'Denon DJ': {},
  'Pioneer DJ': {},
  'DJ software': {},
  'Media players': {},
  'Listening to the room': {
    common: {
      'hear.input': 'Where the sound comes from',
      'hear.library': 'Folders with your music',
    },
    rest: {
      'hear.command': 'Command that records the sound',
      'hear.rate': 'Sample rate of that command',
      'hear.index': 'Folder for what your music sounds like',
    },
  },
  'My controller': {
    common: {
      'midi.input': 'Where the faders come from',
      'midi.controllers': 'Your controllers and their faders',
    },
    rest: {
      'midi.command': 'Command that prints its messages',
    },
  },
  'Hiding tracks': {
    common: {
      'hide.tracks': 'Tracks to hide',
      'hide.contains.title': 'Hide titles with these words',
      'hide.contains.artist': 'Hide artists with these words',
      'hide.color': 'Deck color that hides a track',
    },
    rest: {
      'hide.contains.genre': 'Hide genres with these words',
      'hide.contains.filename': 'Hide files with these words',
      'hide.regex.artist': 'Hide artists that match an expression',
      'hide.regex.title': 'Hide titles that match an expression',
      'hide.regex.genre': 'Hide genres that match an expression',
      'hide.regex.filename': 'Hide files that match an expression',
    },
  },
  'Names and covers': {
    common: {
      'extract.regex.title': 'Shorten titles',
      'extract.regex.artist': 'Shorten artists',
      'art.precedence': 'Where covers come from',
      'placeholder.art.internal': 'Picture for tracks without a cover',
      'streaming.id': 'Spotify: client id',
      'streaming.secret': 'Spotify: client secret',
      'catalog.key': 'Discogs: key',
      'catalog.secret': 'Discogs: secret',
    },
    rest: {
      'streaming.market': 'Spotify: country',
      'streaming.barcolor': 'Spotify code: color of the bars',
      'streaming.bgcolor': 'Spotify code: background',
      'streaming.width': 'Spotify code: width',
      'streaming.timeout': 'Seconds that a track waits for its cover',
      'streaming.api_url': 'Spotify: address of the API',
      'streaming.auth_url': 'Spotify: address of the sign-in',
      'streaming.code_url': 'Spotify: address of the codes',
      'catalog.url': 'Discogs: address of the API',
      'art.cache.entries': 'Cover lookups kept',
      'art.cache.bytes': 'Memory for covers',
    },
  },
  Files: {},
  'Chat and Twitch': {},
  'Page for everybody': {},
  'Web radio': {},
  'Lights and video': {
    common: {
      'beat.follow': 'How the beat changes between decks',
      'beat.early': 'Send beats earlier by',
    },
  },
  'Other programs': {},
  Reports: {
    common: {
      'report.service': 'Station or event',
      'report.channel': 'Channel, program or venue',
      'report.category': 'SoundExchange: category',
      'report.hours': 'SoundExchange: hours of all listeners',
    },
  },
  'This program': {
    common: {
      'http.phone_token': 'Token for phones and other devices',
      'http.token': 'Token for operating, also on this computer',
      'http.admin_token': 'Token for settings from other devices',
      'http.addr': 'Address and port of these pages',
      'license.key': 'License key',
    },
    rest: {
      'http.proxy': 'Proxies on other computers',
      'metrics.addr': 'Port for Prometheus',
      'log.level': 'What is logged',
      'log.file': 'Log file',
      'log.format': 'Form of the log',
      'log.line': 'Log names the source line',
      conf: 'Configuration file',
    },
  },
};

interface Place {
  readonly title: string;
  readonly group: string;
  readonly isCommon: boolean;
}

export const GROUP_NAMES: readonly string[] = Object.keys(OWN);

interface GroupTitles {
  readonly group: string;
  readonly common?: Readonly<Record<string, string>>;
  readonly rest?: Readonly<Record<string, string>>;
}

export const TITLES: readonly GroupTitles[] = [
  ...Object.entries(OWN).map(([group, titles]) => ({ group, ...titles })),
  ...[...sourceParts, ...sinkParts].flatMap(({ card }) => ('settings' in card ? [card.settings] : [])),
];

export const PLACES: ReadonlyMap<string, Place> = new Map(
  GROUP_NAMES.flatMap((group) => {
    const here = TITLES.filter((titles) => titles.group === group);
    return [
      ...here.flatMap(({ common = {} }) => placesIn(group, common, true)),
      ...here.flatMap(({ rest = {} }) => placesIn(group, rest, false)),
    ];
  }),
);

function placesIn(
  group: string,
  titles: Readonly<Record<string, string>>,
  isCommon: boolean,
): (readonly [string, Place])[] {
  return Object.entries(titles).map(([name, title]) => [name, { title, group, isCommon }]);
}
