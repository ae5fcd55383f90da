import { defineOptions, type SettingsOf } from '../../core/option.ts';
import { phrases, regex, uint } from '../../settings/kinds.ts';

const NO_PHRASES: readonly string[] = [];

function hideOption(field: string) {
  return {
    kind: regex(),
    default: undefined,
    help: `hide a track whose ${field} this regular expression matches`,
    live: true,
  } as const;
}

function containsOption(field: string) {
  return {
    kind: phrases,
    default: NO_PHRASES,
    help: `hide a track whose ${field} contains one of these words or phrases; case-insensitive`,
    live: true,
  } as const;
}

export const pipelineOptions = defineOptions('Metadata processing', {
  delay: {
    kind: uint({ max: 86_400, unit: 'seconds' }),
    default: 0,
    help: 'seconds without a newer track before a track is featured; shorter ones, such as jingles, are left out',
    words: 'early too wait late preview',
    live: true,
    group: 'Source and discovery',
  },
  'extract.regex.title': {
    kind: regex('title'),
    default: undefined,
    help: 'regular expression whose group "title" becomes the title',
    words: 'remix mix version brackets clean',
    live: true,
  },
  'extract.regex.artist': {
    kind: regex('artist'),
    default: undefined,
    help: 'regular expression whose group "artist" becomes the artist',
    live: true,
  },
  'hide.contains.artist': containsOption('artist'),
  'hide.contains.title': containsOption('title'),
  'hide.contains.genre': containsOption('genre'),
  'hide.contains.filename': containsOption('file name'),
  'hide.tracks': {
    kind: phrases,
    default: NO_PHRASES,
    help: 'hide these tracks, each written "Artist - Title"; case-insensitive',
    words: 'unreleased secret promo dubplate id hide next time',
    live: true,
  },
  'hide.regex.artist': hideOption('artist'),
  'hide.regex.title': hideOption('title'),
  'hide.regex.genre': hideOption('genre'),
  'hide.regex.filename': hideOption('file name'),
});

export type PipelineOptions = SettingsOf<typeof pipelineOptions>;
export type Extraction = Pick<PipelineOptions, 'extract.regex.title' | 'extract.regex.artist'>;
export type HideRules = Pick<
  PipelineOptions,
  `hide.${'regex' | 'contains'}.${'artist' | 'title' | 'genre' | 'filename'}` | 'hide.tracks'
>;
