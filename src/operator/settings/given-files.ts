/** Files that a user gives to a look, recognized by their content, because pages trust the names. */
import { say, type Text } from '../../core/message.ts';
import { endingOfPicture, startOf } from '../../core/picture-type.ts';
import type { GivenPicture } from '../../web/index.ts';

/** Pages load it each time. */
const MOST_PICTURE_BYTES = 500_000;
/** Fonts for Chinese or Japanese are that large. */
const MOST_FONT_BYTES = 4_000_000;

interface GivenFile {
  /** Undefined for other files. */
  readonly endingOf: (content: Uint8Array) => string | undefined;
  readonly other: Text;
  readonly most: number;
  readonly tooLarge: Text;
}

export const GIVEN_FILES: Readonly<Record<NonNullable<GivenPicture['kind']>, GivenFile>> = {
  picture: {
    endingOf: endingOfPicture,
    other: say('settings.not-a-picture'),
    most: MOST_PICTURE_BYTES,
    tooLarge: say('settings.picture-too-large', { most: MOST_PICTURE_BYTES / 1_000 }),
  },
  font: {
    endingOf: endingOfFont,
    other: say('settings.not-a-font'),
    most: MOST_FONT_BYTES,
    tooLarge: say('settings.font-too-large', { most: MOST_FONT_BYTES / 1_000_000 }),
  },
};

function endingOfFont(font: Uint8Array): string | undefined {
  const text = startOf(font);
  if (text.startsWith('wOF2')) {
    return '.woff2';
  }
  if (text.startsWith('wOFF')) {
    return '.woff';
  }
  if (text.startsWith('OTTO')) {
    return '.otf';
  }
  return isTrueType(text) ? '.ttf' : undefined;
}

/** Tells fonts from other files with this version: a font goes on with at most 255 tables and the first one's name. */
function isTrueType(text: string): boolean {
  const isVersion = text.startsWith('\0\x01\0\0') || text.startsWith('true');
  return isVersion && text[4] === '\0' && /^[ -~]{4}/.test(text.slice(12));
}
