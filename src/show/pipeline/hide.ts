import { parse } from 'node:path';
import { folded } from '../../core/folded.ts';
import { readLive } from '../../core/option.ts';
import { isNamed, type Track } from '../../core/track.ts';
import type { HideRules } from './options.ts';

const FIELDS = ['artist', 'title', 'genre', 'filename'] as const;
const NAMES: ReadonlySet<string> = new Set(['artist', 'title']);

/**
 * Whether an expression, a word or a phrase hides the track by its values before or after extraction. Without artist and
 * title its file's name stands for them, as it does in set lists.
 */
export function hiddenByRule(before: Track, after: Track, settings: HideRules): boolean {
  return FIELDS.some((field) => {
    const rule = readLive(settings, `hide.regex.${field}`);
    const phrases = readLive(settings, `hide.contains.${field}`);
    if (rule === undefined && phrases.length === 0) {
      return false;
    }
    const isFileName = NAMES.has(field) && !isNamed(before);
    // Most texts are the same before and after: each is tried once.
    const texts = new Set([before[field], after[field], ...(isFileName ? [before.filename] : [])]);
    return [...texts].some(
      (text) => rule?.test(text) === true || phrases.some((phrase) => contains(text, phrase)),
    );
  });
}

/** Whether the track is one of those that are hidden by their names; without any, its file may have them. */
export function isListed(before: Track, after: Track, settings: HideRules): boolean {
  const listed = readLive(settings, 'hide.tracks');
  if (listed.length === 0) {
    return false;
  }
  const file = isNamed(before) ? '' : parse(before.filename).name;
  const names = new Set(
    [listEntry(before), listEntry(after), file].map(asListed).filter((name) => name !== ''),
  );
  return listed.some((entry) => names.has(asListed(entry)));
}

/** How `--hide.tracks` names the track; empty while it has no name. */
export function listEntry({ artist, title }: Track): string {
  return [artist, title].filter((name) => name !== '').join(' - ');
}

function contains(text: string, phrase: string): boolean {
  const wanted = folded(phrase);
  return wanted !== '' && folded(text).includes(wanted);
}

/** Programs that correct texts make long dashes of the hyphen between artist and title. */
function asListed(names: string): string {
  return folded(names).replace(/ [\u2010-\u2015\u2212] /g, ' - ');
}
