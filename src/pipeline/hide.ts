import type { Track } from '../core/track.ts';
import type { HideRules } from './options.ts';

const FIELDS = ['artist', 'title', 'genre', 'filename'] as const;

/** Does a hide expression match? Tried on the values before and after extraction: either match hides. */
export function hiddenByRule(before: Track, after: Track, settings: HideRules): boolean {
  return FIELDS.some((field) => {
    const rule = settings[`hide.regex.${field}`];
    return rule !== undefined && (rule.test(before[field]) || rule.test(after[field]));
  });
}
