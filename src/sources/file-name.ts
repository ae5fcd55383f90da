/** Base name of the file; empty for anything but a file path, such as a streamed track. */
export function filenameOf(path: string): string {
  return /^(\/|[a-z]:[\\/]|\\\\)/i.test(path) ? path.slice(path.search(/[^\\/]*$/)) : '';
}
