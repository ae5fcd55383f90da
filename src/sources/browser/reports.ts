/**
 * Tuna's browser script posts JSON; WebNowPlaying sends messages (protocol revision 2). Drops anything else.
 */
import * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import { isShortText } from '../../core/text.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { isSpotifyAd } from '../mediacontrol/spotify-ads.ts';
import { plausibleLength } from '../shared/playing-time.ts';

const MAX_ARTISTS = 20;

export interface TabReport {
  readonly playing: boolean;
  readonly track: Track;
  readonly cover: string;
  readonly player: string;
}

export const NOTHING_PLAYS: TabReport = { playing: false, track: UNKNOWN_TRACK, cover: '', player: '' };

/** Spotify's advertisements have no artist. */
export function isAdvertisement({ player, track: { artist } }: TabReport): boolean {
  return player === 'Spotify' && (artist === '' || artist === 'Spotify');
}

/** Sites may send any names. */
const text = v.fallback(v.pipe(v.string(), v.check(isShortText), v.trim()), '');

const TUNA = v.object({
  hostname: text,
  data: v.object({
    status: text,
    title: text,
    // The script sends other values for parts that it could not read.
    artists: v.fallback(v.array(text), []),
    album: text,
    /** Milliseconds. */
    duration: v.fallback(v.number(), 0),
    cover_url: text,
    /** Link of the track, despite the name. */
    album_url: text,
  }),
});

/** Undefined unless posted by Tuna's script. */
export function tunaReport(body: string): { readonly site: string; readonly report: TabReport } | undefined {
  const read = jsonIn(body, TUNA);
  if (read === undefined || read.hostname === '') {
    return undefined;
  }
  const { status, title, artists, album, duration, cover_url: cover, album_url: link } = read.data;
  const artist = artists
    .slice(0, MAX_ARTISTS)
    .filter((name) => name !== '')
    .join(', ');
  return {
    site: read.hostname,
    report: {
      // "unknown", for example: the script does not find the site's buttons.
      playing: status === 'playing' && !isSpotifyAd(link),
      track: { ...UNKNOWN_TRACK, title, artist, album, durationMs: plausibleLength(duration) },
      cover,
      player: read.hostname === 'open.spotify.com' ? 'Spotify' : '',
    },
  };
}

/** Last revision that sends each field as a message. */
export const GREETING = 'ADAPTER_VERSION 1.0.0;WNPLIB_REVISION 2';

/** Undefined for other messages. */
export function nowPlayingReport(before: TabReport, message: string): TabReport | undefined {
  const [, key = '', given = ''] = /^([A-Z_]+) (.*)$/s.exec(message) ?? [];
  const value = v.parse(text, given);
  const { track } = before;
  switch (key) {
    case 'PLAYER_NAME':
      return { ...before, player: value };
    case 'STATE':
      return { ...before, playing: value === 'PLAYING' };
    case 'TITLE':
      return { ...before, track: { ...track, title: value } };
    case 'ARTIST':
      return { ...before, track: { ...track, artist: value } };
    case 'ALBUM':
      return { ...before, track: { ...track, album: value } };
    case 'DURATION_SECONDS':
      return { ...before, track: { ...track, durationMs: plausibleLength(Number(value) * 1000) } };
    case 'COVER_URL':
      return { ...before, cover: value };
    default:
      return undefined;
  }
}

/**
 * Any page may name an address, so only HTTPS with a domain name is fetched: no files, no IP addresses of the
 * local network.
 */
export function coverAddress(cover: string): string | undefined {
  if (!URL.canParse(cover)) {
    return undefined;
  }
  const { protocol, hostname } = new URL(cover);
  return protocol === 'https:' && !/^\[|^[\d.]+$/.test(hostname) && hostname.includes('.')
    ? cover
    : undefined;
}
