import type { Track } from '../../core/track.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Decodes HTML entities, and percent-encoding without blanks. */
export function decodedFromWeb(text: string): string {
  const whole = /%20/.test(text) && !/\s/.test(text) ? percentDecoded(text) : text;
  return whole.replace(
    /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (given, name, decimal, hex) => {
      if (name !== undefined) {
        return ENTITIES[String(name).toLowerCase()] ?? given;
      }
      const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : given;
    },
  );
}

/** Strips the suffix of YouTube's artist channels (`Artist - Topic`). */
export function namesFromWeb<Given extends Track>(track: Given): Given {
  return {
    ...track,
    artist: decodedFromWeb(track.artist).replace(/ - Topic$/, ''),
    title: decodedFromWeb(track.title),
    album: decodedFromWeb(track.album),
    genre: decodedFromWeb(track.genre),
  };
}

/** Invalid encoding stays. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
