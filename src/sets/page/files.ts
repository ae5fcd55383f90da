import { endingOfPicture } from '../../core/picture-type.ts';
import type { Disk } from '../../core/tools.ts';
import type { SetEntry } from '../../core/track.ts';
import { clockTime, rfc3339 } from '../../core/units.ts';
import { namesToTell } from '../formats/index.ts';
import { BRAND_SHEET, logoName, type PageText, type PageTrack, pageHtml } from './html.ts';
import type { PageView } from './set-page.ts';
import type { SharePicture } from './share.ts';
import type { Language } from './words.ts';

/**
 * Cache lifetime of files with names, which may get hidden. The promise is five seconds, and caches with whole seconds,
 * such as nginx, add up to one.
 */
export const NAMES_SECONDS = 4;
const PICTURE_SECONDS = 60;

export interface PageFile {
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly seconds: number;
}

/** Made on request: readers poll `now.json` every few seconds, and a set may be long. */
export type PageFiles = ReadonlyMap<string, () => PageFile>;

/**
 * Writing order: pictures before the files that name them, and `now.json`, which pages poll, last. `at`: epoch
 * milliseconds.
 */
export function pageFiles(
  view: PageView,
  text: PageText,
  at: number,
  {
    share,
    language = 'en',
  }: { readonly share?: SharePicture | undefined; readonly language?: Language } = {},
): PageFiles {
  const { version, entries, onAir, covers, light } = view;
  const pictures = new Map([
    ...view.pictures,
    ...(share === undefined ? [] : [[share.name, share.png] as const]),
  ]);
  const updated = rfc3339(at);
  const withCover = (entry: SetEntry): PageTrack => pageTrack(entry, covers.get(entry.position));
  const tracks = (): PageTrack[] => entries.map(withCover);
  const last = onAir && withCover(onAir);
  const isOver = onAir?.endedAt !== undefined;
  // Lists current pictures, so that the next run can remove leftovers.
  const paths = [...pictures.keys()].map(pathOfPicture);
  const names = (type: string, body: string): PageFile => ({ type, body, seconds: NAMES_SECONDS });
  return new Map([
    ...[...pictures].map(([name, png]): [string, () => PageFile] => [
      pathOfPicture(name),
      () => ({ type: 'image/png', body: png, seconds: PICTURE_SECONDS }),
    ]),
    [
      BRAND_SHEET,
      () => ({ type: 'text/css', body: `:root { --brand: #${text.color} }\n`, seconds: PICTURE_SECONDS }),
    ],
    [
      'set.json',
      () => names('application/json', json({ v: 1, version, title: text.title, tracks: tracks() })),
    ],
    [
      'index.html',
      () =>
        names(
          'text/html; charset=utf-8',
          pageHtml(
            {
              ...{ version, tracks: tracks(), now: last, light, share: share && pathOfPicture(share.name) },
              ...{ updated, nowAt: rfc3339(onAir?.endedAt ?? at) },
            },
            text,
            language,
          ),
        ),
    ],
    [
      'now.json',
      () =>
        names(
          'application/json',
          json({ v: 1, version, updated, track: isOver ? null : (last ?? null), pictures: paths }),
        ),
    ],
  ]);
}

/** The user's logo; empty if it is unreadable or no picture. */
export async function logoFiles(path: string, disk: Pick<Disk, 'read'>): Promise<PageFiles> {
  const body = path === '' ? undefined : await disk.read(path).catch(() => undefined);
  const name = logoName(path);
  const type = LOGO_TYPES[name.slice('logo'.length)];
  return new Map(
    body === undefined || type === undefined || endingOfPicture(body) === undefined
      ? []
      : [[name, () => ({ type, body, seconds: PICTURE_SECONDS })]],
  );
}

const LOGO_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

function pathOfPicture(name: string): string {
  return `art/${name}.png`;
}

function pageTrack(entry: SetEntry, cover: string | undefined): PageTrack {
  const { position, hidden, at, elapsedMs } = entry;
  const { artist, title } = namesToTell(entry);
  return {
    position,
    artist,
    title,
    hidden,
    startedAt: rfc3339(at),
    elapsed: clockTime(elapsedMs, 1),
    art: cover === undefined ? null : pathOfPicture(cover),
  };
}

function json(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
