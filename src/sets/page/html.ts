import { extname } from 'node:path';
import { escapeHtml } from '../../core/html.ts';
import { guestWord, type Language, WORDS } from './words.ts';

export interface PageText {
  readonly title: string;
  readonly links: readonly string[];
  /** Path; empty for none. */
  readonly logo: string;
  /** Six hexadecimal digits. */
  readonly color: string;
  /** Address for readers; may be empty. */
  readonly address: string;
}

/** Track of the page, `now.json` and `set.json`; a hidden one is `ID`. */
export interface PageTrack {
  readonly position: number;
  readonly artist: string;
  readonly title: string;
  readonly hidden: boolean;
  /** RFC 3339. */
  readonly startedAt: string;
  /** Time since the first track: `1:04:05`. */
  readonly elapsed: string;
  /** Path relative to the page. */
  readonly art: string | null;
}

export interface PageContent {
  readonly version: string;
  readonly tracks: readonly PageTrack[];
  readonly now: PageTrack | undefined;
  /** Latest time at which `now` was on air, RFC 3339. */
  readonly nowAt: string;
  /** Cover's color, `#rrggbb`. */
  readonly light: string | undefined;
  /** RFC 3339. */
  readonly updated: string;
  /** Path of the picture for links to the page, relative to it. */
  readonly share: string | undefined;
}

/**
 * Complete without JavaScript, and states only lasting facts: a track was on air at a time. `page.js` adds that it is
 * on air now, while that is certain. Newest first during the set, in order after it.
 */
export function pageHtml(content: PageContent, text: PageText, language: Language): string {
  const { version, tracks, now, nowAt, light, updated, share } = content;
  const [first] = tracks;
  const { title, links, logo } = text;
  const heading = escapeHtml(title);
  const word: Words = (id, more) => guestWord(language, id, more);
  const rows = tracks.map((track, index) => row(track, index + 1, track.position === now?.position, word));
  const list =
    now === undefined
      ? `<ol>\n${rows.join('\n')}\n</ol>`
      : `<ol reversed>\n${rows.reverse().join('\n')}\n</ol>`;
  return `<!doctype html>
<html lang="${language}" data-version="${version}">
${headOf(heading, ['page.css', BRAND_SHEET], 'page.js', shareTags(text, now, share))}
<body>
<main${light === undefined ? '' : ` data-light="${escapeHtml(light)}"`}>
<header>${logo === '' ? '' : `<img class="logo" src="${logoName(logo)}" alt="">`}<div><h1 dir="auto">${heading}</h1>${first === undefined ? '' : `<p><time class="day" datetime="${first.startedAt}">${dayOf(first.startedAt, language)}</time>, ${word('guest.since')} ${clock(first.startedAt)}</p>`}</div>
${links.length === 0 ? '' : `<ul class="links">${links.map(link).join('')}</ul>`}</header>
${now === undefined ? '' : onAir(now, nowAt, word)}
${tracks.length === 0 ? word('guest.none', { tag: 'p', more: ' id="none"' }) : `${word(now === undefined ? 'guest.played' : 'guest.played-so-far', { tag: 'h2' })}\n${list}`}
<p class="written">${word('guest.written')} ${clock(updated)}</p>
</main>
<p class="tools">${TOOLS.map(([id, name]) => word(name, { tag: 'button', more: ` id="${id}" type="button" hidden` })).join(' ')} <span id="answer" role="status"></span></p>
<footer>${word('guest.made-with')} <span class="brand" role="img" aria-label="deckcast"></span></footer>
${WORDS}
</body>
</html>
`;
}

type Words = (id: Parameters<typeof guestWord>[1], more?: Parameters<typeof guestWord>[2]) => string;

const TOOLS = [
  ['share', 'guest.share'],
  ['copy', 'guest.copy'],
  ['print', 'guest.print'],
] as const;

/** The user's color; a page may hold no style itself. */
export const BRAND_SHEET = 'brand.css';

/** Hides the file's name. */
export function logoName(path: string): string {
  return `logo${extname(path).toLowerCase()}`;
}

/** Head of pages written for a web server. */
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

/** Tags for links in other services, which need the whole address. */
function shareTags(
  { title, address }: PageText,
  now: PageTrack | undefined,
  share: string | undefined,
): string {
  const names =
    now === undefined || isUnnamed(now) ? '' : [now.artist, now.title].filter(Boolean).join(' - ');
  const picture = share ?? now?.art;
  const tags = [
    ['og:type', 'website'],
    ['og:title', title],
    // No words around the names: services keep it when the track is over, and show it in every language.
    ...(names === '' ? [] : [['og:description', names]]),
    ...(address === '' ? [] : [['og:url', address]]),
    ...(address === '' || !picture ? [] : [['og:image', new URL(picture, address).href]]),
    // A picture this wide is shown in full.
    ...(address === '' || share === undefined ? [] : [['twitter:card', 'summary_large_image']]),
  ];
  return tags
    .map(([name = '', content = '']) => `<meta property="${name}" content="${escapeHtml(content)}">\n`)
    .join('');
}

function onAir(now: PageTrack, at: string, word: Words): string {
  return `<section class="now" aria-live="polite">${cover(now, 300)}<div>
${word('guest.on-air-at', { tag: 'p', more: ` id="state" data-at="${at}"`, params: { time: at.slice(11, 16) } })}
${names(now, word)}
</div></section>`;
}

/** Above the list on screen, if on air; within it in print. `number`: position without removed tracks. */
function row(track: PageTrack, number: number, isOnAir: boolean, word: Words): string {
  const { startedAt, elapsed } = track;
  return `<li${isOnAir ? ' class="on-air"' : ''} value="${number}" data-elapsed="${elapsed}"><span class="position">${number}</span>${cover(track, 56)}<span class="names">${names(track, word)}</span>${clock(startedAt)}</li>`;
}

/** Plain sleeve without a cover; a hidden track has a question mark. */
function cover({ art, hidden }: PageTrack, size: number): string {
  return hidden
    ? '<span class="cover id" aria-hidden="true">?</span>'
    : `<img class="cover" src="${art ?? 'sleeve.svg'}" alt="" width="${size}" height="${size}"${size < 100 ? ' loading="lazy"' : ''}>`;
}

/** `set.json` has `ID` for both names, which only DJs understand. */
function isUnnamed({ artist, title, hidden }: PageTrack): boolean {
  return hidden || (artist === 'ID' && title === 'ID');
}

/** A single name is shown as a title, whichever it is. */
function names(track: PageTrack, word: Words): string {
  if (isUnnamed(track)) {
    return word('guest.unnamed', { tag: 'b', more: ' class="title" dir="auto"' });
  }
  const { artist, title } = track;
  const [one, two = ''] = artist === title ? [title] : [title, artist].filter(Boolean);
  return [
    ['title', one ?? ''],
    ['artist', two],
  ]
    .filter(([, text]) => text !== '')
    .map(([name, text = '']) => `<b class="${name}" dir="auto">${escapeHtml(text)}</b>`)
    .join(' ');
}

/** Time where the set is played; `page.js` shows the reader's. */
function clock(at: string): string {
  return `<time class="clock" datetime="${at}">${at.slice(11, 16)}</time>`;
}

/** `November 28, 2026`, by the set's clock. */
export function dayOf(at: string, language: Language): string {
  const day = new Date(`${at.slice(0, 10)}T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}

function link(address: string): string {
  const { host, pathname } = new URL(address);
  const name = `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
  return `<li><a href="${escapeHtml(address)}" rel="noopener">${escapeHtml(name)}</a></li>`;
}
