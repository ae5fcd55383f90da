/** What follows the last separator of a path, of either kind. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Base name of the file; empty for anything but a file path, such as a streamed track. */
export function filenameOf(path: string): string {
  return /^(\/|[a-z]:[\\/]|\\\\)/i.test(path) ? baseName(path) : '';
}
