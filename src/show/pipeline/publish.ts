import type { Clock, Logger } from '../../core/tools.ts';
import type { Publication, PublicationKind, Shown } from '../../core/track.ts';
import type { FeaturedPlay } from './play.ts';

export interface Publisher {
  /** Publishes the pending change of a play, if there is one. */
  publish(play: FeaturedPlay): void;
  /** Publishes that a play which is over was hidden, or may be shown again: `shown` says which. */
  publishEarlier(play: FeaturedPlay, shown: Shown): void;
}

export function createPublisher(tools: {
  readonly clock: Clock;
  readonly log: Logger;
  readonly publish: (publication: Publication) => void;
  readonly publishEarlier?: (publication: Publication) => void;
}): Publisher {
  const { clock, log } = tools;
  let seq = 0;

  function publicationOf(play: FeaturedPlay, kind: PublicationKind, shown: Shown): Publication {
    const { transition, place } = play;
    seq += 1;
    const hiddenTrack = shown.hidden ? play.judgement.hiddenTrack() : undefined;
    return {
      kind,
      seq,
      playId: play.id,
      ...place,
      ...(shown.hidden ? shown : play.enriched(shown)),
      ...(hiddenTrack && { hiddenTrack }),
      source: transition.source,
      ...(transition.deck === undefined ? {} : { deck: transition.deck }),
    };
  }

  function publish(play: FeaturedPlay): void {
    const kind = play.pendingChange();
    if (kind === undefined) {
      return;
    }
    const { transition, shown, place } = play;
    const { hidden, track } = shown;
    play.published(shown);
    tools.publish(publicationOf(play, kind, shown));
    const names = hidden ? { hidden } : { artist: track.artist, title: track.title };
    const after = `${Math.round((clock.monotonic() - play.reportedAt) / 100) / 10}s`;
    log.info(MESSAGES[kind], {
      ...names,
      deck: transition.deck,
      position: place.position,
      ...(kind === 'track' ? { after } : {}),
    });
  }

  return {
    publish,
    publishEarlier(play, shown) {
      play.published(shown);
      tools.publishEarlier?.(publicationOf(play, shown.hidden ? 'hide' : 'reveal', shown));
    },
  };
}

const MESSAGES: Record<PublicationKind, string> = {
  track: 'track featured',
  hide: 'track hidden',
  reveal: 'track revealed',
  correction: 'track corrected',
};
