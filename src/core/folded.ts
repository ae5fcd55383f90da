const ASCII = /^[ -~]*$/;

/**
 * Equal for texts that people take for the same: apart from case, blanks and what cannot be seen. Through upper case, which
 * has one form of each letter: `ß` is `SS`, both `ς` and `σ` are `Σ`; and from lower case, because `ẞ` is not `SS`.
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
        // The Turkish `İ`, whose dot stays as a mark of its own.
        .replaceAll('i\u0307', 'i');
  return letters.replace(/\s+/g, ' ').trim();
}
