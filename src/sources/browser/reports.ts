/**
 * What the pages of a browser say that they play: a posted JSON of Tuna's browser script, or the messages of the extension
 * WebNowPlaying (revision 2 of its protocol). Pure; whatever is of another form is dropped.
 */
import * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { isSpotifyAd } from '../mediacontrol/spotify-ads.ts';
import { believedLength } from '../playing-time.ts';

/** A site may name anything. */
const MAX_TEXT_LENGTH = 1000;
const MAX_ARTISTS = 20;

export interface TabReport {
  readonly playing: boolean;
  readonly track: Track;
  /** Address of its picture; empty when there is none. */
  readonly cover: string;
  /** Name of the web player; empty when unknown. */
  readonly player: string;
}

export const NOTHING_PLAYS: TabReport = { playing: false, track: UNKNOWN_TRACK, cover: '', player: '' };

/** Whether a report is an advertisement of Spotify: its tracks have artists. */
export function isAdvertisement({ player, track: { artist } }: TabReport): boolean {
  return player === 'Spotify' && (artist === '' || artist === 'Spotify');
}

const text = v.fallback(v.pipe(v.string(), v.maxLength(MAX_TEXT_LENGTH), v.trim()), '');

const TUNA = v.object({
  hostname: text,
  data: v.object({
    status: text,
    title: text,
    // What is not text is a part of the page that the script could not read.
    artists: v.fallback(v.array(text), []),
    album: text,
    /** Milliseconds. */
    duration: v.fallback(v.number(), 0),
    cover_url: text,
    /** The track's own link. */
    album_url: v.fallback(text, ''),
  }),
});

/** One post of Tuna's browser script, with the site that it is of; undefined for anything else. */
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
      // "unknown": the script does not find the site's buttons.
      playing: status === 'playing' && !isSpotifyAd(link),
      track: { ...UNKNOWN_TRACK, title, artist, album, durationMs: believedLength(duration) },
      cover,
      player: read.hostname === 'open.spotify.com' ? 'Spotify' : '',
    },
  };
}

/** What an adapter of WebNowPlaying sends first. The revision is the last one in which each field is a message. */
export const GREETING = 'ADAPTER_VERSION 1.0.0;WNPLIB_REVISION 2';

/** The report after a message of WebNowPlaying; undefined for a message that says nothing about the track. */
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
      return { ...before, track: { ...track, durationMs: believedLength(Number(value) * 1000) } };
    case 'COVER_URL':
      return { ...before, cover: value };
    default:
      return undefined;
  }
}

/**
 * The address of a picture that may be fetched; undefined for any other. Any page may name one: no file, no computer of
 * this network by its number.
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
