import { type Finding, okFinding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import { unknownDecksProblem } from '../shared/reported-decks.ts';

export interface HttpDecksState {
  readonly received: boolean;
  /** Emptied because their reports stopped. */
  readonly silent: readonly string[];
  /** Decks without a play state and a level. */
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
  const finding = unknownDecksProblem(unknownDecks);
  return [
    finding === undefined
      ? okFinding('software', say('httpdecks.decks-come-web-requests'))
      : {
          ...warning,
          finding,
          means: say('httpdecks.another-track-one-heard-may-shown'),
          todo: say('httpdecks.let-script-send-playing-level-each'),
        },
  ];
}

function decksOf(labels: readonly string[]): Text {
  return labels.length === 1
    ? say('decks.one', { deck: labels[0] ?? '' })
    : say('httpdecks.decks', { decks: labels.join(', ') });
}
