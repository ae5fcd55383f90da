import { parse } from 'node:path';
import { folded } from '../../core/folded.ts';
import { readLive } from '../../core/option.ts';
import { isNamed, type Track } from '../../core/track.ts';
import type { HideRules } from './options.ts';

const FIELDS = ['artist', 'title', 'genre', 'filename'] as const;
const NAMES: ReadonlySet<string> = new Set(['artist', 'title']);

/** Expression, phrase or listed track, by option and text. */
export type HideRule = `${keyof HideRules} ${string}`;

/** Tests the track before and after extraction, and a nameless one by its file name, as in set lists. */
export function matchingExpressions(before: Track, after: Track, settings: HideRules): HideRule[] {
  return FIELDS.flatMap((field) => {
    const regex = `hide.regex.${field}` as const;
    const contains = `hide.contains.${field}` as const;
    const pattern = readLive(settings, regex);
    const phrases = readLive(settings, contains);
    if (pattern === undefined && phrases.length === 0) {
      return [];
    }
    const isFileName = NAMES.has(field) && !isNamed(before);
    const texts = new Set([before[field], after[field], ...(isFileName ? [before.filename] : [])]);
    const isMet = (test: (text: string) => boolean): boolean => [...texts].some(test);
    return [
      ...(pattern !== undefined && isMet((text) => pattern.test(text))
        ? [`${regex} ${pattern.source}` as const]
        : []),
      ...phrases
        .filter((phrase) => isMet((text) => isIn(text, phrase)))
        .map((phrase) => `${contains} ${phrase}` as const),
    ];
  });
}

/** Tests the names, or a nameless track's file name. */
export function matchingListings(before: Track, after: Track, settings: HideRules): HideRule[] {
  const listed = readLive(settings, 'hide.tracks');
  if (listed.length === 0) {
    return [];
  }
  const file = isNamed(before) ? '' : parse(before.filename).name;
  const names = new Set([namesOf(before), namesOf(after), file].map(asListed).filter((name) => name !== ''));
  return listed.filter((entry) => names.has(asListed(entry))).map((entry) => `${LISTING}${entry}` as const);
}

const LISTING = 'hide.tracks ';

export function isListing(rule: HideRule): boolean {
  return rule.startsWith(LISTING);
}

/** Whether the rule is this track's own entry, as `listEntry` writes it. */
export function isListingOf(rule: HideRule, track: Track): boolean {
  return isListing(rule) && isSameEntry(rule.slice(LISTING.length), namesOf(track));
}

export function isListed(track: Track, settings: HideRules): boolean {
  const listed = readLive(settings, 'hide.tracks');
  const entry = listed.length === 0 ? '' : listEntry(track);
  return entry !== '' && listed.some((one) => isSameEntry(one, entry));
}

/** Entry of `--hide.tracks` that hides the track; empty without visible names. */
export function listEntry(track: Track): string {
  const entry = namesOf(track);
  return asListed(entry) === '' ? '' : entry;
}

export function isSameEntry(one: string, other: string): boolean {
  return asListed(one) === asListed(other);
}

function namesOf({ artist, title }: Track): string {
  return [artist, title].filter((name) => name !== '').join(' - ');
}

function isIn(text: string, phrase: string): boolean {
  const wanted = folded(phrase);
  return wanted !== '' && folded(text).includes(wanted);
}

/** Word processors make the hyphen a dash. */
function asListed(names: string): string {
  return folded(names).replace(/ [\u2010-\u2015\u2212] /g, ' - ');
}
