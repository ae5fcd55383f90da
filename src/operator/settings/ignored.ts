import type { Finding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import type { Resolution } from '../../settings/resolve.ts';

/** Findings about unknown options, and about files that another one precedes. */
export function ignoredFindings({ unknown, warnings }: Resolution): readonly Finding[] {
  return warnings.map(({ where, what }) => {
    const isUnknown = unknown.some((one) => one.where === where);
    return {
      area: 'files',
      severity: isUnknown ? 'warning' : 'note',
      finding: say('core.about', { about: where, text: what }),
      means: isUnknown ? say('settings.without-effect') : '',
      todo: isUnknown ? say('settings.correct-or-remove') : '',
    };
  });
}
