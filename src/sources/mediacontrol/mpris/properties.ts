import { fileURLToPath } from 'node:url';
import { type Track, UNKNOWN_TRACK } from '../../../core/track.ts';
import { plausibleLength } from '../../shared/playing-time.ts';
import { percentDecoded } from '../../shared/web-names.ts';
import { isSpotifyAd } from '../spotify-ads.ts';

export interface MprisState {
  readonly playing: boolean;
  readonly track: Track;
  /** Absent without an id and an address. */
  readonly trackId?: string;
  /** `file:`, `http:`, `https:` or `data:`; may be empty. */
  readonly artUrl: string;
  /** Path of the track on this computer, if it is a file. */
  readonly file: string | undefined;
}

/** Status texts that Mixxx reports as artists. */
const IDLE_ARTISTS: ReadonlySet<string> = new Set(['AutoDJ is ready!', 'No track playing']);

/**
 * `properties`: reply to `GetAll` of `org.mpris.MediaPlayer2.Player`, values inside variants. Anything else:
 * a player that does not play. Never throws.
 */
export function readProperties(properties: unknown): MprisState {
  const values = entriesOf(properties);
  const metadata = entriesOf(values.get('Metadata'));
  const artist = textOf(metadata.get('xesam:artist'));
  const track = {
    ...UNKNOWN_TRACK,
    artist,
    title: textOf(metadata.get('xesam:title')),
    album: textOf(metadata.get('xesam:album')),
    genre: textOf(metadata.get('xesam:genre')),
    filename: fileNameOf(textOf(metadata.get('xesam:url'))),
    durationMs: millisecondsOf(metadata.get('mpris:length')),
  };
  const ids = [textOf(metadata.get('mpris:trackid')), textOf(metadata.get('xesam:url'))];
  const idle = track.title === 'Mixxx' && IDLE_ARTISTS.has(artist);
  return {
    playing: values.get('PlaybackStatus') === 'Playing' && !idle && !ids.some(isSpotifyAd),
    track,
    // Some players give every track the same id.
    ...(ids.some((id) => id !== '') && { trackId: ids.join(' ') }),
    artUrl: textOf(metadata.get('mpris:artUrl')),
    file: pathOf(textOf(metadata.get('xesam:url'))),
  };
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null) {
    return new Map();
  }
  return new Map(Object.entries(value).map(([key, inner]): [string, unknown] => [key, unwrap(inner)]));
}

function unwrap(value: unknown): unknown {
  const isVariant = typeof value === 'object' && value !== null && 'signature' in value && 'value' in value;
  return isVariant ? value.value : value;
}

/** Joins lists (artists and genres). */
function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    return value.filter((one) => typeof one === 'string').join(', ');
  }
  return typeof value === 'string' ? value : '';
}

/** Microseconds; 64-bit by the standard, floating-point from some players. */
function millisecondsOf(value: unknown): number {
  const micros = typeof value === 'bigint' || typeof value === 'number' ? Number(value) : 0;
  return plausibleLength(micros / 1000);
}

function pathOf(url: string): string | undefined {
  try {
    return url.startsWith('file:') ? fileURLToPath(url) : undefined;
  } catch {
    // On another computer, or with an encoded slash.
    return undefined;
  }
}

function fileNameOf(url: string): string {
  if (!url.startsWith('file:') && /^[a-z][a-z0-9+.-]+:/i.test(url)) {
    return '';
  }
  const name = url.split('/').at(-1) ?? '';
  return url.startsWith('file:') ? percentDecoded(name) : name;
}
