/** Advertisements of Spotify's free tier are reported like tracks. */
import type { Track } from '../../core/track.ts';

/** Advertisements may lack a length. */
const MAX_AD_MS = 60_000;

export function isSpotifyAd(id: string): boolean {
  return /^(spotify:ad:|\/com\/spotify\/ad\/|https?:\/\/open\.spotify\.com\/ad\/)/i.test(id);
}

/**
 * Spotify's apps on macOS and Windows report no id: an advertisement is a short item without an album, or by
 * Spotify itself.
 */
export function looksLikeSpotifyAd({ artist, album, durationMs }: Track): boolean {
  return artist === 'Spotify' || (album === '' && durationMs <= MAX_AD_MS);
}

export function isSpotify(app: string): boolean {
  return app === 'com.spotify.client' || /^Spotify(\.exe|AB\.SpotifyMusic_.*)$/i.test(app);
}
