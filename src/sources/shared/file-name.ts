/** Text after the last `/` or `\`. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Empty unless an absolute file path, as for streams. */
export function filenameOf(path: string): string {
  return /^(\/|[a-z]:[\\/]|\\\\)/i.test(path) ? baseName(path) : '';
}
