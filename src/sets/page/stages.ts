import { escapeHtml } from '../../core/html.ts';
import { headOf } from './html.ts';

export interface StageFolder {
  readonly name: string;
  /** Relative to the page, or an absolute address; ends in a slash. */
  readonly folder: string;
}

export const STAGES_MARK = 'data-page="deckcast stages"';

/**
 * Constant: `stages.js` reads the folders for the current tracks. Without JavaScript it links to the stages' own pages.
 */
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
</body>
</html>
`;
}

function row({ name, folder }: StageFolder): string {
  const address = escapeHtml(folder);
  return `<li data-folder="${address}"><h2 dir="auto"><a href="${address}">${escapeHtml(name)}</a></h2>
<div class="now"><div><p class="state">What is on is on its page.</p><p class="names"></p></div></div></li>`;
}
