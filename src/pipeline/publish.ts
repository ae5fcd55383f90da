import type { Clock, Logger } from '../core/tools.ts';
import type { Publication, PublicationKind } from '../core/track.ts';
import type { FeaturedPlay } from './play.ts';

/** Publishes the pending change of a play, if there is one. */
export function createPublisher(tools: {
  readonly clock: Clock;
  readonly log: Logger;
  readonly publish: (publication: Publication) => void;
}): (play: FeaturedPlay) => void {
  const { clock, log } = tools;
  let seq = 0;

  return (play) => {
    const kind = play.pendingChange();
    if (kind === undefined) {
      return;
    }
    seq += 1;
    const { transition, shown, place } = play;
    const { hidden, track } = shown;
    const hiddenTrack = play.judgement.hiddenTrack();
    play.published();
    tools.publish({
      kind,
      seq,
      playId: play.id,
      ...place,
      ...shown,
      ...(hidden ? {} : play.pictures),
      ...(hiddenTrack && { hiddenTrack }),
      source: transition.source,
      ...(transition.deck === undefined ? {} : { deck: transition.deck }),
    });
    const names = hidden ? { hidden } : { artist: track.artist, title: track.title };
    const after = `${Math.round((clock.monotonic() - play.reportedAt) / 100) / 10}s`;
    log.info(MESSAGES[kind], {
      ...names,
      deck: transition.deck,
      position: place.position,
      ...(kind === 'track' ? { after } : {}),
    });
  };
}

const MESSAGES: Record<PublicationKind, string> = {
  track: 'track featured',
  hide: 'track hidden',
  reveal: 'track revealed',
  correction: 'track corrected',
};
