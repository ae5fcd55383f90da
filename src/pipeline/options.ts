import { regex, uint } from '../config/kinds.ts';
import { defineOptions, type SettingsOf } from '../core/option.ts';

const group = 'Metadata processing';

function hideOption(field: string) {
  return {
    kind: regex(),
    default: undefined,
    help: `hide a track whose ${field} this regular expression matches`,
    live: true,
    group,
  } as const;
}

export const pipelineOptions = defineOptions({
  delay: {
    kind: uint({ max: 86_400, unit: 'seconds' }),
    default: 0,
    help: 'seconds that a track must stay the newest before it is featured',
    live: true,
    group: 'Source and discovery',
  },
  'extract.regex.title': {
    kind: regex('title'),
    default: undefined,
    help: 'regular expression whose group "title" becomes the title',
    live: true,
    group,
  },
  'extract.regex.artist': {
    kind: regex('artist'),
    default: undefined,
    help: 'regular expression whose group "artist" becomes the artist',
    live: true,
    group,
  },
  'hide.regex.artist': hideOption('artist'),
  'hide.regex.title': hideOption('title'),
  'hide.regex.genre': hideOption('genre'),
  'hide.regex.filename': hideOption('file name'),
});

export type PipelineOptions = SettingsOf<typeof pipelineOptions>;
export type Extraction = Pick<PipelineOptions, 'extract.regex.title' | 'extract.regex.artist'>;
export type HideRules = Pick<PipelineOptions, `hide.regex.${'artist' | 'title' | 'genre' | 'filename'}`>;
