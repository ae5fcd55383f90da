import { normalizeText } from './normalize.ts';

export interface TitleParts {
  readonly base: string;
  /**
   * Words that make another recording, normalized and sorted: `live`, `heldens oliver`, `edit kygo`. Empty for the
   * original of any length, because extended mixes and radio edits are the same music.
   */
  readonly version: string;
  /** Further words in brackets or after a dash, normalized and sorted: a second half of the name, a label. */
  readonly extras: readonly string[];
  /** Guests in the title, normalized, as one text. */
  readonly guests: string;
}

/** Words about length, loudness or release: same music, same cover. */
const SAME_MUSIC = new Set(
  [
    'original extended radio album single full short long main clean explicit dirty uncensored censored',
    'remaster remastered digital digitally mono stereo bonus track deluxe edition anniversary lp',
    'official video audio music lyric lyrics visualizer hd hq free download out now',
  ]
    .join(' ')
    .split(' '),
);

/** Count only beside others: "Todd Terry Mix", but not "Extended Mix" or "Radio Edit". */
const FORM = new Set(['mix', 'version', 'edit', 'cut', 'length']);

/** Make the text around them a version. */
const OTHER_MUSIC = new Set(
  [
    'remix rework reworked bootleg mashup flip refix vip dub live acoustic instrumental karaoke cover covers',
    'sped slowed nightcore demo acapella cappella reprise unplugged session sessions orchestral orchestra symphonic',
    'piano remake tribute mixed 8d reverb medley megamix rehearsal take alternate alternative outtake chopped',
    'screwed commentary rendition redux rerecorded recorded interlude skit intro outro club vocal loop tool',
    'mix version edit cut',
  ]
    .join(' ')
    .split(' '),
);

const GUESTS = /^(?:feat|with)\b\s*/;
/** `From "The Graduate" Soundtrack`. "From MTV Unplugged" is another recording. */
const FILM = /^from\b(?!.*\b(?:remix|rework|bootleg|unplugged|sessions?)\b)/;
const YEAR = /^(?:19|20)\d\d$/;

export function titleParts(title: string): TitleParts {
  const { name, asides } = splitAsides(title);
  const version = new Set<string>();
  const extras: string[] = [];
  const guests: string[] = [];
  for (const aside of asides.map(normalizeText).filter((text) => text !== '')) {
    if (GUESTS.test(aside)) {
      guests.push(aside.replace(GUESTS, ''));
      continue;
    }
    if (FILM.test(aside)) {
      continue;
    }
    const words = aside.split(' ');
    if (!words.some((word) => OTHER_MUSIC.has(word) || SAME_MUSIC.has(word))) {
      extras.push(aside);
      continue;
    }
    for (const word of versionWords(words)) {
      version.add(word);
    }
  }
  return {
    base: name,
    version: [...version].sort().join(' '),
    extras: extras.sort(),
    guests: guests.join(' '),
  };
}

function versionWords(words: readonly string[]): string[] {
  const remastered = words.some((word) => word.startsWith('remaster'));
  const telling = words.filter(
    (word, at) =>
      !SAME_MUSIC.has(word) &&
      !(remastered && YEAR.test(word)) &&
      !(FORM.has(word) && (at === 0 || SAME_MUSIC.has(words[at - 1] ?? ''))),
  );
  // "Todd Terry Mix" equals "Todd Terry Remix", but a mere "Remix" is not the original.
  const names = telling.filter((word) => !/^(?:remix|mix|version|by|the|and)$/.test(word));
  return names.length > 0 ? names : telling.filter((word) => word === 'remix');
}

const BRACKETS = /\(([^()]*)\)|\[([^[\]]*)\]|\{([^{}]*)\}/g;
const DASH = /\s+[-–—−~]\s+/;
const TRAILING_GUESTS = /\s(?:feat\.?|ft\.?|featuring)\s+(.*)$/i;
const TRAILING_LENGTH = / (?:(?:original|extended|radio|album|single|full|short) (?:mix|edit|version))$/;

/** Splits off text in brackets, after a dash or after "feat.". */
function splitAsides(title: string): { readonly name: string; readonly asides: readonly string[] } {
  const asides: string[] = [];
  // Leading brackets belong to the name: "(I Can't Get No) Satisfaction".
  const [, opening = ''] = /^\s*[([]([^()[\]]*)[)\]](?=\s*\S)/.exec(title) ?? [];
  const start = opening === '' ? 0 : title.indexOf(opening) + opening.length + 1;
  const rest = title.slice(start).replace(BRACKETS, (_, ...groups: (string | undefined)[]) => {
    asides.push(groups.slice(0, 3).find((group) => group !== undefined) ?? '');
    return ' ';
  });
  const [beforeDash = '', ...afterDash] = `${opening} ${rest}`.split(DASH);
  asides.push(...afterDash);
  const withoutGuests = beforeDash.replace(TRAILING_GUESTS, (_, guests: string) => {
    asides.push(`feat ${guests}`);
    return '';
  });
  const name = normalizeText(withoutGuests).replace(TRAILING_LENGTH, '');
  // A title all in brackets, or after a dash, is the name.
  return name === '' ? { name: normalizeText(title), asides: [] } : { name, asides };
}
