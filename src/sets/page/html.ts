import { extname } from 'node:path';
import { escapeHtml } from '../../core/html.ts';

export interface PageText {
  readonly title: string;
  readonly links: readonly string[];
  /** Path of the user's logo; empty for none. */
  readonly logo: string;
  /** Six hexadecimal digits. */
  readonly color: string;
  /** Address of the page for readers; may be empty. */
  readonly address: string;
}

/** A track on the page, in `now.json` and in `set.json`. A hidden one is `ID`. */
export interface PageTrack {
  readonly position: number;
  readonly artist: string;
  readonly title: string;
  readonly hidden: boolean;
  /** RFC 3339. */
  readonly startedAt: string;
  /** Time since the first track: `1:04:05`. */
  readonly elapsed: string;
  /** Path of the cover, relative to the page. */
  readonly art: string | null;
}

export interface PageContent {
  readonly version: string;
  readonly tracks: readonly PageTrack[];
  readonly now: PageTrack | undefined;
  /** Color of the cover on air: `#rrggbb`. */
  readonly light: string | undefined;
  /** RFC 3339. */
  readonly updated: string;
}

/**
 * Complete without JavaScript. It states only what stays true: a track was on air at a time. `page.js` adds that it is
 * on air now, as long as that is certain. Newest first during the set, in order after it.
 */
export function pageHtml({ version, tracks, now, light, updated }: PageContent, text: PageText): string {
  const [first] = tracks;
  const { title, links, logo } = text;
  const heading = escapeHtml(title);
  const rows = tracks.map((track) => row(track, track.position === now?.position));
  const list =
    now === undefined
      ? `<ol>\n${rows.join('\n')}\n</ol>`
      : `<ol reversed>\n${rows.reverse().join('\n')}\n</ol>`;
  return `<!doctype html>
<html lang="en" data-version="${version}">
${headOf(heading, ['page.css', BRAND_SHEET], 'page.js', shareTags(text, now))}
<body>
<main${light === undefined ? '' : ` data-light="${escapeHtml(light)}"`}>
<header>${logo === '' ? '' : `<img class="logo" src="${logoName(logo)}" alt="">`}<div><h1 dir="auto">${heading}</h1>${first === undefined ? '' : `<p>${timeElement(first.startedAt, dayOf(first.startedAt))}, since ${clock(first.startedAt)}</p>`}</div>
${links.length === 0 ? '' : `<ul class="links">${links.map(link).join('')}</ul>`}</header>
${now === undefined ? '' : onAir(now, updated)}
${tracks.length === 0 ? '<p id="none">No track yet.</p>' : `<h2>${now === undefined ? 'Played' : 'Played so far'}</h2>\n${list}`}
<p class="written">Written at ${clock(updated)}</p>
</main>
<p class="tools"><button id="share" type="button" hidden>Share</button> <button id="copy" type="button" hidden>Copy the list</button> <button id="print" type="button" hidden>Print</button> <span id="answer" role="status"></span></p>
<footer>Made with <span class="brand" role="img" aria-label="deckcast"></span></footer>
</body>
</html>
`;
}

/** Style sheet with the user's color: a page may hold no style itself. */
export const BRAND_SHEET = 'brand.css';

/** Name of the logo on the page, whatever it is called on the disk. */
export function logoName(path: string): string {
  return `logo${extname(path).toLowerCase()}`;
}

/** Head of every page written for a web server, where the files lie beside it. */
export function headOf(heading: string, styles: readonly string[], script: string, more = ''): string {
  return `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${heading}</title>
<link rel="icon" href="icon.svg">
${more}${styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('\n')}
<script type="module" src="${script}"></script>
</head>`;
}

/** What other services show of a link to the page. They need the page's whole address. */
function shareTags({ title, address }: PageText, now: PageTrack | undefined): string {
  const names =
    now === undefined ? '' : now.hidden ? 'ID' : [now.artist, now.title].filter(Boolean).join(' - ');
  const tags = [
    ['og:type', 'website'],
    ['og:title', title],
    ...(names === '' ? [] : [['og:description', `On now: ${names}`]]),
    ...(address === '' ? [] : [['og:url', address]]),
    ...(address === '' || !now?.art ? [] : [['og:image', new URL(now.art, address).href]]),
  ];
  return tags
    .map(([name = '', content = '']) => `<meta property="${name}" content="${escapeHtml(content)}">\n`)
    .join('');
}

function onAir(now: PageTrack, updated: string): string {
  return `<section class="now" aria-live="polite">${cover(now, 300)}<div>
<p id="state">On air at ${updated.slice(11, 16)}</p>
${names(now)}
</div></section>`;
}

/** The track on air stands above the list; the print shows it in the list. */
function row(track: PageTrack, isOnAir: boolean): string {
  const { position, startedAt, elapsed } = track;
  return `<li${isOnAir ? ' class="on-air"' : ''} value="${position}" data-elapsed="${elapsed}"><span class="position">${position}</span>${cover(track, 56)}<span class="names">${names(track)}</span>${clock(startedAt)}</li>`;
}

/** Without a cover, a plain sleeve; a hidden track has a box that says so. */
function cover({ art, hidden }: PageTrack, size: number): string {
  return hidden
    ? '<span class="cover id" aria-hidden="true">ID</span>'
    : `<img class="cover" src="${art ?? 'sleeve.svg'}" alt="" width="${size}" height="${size}"${size < 100 ? ' loading="lazy"' : ''}>`;
}

/** Omits a missing name; a hidden track is a single `ID`. */
function names({ artist, title, hidden }: PageTrack): string {
  const parts =
    hidden || artist === title
      ? [['title', title]]
      : [
          ['title', title],
          ['artist', artist],
        ];
  return parts
    .filter(([, text]) => text !== '')
    .map(([name, text = '']) => `<b class="${name}" dir="auto">${escapeHtml(text)}</b>`)
    .join(' ');
}

function timeElement(at: string, text: string): string {
  return `<time datetime="${at}">${text}</time>`;
}

/** Time of day where the set is played; `page.js` makes it that of the reader. */
function clock(at: string): string {
  return `<time class="clock" datetime="${at}">${at.slice(11, 16)}</time>`;
}

/** `November 28, 2026`, by the set's own clock. */
function dayOf(at: string): string {
  const day = new Date(`${at.slice(0, 10)}T00:00:00Z`);
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}

function link(address: string): string {
  const { host, pathname } = new URL(address);
  const name = `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
  return `<li><a href="${escapeHtml(address)}" rel="noopener">${escapeHtml(name)}</a></li>`;
}
