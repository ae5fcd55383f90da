/** Never reads outside the folder. */
import { join, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import type { Disk } from '../core/tools.ts';

/** Files are held in memory while sent. */
export const MAX_BYTES = 64 * 1024 * 1024;

interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/**
 * `urlPath`: percent-encoded, relative to the folder; empty or with a trailing slash for `index.html`. Undefined for a
 * missing or forbidden file.
 */
export async function findFile(folder: string, urlPath: string, disk: Disk): Promise<FoundFile | undefined> {
  const names = namesOf(urlPath);
  if (names === undefined) {
    return undefined;
  }
  try {
    const root = await disk.realpath(folder);
    const path = await disk.realpath(join(root, ...names));
    // Links must stay inside the folder.
    if (!path.startsWith(root + sep)) {
      return undefined;
    }
    const about = await disk.stat(path);
    return about?.kind === 'file' && about.size <= MAX_BYTES
      ? { path, size: about.size, modifiedMs: about.modifiedMs }
      : undefined;
  } catch {
    return undefined;
  }
}

// Windows resolves these names to devices in every folder, with any extension.
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i;

function namesOf(urlPath: string): readonly string[] | undefined {
  const path = urlPath === '' || urlPath.endsWith('/') ? `${urlPath}index.html` : urlPath;
  const names = path.split('/').map((part) => decodePart(part) ?? '');
  return names.every(isPlainName) ? names : undefined;
}

export function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Means the same file on every system; neither empty nor hidden, which covers `.` and `..`. */
function isPlainName(name: string): boolean {
  return /^[^./\\:\p{Cc}][^/\\:\p{Cc}]*$/u.test(name) && !/[. ]$/.test(name) && !WINDOWS_DEVICE.test(name);
}

/** 304 if the browser has the file. Undefined if the file was just removed. */
export async function fileResponse(
  file: FoundFile,
  request: Request,
  disk: Disk,
): Promise<Response | undefined> {
  const tag = `W/"${file.size.toString(36)}-${Math.round(file.modifiedMs).toString(36)}"`;
  // Browsers revalidate, so that edits to a theme show.
  const headers = new Headers({ 'Cache-Control': 'no-cache', ETag: tag });
  if (request.headers.get('If-None-Match') === tag) {
    return new Response(null, { status: 304, headers });
  }
  // Read completely first: an editor may be writing the file, and the announced length must hold.
  const bytes = await disk.read(file.path).catch(() => undefined);
  if (bytes === undefined) {
    return undefined;
  }
  headers.set('Content-Type', getMimeType(file.path) ?? 'application/octet-stream');
  headers.set('Content-Length', String(bytes.length));
  return new Response(request.method === 'HEAD' ? null : Buffer.from(bytes), { headers });
}
