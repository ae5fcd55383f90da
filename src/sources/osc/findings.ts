/** Why OSC brings no tracks, or not the right ones, and what to do about it. Pure. */
import { type Finding, well } from '../../core/finding.ts';
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
  const nothing = { area: 'software', severity: 'warning', means: 'nothing is shown from it' } as const;
  const another = { ...nothing, means: 'another track than the one that is heard may be shown' };
  if (!received) {
    return [
      {
        ...nothing,
        finding: `no OSC has arrived at ${at} yet`,
        todo: 'let the program send there; from another computer it arrives only where --osc.in.addr is an address of the network',
        plain: 'nothing has arrived from the program yet. Do the steps below',
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
            ? 'what arrives is not OSC'
            : `OSC arrives, but at other addresses, such as ${strange}`,
        todo: 'choose --osc.in.preset, or name its addresses with --osc.in.title, --osc.in.artist and --osc.in.playing',
      },
    ];
  }
  if (!hasLoaded) {
    return [
      {
        ...nothing,
        finding: `OSC arrives at ${at}, but no track has been named yet`,
        todo: 'load a track: programs name it when it is loaded (rkbx_link does so from version 1.0 on)',
        waits: true,
      },
    ];
  }
  if (!hasPlayed) {
    return [
      {
        ...nothing,
        finding: 'tracks are loaded, but none counts as playing',
        todo: 'play one; if one plays already, check --osc.in.preset and --osc.in.playing (rkbx_link: osc.msg.time or osc.msg.n/time is true for every deck)',
        waits: true,
      },
    ];
  }
  if (goesByMainDeck) {
    return [
      {
        ...another,
        finding:
          'what is shown is the track on the master deck of rekordbox, which need not be the one that is heard',
        todo: 'let rkbx_link send the time of every deck: in its file config, set osc.msg.time (or osc.msg.n/time) to true',
      },
    ];
  }
  const finding = whichPlays(unknownDecks);
  return [
    finding === undefined
      ? well('software', `OSC arrives at ${at} and is understood`)
      : {
          ...another,
          finding,
          todo: 'let the program send it, and name its addresses with --osc.in.playing and --osc.in.level',
        },
  ];
}
