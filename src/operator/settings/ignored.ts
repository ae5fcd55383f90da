import type { Finding } from '../../core/finding.ts';
import { Message, say } from '../../core/message.ts';
import type { Resolution } from '../../settings/resolve.ts';

/** Findings about unknown options, doubtful values, and files that another one precedes. */
export function ignoredFindings({ unknown, warnings }: Resolution): readonly Finding[] {
  return warnings.map(({ where, what }) => {
    const isUnread = what instanceof Message && what.id === 'settings.file-passed-over';
    const isUnknown = unknown.some((one) => one.where === where);
    return {
      area: 'files',
      severity: isUnread ? 'note' : 'warning',
      finding: say('core.about', { about: where, text: what }),
      means: isUnknown ? say('settings.without-effect') : '',
      todo: isUnread ? '' : say('settings.correct-or-remove'),
    };
  });
}
