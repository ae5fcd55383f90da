const ASCII = /^[ -~]*$/;

/**
 * Equal for texts that people take for the same: apart from case, blanks and what cannot be seen. Upper case first, which
 * has one form of each letter: `ß` is `SS`, both `ς` and `σ` are `Σ`.
 */
export function folded(text: string): string {
  const letters = ASCII.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFC')
        .replace(/\p{Cf}/gu, '')
        .toUpperCase()
        .toLowerCase()
        .replaceAll('ς', 'σ')
        // The Turkish `İ`, whose dot stays as a mark of its own.
        .replaceAll('i\u0307', 'i');
  return letters.replace(/\s+/g, ' ').trim();
}
