import { raise } from '../../core/faults.ts';
import type { Logger } from '../../core/tools.ts';
import type { NativeArt } from '../../core/track.ts';
import { LineSplitter } from './lines.ts';
import type { PlayerState, Players } from './players.ts';
import { applyLine, bundlesOf, type MediaState, NO_MEDIA, pictureFailureIn, trackOf } from './report.ts';
import { isSpotify, looksLikeSpotifyAd } from './spotify-ads.ts';

/** Lines contain art as base64. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** TIDAL reports a title about a second before its artist. */
const SLOW_BUNDLES: ReadonlySet<string> = new Set(['com.tidal.desktop']);

export interface StreamOptions {
  readonly id: string;
  /** Empty: all. */
  readonly bundleId: string;
  readonly players: Players;
  readonly log: Logger;
  /** Our script could not read a cover. Absent for other programs. */
  readonly onPictureFailure?: (reason: string) => void;
}

export class MediaStream {
  readonly #options: StreamOptions;
  readonly #lines = new LineSplitter(MAX_LINE_BYTES);
  #state: MediaState = NO_MEDIA;
  #bundle = '';
  #strangeLines = 0;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  get held(): number {
    return this.#lines.held + this.#state.artworkData.length;
  }

  get isInsideLine(): boolean {
    return this.#lines.held > 0;
  }

  get strangeLines(): number {
    return this.#strangeLines;
  }

  get player(): string {
    return this.#bundle;
  }

  /** Returns how many of media-control's lines ended. Throws LineTooLongError. */
  push(bytes: Buffer): number {
    let understood = 0;
    for (const line of this.#lines.push(bytes)) {
      try {
        understood += this.#apply(line) ? 1 : 0;
      } catch (fault) {
        // A bug costs only this line.
        raise(fault);
      }
    }
    return understood;
  }

  #apply(line: string): boolean {
    const state = applyLine(this.#state, line);
    if (state === undefined) {
      const failure = this.#options.onPictureFailure && pictureFailureIn(line);
      if (failure !== undefined) {
        this.#options.onPictureFailure?.(failure);
        return true;
      }
      this.#strangeLines += 1;
      return false;
    }
    this.#strangeLines = 0;
    this.#state = state;
    this.#logBundle();
    this.#options.players.report(this.#options.id, this.#playerState());
    return true;
  }

  end(): void {
    this.#options.players.forget(this.#options.id);
  }

  #logBundle(): void {
    const bundle = bundlesOf(this.#state)[0] ?? '';
    if (bundle !== '' && bundle !== this.#bundle) {
      this.#bundle = bundle;
      // Values for --mediacontrol.bundleid.
      this.#options.log.debug('media player', { bundleid: bundle });
    }
  }

  #playerState(): PlayerState {
    const state = this.#state;
    const bundles = bundlesOf(state);
    const counts = this.#options.bundleId === '' || bundles.includes(this.#options.bundleId);
    const track = trackOf(state);
    const isAd = state.isAdvertisement || (bundles.some(isSpotify) && looksLikeSpotifyAd(track));
    return {
      playing: counts && state.playing && !isAd,
      track,
      ...(state.contentItemIdentifier !== '' && { trackId: state.contentItemIdentifier }),
      art: artOf(state),
      artFollows: true,
      isSlow: bundles.some((bundle) => SLOW_BUNDLES.has(bundle)),
    };
  }
}

function artOf({ artworkData }: MediaState): NativeArt | undefined {
  return artworkData === '' ? undefined : async () => Buffer.from(artworkData, 'base64');
}
