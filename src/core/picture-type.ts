/** Recognizes pictures by their content, because names lie. */

const SNIFFED_BYTES = 4_096;

/** Ending of a PNG, JPEG, WebP or SVG picture; undefined for other files. `content`: at least its beginning. */
export function endingOfPicture(content: Uint8Array): string | undefined {
  const text = startOf(content);
  if (text.startsWith('\x89PNG\r\n')) {
    return '.png';
  }
  if (text.startsWith('\xff\xd8\xff')) {
    return '.jpg';
  }
  if (/^RIFF.{4}WEBP/s.test(text)) {
    return '.webp';
  }
  return /^(\xef\xbb\xbf)?\s*<(\?xml|!--|!DOCTYPE svg|svg)/i.test(text) && text.includes('<svg')
    ? '.svg'
    : undefined;
}

/** Latin-1 text of the first bytes. */
export function startOf(content: Uint8Array): string {
  return Buffer.from(content.subarray(0, SNIFFED_BYTES)).toString('latin1');
}
