import type { Clock, Logger } from '../core/tools.ts';
import { type Publication, type PublicationKind, UNKNOWN_TRACK } from '../core/track.ts';
import type { Play } from './play.ts';

/** Numbers the publications, and makes sure that a hidden one holds nothing of its track. */
export function createPublisher(tools: {
  readonly clock: Clock;
  readonly log: Logger;
  readonly publish: (publication: Publication) => void;
}): (play: Play, kind: PublicationKind) => void {
  const { clock, log } = tools;
  let seq = 0;

  return (play, kind) => {
    seq += 1;
    const { hidden, transition } = play;
    play.told();
    tools.publish({
      kind,
      seq,
      playId: transition.playId,
      ...play.place,
      hidden,
      track: hidden ? UNKNOWN_TRACK : play.track,
      ...(hidden ? {} : play.pictures),
      source: transition.source,
      ...(transition.deck === undefined ? {} : { deck: transition.deck }),
    });
    const names = hidden ? { hidden } : { artist: play.track.artist, title: play.track.title };
    const after = `${Math.round((clock.now() - transition.at) / 100) / 10}s`;
    log.info(MESSAGES[kind], { ...names, deck: transition.deck, ...(kind === 'track' ? { after } : {}) });
  };
}

const MESSAGES: Record<PublicationKind, string> = {
  track: 'track featured',
  hide: 'track hidden',
  reveal: 'track revealed',
  correction: 'track corrected',
};
