/** Why OSC brings no tracks, or not the right ones, and what to do about it. Pure. */

import { type Finding, well } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { whichPlays } from '../reported-decks.ts';

export interface OscState {
  /** Where it listens, as the option has it. */
  readonly at: string;
  /** A datagram has come since the start. */
  readonly received: boolean;
  /** A message has come at one of the addresses. */
  readonly understood: boolean;
  /** The address of the last message that was not understood; empty when there was none. */
  readonly strange: string;
  /** A deck has had a track since the start. */
  readonly hasLoaded: boolean;
  /** A deck with a track has played since the start, or may have. */
  readonly hasPlayed: boolean;
  /** Labels of decks of which nobody says whether they play, or how loud they are. */
  readonly unknownDecks: readonly string[];
  /** What plays is guessed from the deck that rekordbox takes for the master. */
  readonly goesByMainDeck: boolean;
}

export function oscFindings(state: OscState): readonly Finding[] {
  const { at, received, understood, strange, hasLoaded, hasPlayed, unknownDecks, goesByMainDeck } = state;
  const nothing = { area: 'software', severity: 'warning', means: say('browser.nothing-shown') } as const;
  const another = { ...nothing, means: say('httpdecks.another-track-one-heard-may-shown') };
  if (!received) {
    return [
      {
        ...nothing,
        finding: say('osc.no-osc-arrived-yet', { address: at }),
        todo: say('osc.let-program-send-another-computer-arrives'),
        plain: say('osc.nothing-arrived-program-yet-do-steps'),
        waits: true,
      },
    ];
  }
  if (!understood) {
    return [
      {
        ...nothing,
        finding:
          strange === ''
            ? say('osc.arrives-not-osc')
            : say('osc.osc-arrives-but-other-addresses-such', { address: strange }),
        todo: say('osc.choose-osc-preset-name-addresses-osc'),
      },
    ];
  }
  if (!hasLoaded) {
    return [
      {
        ...nothing,
        finding: say('osc.osc-arrives-but-no-track-named', { address: at }),
        todo: say('osc.load-track-programs-name-when-loaded'),
        waits: true,
      },
    ];
  }
  if (!hasPlayed) {
    return [
      {
        ...nothing,
        finding: say('osc.tracks-loaded-but-none-counts-playing'),
        todo: say('osc.play-one-if-one-plays-already'),
        waits: true,
      },
    ];
  }
  if (goesByMainDeck) {
    return [
      {
        ...another,
        finding: say('osc.shown-track-master-deck-rekordbox-need'),
        todo: say('osc.let-rkbx-link-send-time-every'),
      },
    ];
  }
  const finding = whichPlays(unknownDecks);
  return [
    finding === undefined
      ? well('software', say('osc.osc-arrives-understood', { address: at }))
      : {
          ...another,
          finding,
          todo: say('osc.let-program-send-name-addresses-osc'),
        },
  ];
}
