/** Drops the oldest: a run may last for months. */
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
