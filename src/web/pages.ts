import { escapeHtml } from '../core/html.ts';
import { sentence } from '../core/text.ts';
import { protect } from './headers.ts';

const RECORDS_NEED_WEBSOCKET = `This address speaks WebSocket: connect to it with ws:// instead of http://.
Each publication arrives as one JSON text message with the keys artist, title, genre, art, streaming_code,
duration, timestamp, timestamp_epoch and elapsed; the latest one arrives at once.
The overlay itself is at /, what is on air now as JSON at /api/v1/now.
`;

export function recordsNeedWebSocket(): Response {
  return new Response(RECORDS_NEED_WEBSOCKET, {
    status: 426,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', Upgrade: 'websocket' },
  });
}

export function notFound(): Response {
  return page(
    404,
    'Nothing here',
    `<p>No page has this address. You may be looking for one of these:</p>
<ul>
<li><a href="/">The overlay for OBS</a></li>
<li><a href="/overlay/">All looks</a></li>
<li><a href="/dashboard/">On air: hide, correct, and see that all is well</a></li>
<li><a href="/setup/">Set up</a></li>
<li><a href="/settings/">Settings</a></li>
<li><a href="/help/">Help</a></li>
</ul>`,
  );
}

const RELOADS = '<meta http-equiv="refresh" content="2">';

/**
 * Stands for a custom theme that has no page. Reloads by itself.
 * @param folder absent if the audience sees the page; it is then empty
 */
export function brokenTheme(folder: string | undefined): Response {
  if (folder === undefined) {
    return html(503, `<!doctype html>${RELOADS}`);
  }
  const problem = `<p>There is no <code>index.html</code> in <code>${escapeHtml(folder)}</code>, the folder of your own look.</p>`;
  return page(503, 'The theme has no page', problem, RELOADS);
}

/** Translates `data-said` for the reader, with field titles in place of flags. */
const SAID = '<script type="module" src="/dashboard/said.js"></script>';

/** Shown after a service has sent the browser back. `problem`: why authorization failed. */
export function authorizationPage(problem: string | undefined): Response {
  const back = '<p><a href="/setup/">Back to the set-up page</a></p>';
  return problem === undefined
    ? page(200, 'Authorized', `<p>You can close this page: the set-up page knows it already.</p>${back}`)
    : page(
        400,
        'Not authorized',
        `<p data-said="${escapeHtml(problem)}">${escapeHtml(sentence(problem))}</p>${back}`,
        SAID,
      );
}

export function broken(reason: string): Response {
  return page(500, 'That did not work', `<p>${escapeHtml(sentence(reason))}</p>`);
}

/** `shell.js` translates it and adds what is on air. `scripts/help.js` has the same. */
const HEADER = `<header class="top"><a class="brand" href="/dashboard/"><span class="sr">deckcast</span></a>
<nav class="nav" aria-label="Pages"><a href="/dashboard/">On air</a> <a href="/overlay/">Looks</a>
<a href="/setup/">Set up</a> <a href="/settings/">Settings</a> <a href="/help/">Help</a></nav></header>`;

function page(status: number, title: string, body: string, head = ''): Response {
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} · deckcast</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/sdk/icon.svg">
<link rel="stylesheet" href="/dashboard/shell.css"><script type="module" src="/dashboard/shell.js"></script>${head}</head>
<body>${HEADER}<main class="message"><h1>${title}</h1>${body}</main></body></html>
`;
  return html(status, text);
}

function html(status: number, text: string): Response {
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };
  return protect(new Response(text, { status, headers }), 'page');
}
