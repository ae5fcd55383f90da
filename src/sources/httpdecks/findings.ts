/** Why no decks are reported by web requests, or not the whole of them, and what to do about it. Pure. */

import { type Finding, well } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { whichPlays } from '../reported-decks.ts';

export interface HttpDecksState {
  /** A report has been accepted since the start. */
  readonly received: boolean;
  /** Labels of decks that became empty because nothing more came of them. */
  readonly silent: readonly string[];
  /** Labels of decks of which nobody says whether they play, or how loud they are. */
  readonly unknownDecks: readonly string[];
}

export function httpDecksFindings({ received, silent, unknownDecks }: HttpDecksState): readonly Finding[] {
  const warning = { area: 'software', severity: 'warning' } as const;
  if (!received) {
    return [
      {
        ...warning,
        finding: say('httpdecks.no-deck-arrived-web-request-yet'),
        means: say('browser.nothing-shown'),
        todo: say('httpdecks.start-script-gets-reason-every-request'),
        waits: true,
      },
    ];
  }
  if (silent.length > 0) {
    return [
      {
        ...warning,
        finding: say('httpdecks.nothing-arrived-about-minute', { decks: decksOf(silent) }),
        means: say('httpdecks.they-count-empty-so-they-do'),
        todo: say('httpdecks.look-whether-script-still-runs-put'),
      },
    ];
  }
  const finding = whichPlays(unknownDecks);
  return [
    finding === undefined
      ? well('software', say('httpdecks.decks-come-web-requests'))
      : {
          ...warning,
          finding,
          means: say('httpdecks.another-track-one-heard-may-shown'),
          todo: say('httpdecks.let-script-send-playing-level-each'),
        },
  ];
}

function decksOf(labels: readonly string[]): string {
  return labels.length === 1 ? `deck ${labels[0]}` : `decks ${labels.join(', ')}`;
}
