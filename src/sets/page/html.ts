import { escapeHtml } from '../../core/html.ts';

export interface PageText {
  readonly title: string;
  readonly links: readonly string[];
}

/** Used in `now.json` and `set.json`. A hidden track is `ID`. */
export interface PageTrack {
  readonly position: number;
  readonly artist: string;
  readonly title: string;
  readonly hidden: boolean;
  /** RFC 3339. */
  readonly startedAt: string;
  /** Time since the first track: `1:04:05`. */
  readonly elapsed: string;
}

export interface PageContent {
  readonly version: string;
  readonly tracks: readonly PageTrack[];
  /** `art`: relative to the page. */
  readonly now: (PageTrack & { readonly art: string | null }) | undefined;
  /** RFC 3339. */
  readonly updated: string;
}

/**
 * Complete without JavaScript. States only what stays true: a track was on air at a time. `page.js` adds that it is on
 * air now, as long as that is certain.
 */
export function pageHtml({ version, tracks, now, updated }: PageContent, { title, links }: PageText): string {
  const [first] = tracks;
  const heading = escapeHtml(title);
  return `<!doctype html>
<html lang="en" data-version="${version}">
${headOf(heading, ['page.css'], 'page.js')}
<body>
<main>
<header><h1 dir="auto">${heading}</h1>${first === undefined ? '' : `<p>${timeElement(first.startedAt, first.startedAt.slice(0, 10))}</p>`}</header>
${now === undefined ? '' : onAir(now, updated)}
${tracks.length === 0 ? '<p id="none">No track yet.</p>' : `<ol>\n${tracks.map(row).join('\n')}\n</ol>`}
${links.length === 0 ? '' : `<ul class="links">${links.map(link).join('')}</ul>`}
<p class="written">Written at ${timeElement(updated, updated.slice(11, 19))}</p>
</main>
<p class="tools"><button id="copy" type="button" hidden>Copy the list</button> <button id="print" type="button" hidden>Print</button> <span id="answer" role="status"></span></p>
</body>
</html>
`;
}

export function headOf(heading: string, styles: readonly string[], script: string): string {
  return `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${heading}</title>
<link rel="icon" href="icon.svg">
${styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('\n')}
<script type="module" src="${script}"></script>
</head>`;
}

function onAir(now: NonNullable<PageContent['now']>, updated: string): string {
  const picture = now.art === null ? '' : `<img src="${now.art}" alt="" width="256" height="256">`;
  return `<section class="now" aria-live="polite">${picture}<div>
<p id="state">On air at ${updated.slice(11, 16)}</p>
${names(now)}
</div></section>`;
}

function row(track: PageTrack): string {
  return `<li><time datetime="${track.startedAt}">${track.elapsed}</time><span class="names">${names(track)}</span></li>`;
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

function link(address: string): string {
  const { host, pathname } = new URL(address);
  const name = `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
  return `<li><a href="${escapeHtml(address)}" rel="noopener">${escapeHtml(name)}</a></li>`;
}
