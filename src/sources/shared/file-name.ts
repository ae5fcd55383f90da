/** Part after the last `/` or `\`. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Empty if the text is not an absolute file path (for example a streamed track). */
export function filenameOf(path: string): string {
  return /^(\/|[a-z]:[\\/]|\\\\)/i.test(path) ? baseName(path) : '';
}
