import { splitArtistTitle } from '../../core/artist-title.ts';
import { plausibleYear } from '../../core/plausible.ts';
import { cleanText, isShortText } from '../../core/text.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { plausibleLength } from '../shared/playing-time.ts';
import { decodedFromWeb } from '../shared/web-names.ts';
import type { MpdPairs } from './answer.ts';

export interface MpdStatus {
  readonly state: 'play' | 'pause' | 'stop';
  readonly next: string;
  readonly elapsedMs: number | undefined;
}

export function statusIn(pairs: MpdPairs): MpdStatus {
  const [state] = valuesOf(pairs, 'state');
  const [next = ''] = valuesOf(pairs, 'nextsongid');
  const [elapsed] = valuesOf(pairs, 'elapsed');
  const seconds = Number(elapsed);
  return {
    state: state === 'play' || state === 'pause' ? state : 'stop',
    next: /^\d{1,12}$/.test(next) ? next : '',
    elapsedMs: elapsed !== undefined && seconds >= 0 ? plausibleLength(seconds * 1000) : undefined,
  };
}

export function songIn(pairs: MpdPairs): Track | undefined {
  const [uri = ''] = valuesOf(pairs, 'file');
  const isStream = /^[a-z][\w+.-]*:\/\//i.test(uri);
  const text = (name: string): string => valuesOf(pairs, name).filter(isShortText).map(cleanText).join(', ');
  const filename = isStream ? '' : uri.slice(uri.lastIndexOf('/') + 1);
  // Stations put both names into the title. A file without tags is named by its file name.
  const names =
    isStream && text('Artist') === ''
      ? splitArtistTitle(decodedFromWeb(text('Title')))
      : { artist: text('Artist'), title: text('Title') || cleanText(filename.replace(/\.\w{1,5}$/, '')) };
  if (names.title === '') {
    return undefined;
  }
  const [seconds] = valuesOf(pairs, 'duration');
  const [date] = valuesOf(pairs, 'Date');
  return {
    ...UNKNOWN_TRACK,
    ...names,
    album: text('Album'),
    genre: text('Genre'),
    label: text('Label'),
    comment: text('Comment'),
    year: plausibleYear(date),
    filename,
    durationMs: plausibleLength(Number(seconds ?? 0) * 1000),
  };
}

function valuesOf(pairs: MpdPairs, name: string): readonly string[] {
  return pairs.filter(([found]) => found === name).map(([, value]) => value);
}
