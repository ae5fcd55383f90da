/** Reads the first bytes; undefined for other content (SVG, HTML). */
export function formatOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | 'gif' | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) {
    return 'jpeg';
  }
  if (head.startsWith('\x89PNG\r\n\x1a\n')) {
    return 'png';
  }
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') {
    return 'webp';
  }
  return /^GIF8[79]a/.test(head) ? 'gif' : undefined;
}
