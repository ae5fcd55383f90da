/** Parses musical keys in any notation of DJ software and tags. */

interface MusicalKey {
  /** Semitones above C. */
  readonly tonic: number;
  readonly isMinor: boolean;
}

const NATURALS: Readonly<Record<string, number>> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };

/** `Am`, `F#m`, `B♭ minor`, `Db maj`, `G#/Abm`: the second name has the mode. */
const NAMED = /^(?:[a-g][#♯b♭]?(?:m|min|minor)?\s*\/\s*)?([a-g])\s*([#♯b♭]?)\s*(m|min|minor|maj|major)?$/i;
/** `8A` and `08b` (Camelot), `1m` and `1d` (Open Key). */
const ON_THE_WHEEL = /^0?([1-9]|1[0-2])\s*([abdm])$/i;

/** `8A`; empty if the text is not a key. */
export function camelotKey(text: string): string {
  const key = readKey(text);
  return key === undefined ? '' : `${hourOf(key)}${key.isMinor ? 'A' : 'B'}`;
}

/** `1m`; empty if the text is not a key. */
export function openKey(text: string): string {
  const key = readKey(text);
  return key === undefined ? '' : `${((hourOf(key) + 4) % 12) + 1}${key.isMinor ? 'm' : 'd'}`;
}

function readKey(text: string): MusicalKey | undefined {
  const [, number, letter = ''] = ON_THE_WHEEL.exec(text.trim()) ?? [];
  if (number !== undefined) {
    const mode = letter.toLowerCase();
    const isOpen = mode === 'm' || mode === 'd';
    return keyAt(Number(number) + (isOpen ? 7 : 0), mode === 'a' || mode === 'm');
  }
  const [, name, sign = '', mode = ''] = NAMED.exec(text.trim()) ?? [];
  const natural = NATURALS[name?.toLowerCase() ?? ''];
  if (natural === undefined) {
    return undefined;
  }
  const shift = sign === '' ? 0 : sign === '#' || sign === '♯' ? 1 : -1;
  // Only a single capital M means major.
  const isMinor = /^m(in|inor)?$/i.test(mode) && mode !== 'M';
  return { tonic: (natural + shift + 12) % 12, isMinor };
}

/** An hour of Camelot's wheel is a fifth; C major and A minor are at 8. */
function hourOf({ tonic, isMinor }: MusicalKey): number {
  return (((isMinor ? tonic + 3 : tonic) * 7 + 7) % 12) + 1;
}

function keyAt(hour: number, isMinor: boolean): MusicalKey {
  // Seven is its own inverse modulo 12: a fifth is seven semitones, and a semitone is seven fifths.
  const major = ((hour + 4) * 7) % 12;
  return { tonic: isMinor ? (major + 9) % 12 : major, isMinor };
}
