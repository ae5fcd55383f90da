/**
 * A wrong cover is worse than none: any contradiction rules out a match, and a doubtful one needs the same duration.
 */
import { splitArtistTitle } from '../../../core/artist-title.ts';
import type { Track } from '../../../core/track.ts';
import { artistFit, artistNames } from './artist.ts';
import { normalizeText } from './normalize.ts';
import { type TitleParts, titleParts } from './title.ts';

export interface MatchCandidate {
  readonly artists: readonly string[];
  readonly title: string;
  readonly album: string;
  /** 0 if not reported. */
  readonly durationMs: number;
  /** Collects many artists' tracks, so its cover is the last choice. */
  readonly compilation: boolean;
}

/** Maximum difference within one recording. */
const SAME_DURATION_MS = 3000;
/** Extended mixes last up to three times a radio edit; longer is a set, shorter a jingle. */
const MAX_DURATION_RATIO = 3;
const LIVE_ALBUM =
  /\b(?:live (?:at|in|from|on)|unplugged|karaoke|tribute|in the style of|made famous)\b|\blive$/;

/** Splits a title that contains the artist ("Daft Punk - One More Time"). */
export function named<T extends Pick<Track, 'artist' | 'title'>>(track: T): T {
  return track.artist === '' ? { ...track, ...splitArtistTitle(track.title) } : track;
}

/** Best candidate that is certainly the track; of equals, the first. */
export function bestMatch<C extends MatchCandidate>(
  track: Pick<Track, 'artist' | 'title' | 'album' | 'durationMs'>,
  candidates: readonly C[],
): C | undefined {
  let best: { readonly candidate: C; readonly score: number } | undefined;
  const wanted = named(track);
  for (const candidate of candidates) {
    const score = scoreOf(wanted, candidate);
    if (score !== undefined && (best === undefined || score > best.score)) {
      best = { candidate, score };
    }
  }
  return best?.candidate;
}

function scoreOf(
  track: Pick<Track, 'artist' | 'title' | 'album' | 'durationMs'>,
  candidate: MatchCandidate,
): number | undefined {
  const wanted = titleParts(track.title);
  const found = titleParts(candidate.title);
  const title = titleFit(track, wanted, candidate.title, found);
  const artist = artistFit(track.artist, candidate.artists, `${found.guests} ${wanted.guests}`);
  const duration = durationFit(track.durationMs, candidate.durationMs);
  if (title === 'other' || artist === 'none' || duration === 'other') {
    return undefined;
  }
  const liveAlbum = LIVE_ALBUM.test(normalizeText(candidate.album));
  if (liveAlbum && !/\blive\b/.test(wanted.version) && !LIVE_ALBUM.test(normalizeText(track.album))) {
    return undefined;
  }
  const doubts = Number(title === 'similar') + Number(artist === 'some');
  if (doubts > 1 || (doubts === 1 && duration !== 'same')) {
    return undefined;
  }
  const album = track.album !== '' && normalizeText(track.album) === normalizeText(candidate.album);
  return (duration === 'same' ? 4 : 0) + (album ? 2 : 0) - doubts - (candidate.compilation ? 1.5 : 0);
}

function titleFit(
  track: Pick<Track, 'artist' | 'title'>,
  wanted: TitleParts,
  foundTitle: string,
  found: TitleParts,
): 'same' | 'similar' | 'other' {
  if (normalizeText(track.title) === normalizeText(foundTitle)) {
    return 'same';
  }
  if (squeezed(wanted.base) !== squeezed(found.base) || wanted.version !== found.version) {
    return 'other';
  }
  const artists = artistNames(track.artist);
  const isArtists = (extra: string) => artistNames(extra).every((name) => artists.includes(name));
  const differing = [
    ...wanted.extras.filter((extra) => !found.extras.includes(extra)),
    ...found.extras.filter((extra) => !wanted.extras.includes(extra)),
  ].filter((extra) => !isArtists(extra));
  if (differing.length === 0) {
    return 'same';
  }
  // "Part 2" is no detail, and different second halves of a name make two songs.
  const tellsApart = differing.some((extra) => /\d|\b(?:part|volume|chapter)\b/.test(extra));
  const bothHave = wanted.extras.length > 0 && found.extras.length > 0;
  return tellsApart || bothHave ? 'other' : 'similar';
}

function durationFit(wantedMs: number, foundMs: number): 'same' | 'unknown' | 'differs' | 'other' {
  if (wantedMs === 0 || foundMs === 0) {
    return 'unknown';
  }
  if (Math.abs(wantedMs - foundMs) <= SAME_DURATION_MS) {
    return 'same';
  }
  const ratio = Math.max(wantedMs, foundMs) / Math.min(wantedMs, foundMs);
  return ratio > MAX_DURATION_RATIO ? 'other' : 'differs';
}

function squeezed(text: string): string {
  return text.replaceAll(' ', '');
}
