import { escapeHtml } from '../../core/html.ts';
import { headOf } from './html.ts';
import { guestWord, WORDS } from './words.ts';

export interface StageFolder {
  readonly name: string;
  /** Relative to the page, or absolute; ends in a slash. */
  readonly folder: string;
}

export const STAGES_MARK = 'data-page="deckcast stages"';

/** Constant: `stages.js` reads the current tracks, and without JavaScript it links to the stages' pages. */
export function stagesHtml(title: string, stages: readonly StageFolder[]): string {
  const heading = escapeHtml(title);
  return `<!doctype html>
<html lang="en" ${STAGES_MARK}>
${headOf(heading, ['page.css', 'stages.css'], 'stages.js')}
<body>
<main>
<header><h1 dir="auto">${heading}</h1></header>
<ul class="stages">
${stages.map(row).join('\n')}
</ul>
</main>
${WORDS}
</body>
</html>
`;
}

function row({ name, folder }: StageFolder): string {
  const address = escapeHtml(folder);
  return `<li data-folder="${address}"><h2 dir="auto"><a href="${address}">${escapeHtml(name)}</a></h2>
<div class="now"><div>${guestWord('en', 'guest.on-their-page', { tag: 'p', more: ' class="state"' })}<p class="names"></p></div></div></li>`;
}
