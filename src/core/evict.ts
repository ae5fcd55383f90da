/** Drops what was put in first until no more than `keep` entries are left: memory has bounds, runs have none. */
export function evictOldest<Key>(
  entries: { readonly size: number; keys(): Iterable<Key>; delete(key: Key): boolean },
  keep: number,
): void {
  for (const key of entries.keys()) {
    if (entries.size <= keep) {
      return;
    }
    entries.delete(key);
  }
}
