/** The page of a set as files: the same wherever they are served from. */
import type { SetEntry } from '../../core/track.ts';
import { clockTime, rfc3339 } from '../../core/units.ts';
import { namesToTell } from '../formats/index.ts';
import { type PageText, type PageTrack, pageHtml } from './html.ts';
import type { PageView } from './set-page.ts';

/**
 * Seconds for which a cache may keep what names tracks, and so what has been hidden since: five are promised, and caches
 * that count whole seconds, such as that of nginx, keep it for up to one more.
 */
export const NAMES_SECONDS = 4;
/** The same for pictures. */
const PICTURE_SECONDS = 60;

export interface PageFile {
  readonly type: string;
  readonly body: string | Uint8Array;
  /** How long caches may keep it. */
  readonly seconds: number;
}

/** Each is made when it is asked for: readers ask for `now.json` every few seconds, and a set may be long. */
export type PageFiles = ReadonlyMap<string, () => PageFile>;

/**
 * By path, in the order in which they are written: what names a picture comes after it, and `now.json`, which pages ask
 * for, last. `at`: milliseconds since 1970-01-01 UTC.
 */
export function pageFiles(view: PageView, text: PageText, at: number): PageFiles {
  const { version, entries, onAir, art, pictures } = view;
  const updated = rfc3339(at);
  const tracks = (): PageTrack[] => entries.map(pageTrack);
  const now = onAir && { ...pageTrack(onAir), art: art === undefined ? null : pathOfPicture(art) };
  // All that there are: the next run removes what this one leaves.
  const paths = [...pictures.keys()].map(pathOfPicture);
  const names = (type: string, body: string): PageFile => ({ type, body, seconds: NAMES_SECONDS });
  return new Map([
    ...[...pictures].map(([name, png]): [string, () => PageFile] => [
      pathOfPicture(name),
      () => ({ type: 'image/png', body: png, seconds: PICTURE_SECONDS }),
    ]),
    [
      'set.json',
      () => names('application/json', json({ v: 1, version, title: text.title, tracks: tracks() })),
    ],
    [
      'index.html',
      () => names('text/html; charset=utf-8', pageHtml({ version, tracks: tracks(), now, updated }, text)),
    ],
    [
      'now.json',
      () => names('application/json', json({ v: 1, version, updated, track: now ?? null, pictures: paths })),
    ],
  ]);
}

function pathOfPicture(name: string): string {
  return `art/${name}.png`;
}

function pageTrack(entry: SetEntry): PageTrack {
  const { position, hidden, at, elapsedMs } = entry;
  const { artist, title } = namesToTell(entry);
  return { position, artist, title, hidden, startedAt: rfc3339(at), elapsed: clockTime(elapsedMs, 1) };
}

function json(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
