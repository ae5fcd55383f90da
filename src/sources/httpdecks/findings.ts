/** Why no decks are reported by web requests, or not the whole of them, and what to do about it. Pure. */
import { type Finding, well } from '../../core/finding.ts';
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
        finding: 'no deck has arrived by web request yet',
        means: 'nothing is shown from it',
        todo: 'start the script; it gets the reason with every request that is refused',
        waits: true,
      },
    ];
  }
  if (silent.length > 0) {
    return [
      {
        ...warning,
        finding: `nothing has arrived about ${decksOf(silent)} for a minute`,
        means: 'they count as empty, so that they do not play forever',
        todo: 'look whether the script still runs; it has to put each deck every half minute, even when nothing changes',
      },
    ];
  }
  const finding = whichPlays(unknownDecks);
  return [
    finding === undefined
      ? well('software', 'decks come by web requests')
      : {
          ...warning,
          finding,
          means: 'another track than the one that is heard may be shown',
          todo: 'let the script send "playing" or "level" with each deck',
        },
  ];
}

function decksOf(labels: readonly string[]): string {
  return labels.length === 1 ? `deck ${labels[0]}` : `decks ${labels.join(', ')}`;
}
