/** A power of two. Devices publish about 250 paths, so few share a slot. */
const SLOTS = 2048;

/** Bounds the table to a few megabytes. */
const MAX_KEPT_BYTES = 512;

interface Entry {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/**
 * By their UTF-16BE bytes, to avoid decoding. A slot keeps its newest entry, so the table is bounded; bytes
 * are compared in full, so it is never wrong.
 */
export class PathTable {
  readonly #entries = new Array<Entry | undefined>(SLOTS).fill(undefined);

  /** `start` to `end`: even number of bytes. */
  lookup(bytes: Buffer, start: number, end: number): string {
    const slot = hash(bytes, start, end) & (SLOTS - 1);
    const entry = this.#entries[slot];
    if (entry !== undefined && equal(entry.bytes, bytes, start, end)) {
      return entry.text;
    }
    const copy = Buffer.from(bytes.subarray(start, end));
    const text = Buffer.from(copy).swap16().toString('utf16le');
    if (copy.length <= MAX_KEPT_BYTES) {
      this.#entries[slot] = { bytes: copy, text };
    }
    return text;
  }
}

/** FNV-1a of the low bytes; the high ones are 0 in known paths. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0x811c9dc5;
  for (let at = start + 1; at < end; at += 2) {
    sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193);
  }
  return sum ^ (sum >>> 15);
}

function equal(kept: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (kept.length !== end - start) {
    return false;
  }
  for (let at = 0; at < kept.length; at++) {
    if (kept[at] !== bytes[start + at]) {
      return false;
    }
  }
  return true;
}
