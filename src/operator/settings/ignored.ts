import type { Finding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import type { Resolution } from '../../settings/resolve.ts';

/** What the user wrote and deckcast does not use: names of no option, and files behind another one. */
export function ignoredFindings({ unknown, warnings }: Resolution): readonly Finding[] {
  return warnings.map(({ where, what }) => {
    const isUnknown = unknown.some((one) => one.where === where);
    return {
      area: 'files',
      severity: isUnknown ? 'warning' : 'note',
      finding: say('commands.configuration-problem', { where, what }),
      means: isUnknown ? say('settings.without-effect') : '',
      todo: isUnknown ? say('settings.correct-or-remove') : '',
    };
  });
}
