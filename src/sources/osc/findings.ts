import { type Finding, okFinding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { unknownDecksProblem } from '../shared/reported-decks.ts';

export interface OscState {
  readonly at: string;
  readonly isRkbxLink: boolean;
  readonly received: boolean;
  readonly understood: boolean;
  /** Address of the last message that was not understood; may be empty. */
  readonly strange: string;
  readonly hasLoaded: boolean;
  readonly hasPlayed: boolean;
  readonly unknownDecks: readonly string[];
  readonly reliesOnMainDeck: boolean;
}

export function oscFindings(state: OscState): readonly Finding[] {
  const {
    at,
    isRkbxLink,
    received,
    understood,
    strange,
    hasLoaded,
    hasPlayed,
    unknownDecks,
    reliesOnMainDeck,
  } = state;
  const nothing = { area: 'software', severity: 'warning', means: say('browser.nothing-shown') } as const;
  const another = { ...nothing, means: say('httpdecks.another-track-one-heard-may-shown') };
  if (!received) {
    return [
      {
        ...nothing,
        finding: say('osc.no-osc-arrived-yet', { address: at }),
        todo: say('osc.let-program-send-another-computer-arrives'),
        plain: say(
          isRkbxLink ? 'osc.nothing-arrived-rkbx-link-yet' : 'osc.nothing-arrived-program-yet-do-steps',
        ),
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
  if (reliesOnMainDeck) {
    return [
      {
        ...another,
        finding: say('osc.shown-track-master-deck-rekordbox-need'),
        todo: say('osc.let-rkbx-link-send-time-every'),
      },
    ];
  }
  const finding = unknownDecksProblem(unknownDecks);
  return [
    finding === undefined
      ? okFinding('software', say('osc.osc-arrives-understood', { address: at }))
      : {
          ...another,
          finding,
          todo: say('osc.let-program-send-name-addresses-osc'),
        },
  ];
}
