/** Letters that Unicode does not decompose. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  $: 's',
};

const ONE_SPELLING: Readonly<Record<string, string>> = {
  n: 'and',
  pt: 'part',
  vol: 'volume',
  versus: 'vs',
  rmx: 'remix',
  remixed: 'remix',
  ft: 'feat',
  featuring: 'feat',
};

/**
 * Lower case, no accents or punctuation, one spelling of variants (`&`, `Pt.`, `ft.`), single blanks. Keeps every
 * script, and names of punctuation only ("!!!").
 */
export function normalizeText(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßøæœđðłıþ$]/g, (letter) => SPELLED_OUT[letter] ?? letter);
  const words = letters
    .replace(/(?<=\p{L})!(?=\p{L})/gu, 'i')
    .replace(/['’‘`´ʼ]/g, '')
    .replace(/[&+]/g, ' and ')
    .replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  if (words === '') {
    return letters.replace(/\s+/g, ' ').trim();
  }
  return words
    .split(' ')
    .map((word) => ONE_SPELLING[word] ?? word)
    .join(' ');
}
