import words from '../../texts/pages/en.json' with { type: 'json' };
import { escapeHtml } from '../core/html.ts';
import { sentence } from '../core/text.ts';
import { protect } from './headers.ts';
import { complete } from './incomplete.ts';

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
    'message.nothing',
    `${paragraph('message.nothing-about')}
<ul>
<li>${link('/', 'message.overlay')}</li>
<li>${link('/overlay/', 'look.all')}</li>
<li>${link('/dashboard/', 'message.on-air')}</li>
<li>${link('/setup/', 'page.setup')}</li>
<li>${link('/settings/', 'page.settings')}</li>
<li>${link('/help/', 'page.help')}</li>
</ul>`,
  );
}

const SAID = '<script type="module" src="/dashboard/said.js"></script>';

/** `problem`: why authorization failed. */
export function authorizationPage(problem: string | undefined): Response {
  const back = `<p>${link('/setup/', 'message.back')}</p>`;
  return problem === undefined
    ? page(200, 'account.authorized', `${paragraph('message.authorized-about')}${back}`)
    : page(
        400,
        'message.not-authorized',
        `<p data-said="${escapeHtml(problem)}">${escapeHtml(sentence(problem))}</p>${back}`,
        SAID,
      );
}

export function broken(reason: string): Response {
  return page(500, 'message.broken', `<p>${escapeHtml(sentence(reason))}</p>`);
}

/** `shell.js` shows it in the user's language. */
type Word = keyof typeof words;

function paragraph(word: Word): string {
  return `<p data-word="${word}">${words[word]}</p>`;
}

function link(address: string, word: Word): string {
  return `<a href="${address}" data-word="${word}">${words[word]}</a>`;
}

/** `shell.js` translates it and adds the track on air. `scripts/help.js` has a copy. */
const HEADER = `<header class="top"><a class="brand" href="/dashboard/"><span class="sr">deckcast</span></a>
<nav class="nav" aria-label="Pages"><a href="/dashboard/">On air</a> <a href="/overlay/">Looks</a>
<a href="/setup/">Set up</a> <a href="/settings/">Settings</a> <a href="/help/">Help</a></nav></header>`;

function page(status: number, heading: Word, body: string, head = ''): Response {
  const title = words[heading];
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} · deckcast</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/sdk/icon.svg">
<link rel="stylesheet" href="/dashboard/shell.css"><link rel="stylesheet" href="/dashboard/chip.css"><link rel="stylesheet" href="/dashboard/fields.css"><script type="module" src="/dashboard/shell.js"></script>${head}</head>
<body>${HEADER}<main class="message"><h1 data-word="${heading}">${title}</h1>${body}</main></body></html>
`;
  return html(status, text);
}

function html(status: number, text: string): Response {
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };
  return protect(new Response(complete(text, 'page'), { status, headers }), 'page');
}
