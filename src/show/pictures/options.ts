import type { Problem } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { defineOptions, readLive, Secret, type SettingsOf } from '../../core/option.ts';
import { choice, choices, hexColor, secret, text, uint, url } from '../../settings/kinds.ts';
import { streamingAddresses } from '../../settings/shared.ts';
import { PLACEHOLDERS } from './placeholder/index.ts';

const none = new Secret('');

const ART_SOURCES = ['native', 'streaming', 'catalog', 'placeholder'] as const;
export type ArtSource = (typeof ART_SOURCES)[number];
const ART_TITLES: Readonly<Record<ArtSource, string>> = {
  native: 'The music file or its medium',
  streaming: 'Spotify',
  catalog: 'Discogs',
  placeholder: 'The picture for tracks without a cover',
};

export const enrichOptions = defineOptions('Enrichment', {
  'art.precedence': {
    kind: choices(ART_SOURCES, ART_TITLES),
    default: ART_SOURCES,
    help: 'sources of art, best first',
    words: 'cover covers artwork picture pictures image album',
    group: 'Metadata processing',
  },
  'placeholder.art.internal': {
    kind: choice(PLACEHOLDERS, { pixel: 'Transparent', note: 'A note' }),
    default: '',
    help: 'picture for tracks without art: pixel (one transparent pixel) or note',
    group: 'Metadata processing',
  },
  'art.cache.entries': {
    kind: uint({ min: 10, max: 100_000, unit: 'entries' }),
    default: 500,
    help: 'art lookups to cache (one hour at most)',
  },
  'art.cache.bytes': {
    kind: uint({ min: 1_048_576, max: 1_073_741_824, unit: 'bytes' }),
    default: 16_777_216,
    help: 'memory for cached pictures, in bytes',
  },
  'catalog.key': {
    kind: secret,
    default: none,
    help: 'catalog (Discogs) consumer key',
    live: 'while set',
  },
  'catalog.secret': {
    kind: secret,
    default: none,
    help: 'catalog (Discogs) consumer secret',
    live: 'while set',
  },
  'catalog.url': {
    kind: url,
    default: 'https://api.discogs.com',
    help: "base address of the catalog's API",
    sends: ['catalog.key', 'catalog.secret'],
  },
  'streaming.id': {
    kind: secret,
    default: none,
    help: 'streaming (Spotify) client ID',
    live: 'while set',
  },
  'streaming.secret': {
    kind: secret,
    default: none,
    help: 'streaming (Spotify) client secret',
    live: 'while set',
  },
  'streaming.market': {
    kind: text,
    default: 'US',
    help: 'two-letter country whose streaming catalog is searched',
  },
  'streaming.barcolor': {
    kind: choice(['white', 'black'], { white: 'White', black: 'Black' }),
    default: 'white',
    help: 'color of the bars in the streaming code',
  },
  'streaming.bgcolor': {
    kind: hexColor,
    default: '000000',
    help: 'background of the streaming code, hexadecimal RGB without #',
  },
  'streaming.width': {
    kind: uint({ min: 256, max: 2047, unit: 'pixels' }),
    default: 256,
    help: 'width of the streaming code in pixels; the height is a quarter',
  },
  'streaming.timeout': {
    kind: uint({ min: 1, max: 60, unit: 'seconds' }),
    default: 4,
    help: 'maximum seconds that a track waits for its streaming code and art',
  },
  ...streamingAddresses,
  'streaming.code_url': {
    kind: url,
    default: 'https://scannables.scdn.co',
    help: "base address of the streaming service's code images",
    sends: [],
  },
});

export type EnrichSettings = SettingsOf<typeof enrichOptions>;

export function checkEnrich(settings: EnrichSettings): Problem[] {
  const problems = [
    ...missingHalf(settings, 'catalog.key', 'catalog.secret'),
    ...missingHalf(settings, 'streaming.id', 'streaming.secret'),
  ];
  for (const name of ['catalog.key', 'catalog.secret'] as const) {
    // Headers carry both unchanged.
    if (/[^!-~]/.test(readLive(settings, name).reveal())) {
      problems.push({
        where: `--${name}`,
        what: say('pictures.no-blanks-only-plain-letters-digits'),
      });
    }
  }
  if (!/^[A-Za-z]{2}$/.test(settings['streaming.market'])) {
    problems.push({ where: '--streaming.market', what: say('pictures.country-two-letters-such-us') });
  }
  return problems;
}

type CredentialName = 'catalog.key' | 'catalog.secret' | 'streaming.id' | 'streaming.secret';

function missingHalf(settings: EnrichSettings, one: CredentialName, other: CredentialName): Problem[] {
  if (readLive(settings, one).isEmpty === readLive(settings, other).isEmpty) {
    return [];
  }
  const [missing, given] = readLive(settings, one).isEmpty ? [one, other] : [other, one];
  return [{ where: `--${missing}`, what: say('pictures.needed-too-because-given', { option: given }) }];
}
