import { readLive } from '../core/option.ts';
import type { Track } from '../core/track.ts';
import type { HideRules } from './options.ts';

const FIELDS = ['artist', 'title', 'genre', 'filename'] as const;

/** Whether a hide expression matches the values before or after extraction. */
export function hiddenByRule(before: Track, after: Track, settings: HideRules): boolean {
  return FIELDS.some((field) => {
    const rule = readLive(settings, `hide.regex.${field}`);
    return rule !== undefined && (rule.test(before[field]) || rule.test(after[field]));
  });
}
