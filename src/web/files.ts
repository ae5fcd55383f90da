/** Serves the files of a folder: nothing outside the folder is ever read, whatever the path. */
import { join, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import type { Disk } from '../core/tools.ts';

/** Overlays need no larger files, and each is held in memory while it is sent. */
export const MAX_BYTES = 64 * 1024 * 1024;

interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/**
 * The file at `urlPath` (percent-encoded, without the folder's own part); a path that is empty or ends with
 * a slash means its `index.html`. Undefined when there is none that may be read.
 */
export async function findFile(folder: string, urlPath: string, disk: Disk): Promise<FoundFile | undefined> {
  const names = namesOf(urlPath);
  if (names === undefined) {
    return undefined;
  }
  try {
    const root = await disk.realpath(folder);
    const path = await disk.realpath(join(root, ...names));
    // Links inside the folder are followed only as long as they stay inside.
    if (!path.startsWith(root + sep)) {
      return undefined;
    }
    const about = await disk.stat(path);
    return about?.kind === 'file' && about.size <= MAX_BYTES
      ? { path, size: about.size, modifiedMs: about.modifiedMs }
      : undefined;
  } catch {
    // A file that cannot be read counts as missing.
    return undefined;
  }
}

// Devices that Windows finds in every folder, whatever the ending.
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i;

function namesOf(urlPath: string): readonly string[] | undefined {
  const path = urlPath === '' || urlPath.endsWith('/') ? `${urlPath}index.html` : urlPath;
  const names = path.split('/').map((part) => decodePart(part) ?? '');
  return names.every(isPlainName) ? names : undefined;
}

/** A part of an address as people read it; undefined when it is damaged. */
export function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Not empty, not hidden (which covers `.` and `..`), and the same file on every system. */
function isPlainName(name: string): boolean {
  return /^[^./\\:\p{Cc}][^/\\:\p{Cc}]*$/u.test(name) && !/[. ]$/.test(name) && !WINDOWS_DEVICE.test(name);
}

/** The file as a response; 304 when the browser has it. Undefined when it was just removed. */
export async function fileResponse(
  file: FoundFile,
  request: Request,
  disk: Disk,
): Promise<Response | undefined> {
  const tag = `W/"${file.size.toString(36)}-${Math.round(file.modifiedMs).toString(36)}"`;
  // Browsers revalidate each time, so that an edited theme shows.
  const headers = new Headers({ 'Cache-Control': 'no-cache', ETag: tag });
  if (request.headers.get('If-None-Match') === tag) {
    return new Response(null, { status: 304, headers });
  }
  // Read whole before the first byte is sent: an editor may be writing it, and the announced length must be kept.
  const bytes = await disk.read(file.path).catch(() => undefined);
  if (bytes === undefined) {
    return undefined;
  }
  headers.set('Content-Type', getMimeType(file.path) ?? 'application/octet-stream');
  headers.set('Content-Length', String(bytes.length));
  return new Response(request.method === 'HEAD' ? null : Buffer.from(bytes), { headers });
}
