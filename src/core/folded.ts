const ASCII = /^[ -~]*$/;

/**
 * Key for texts that differ only in case, blanks and invisible characters. Upper case has one form of each
 * letter (`ß` is `SS`, `ς` and `σ` are `Σ`); lower case comes first, because `ẞ` is not `SS`.
 */
export function folded(text: string): string {
  const letters = ASCII.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFC')
        .replace(/\p{Cf}/gu, '')
        .toLowerCase()
        .toUpperCase()
        .toLowerCase()
        .replaceAll('ς', 'σ')
        // The Turkish `İ` keeps its dot as a separate mark.
        .replaceAll('i\u0307', 'i');
  return letters.replace(/\s+/g, ' ').trim();
}
