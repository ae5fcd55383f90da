// Renders the guides for `/help/`, so that a running program needs no renderer.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { Marked } from 'marked';

const INDEX = 'docs/README.md';
const FOLDERS = ['docs/guide', 'docs/reference'];
/** The rest concerns the source code. */
const END_OF_INDEX = '## For contributors';
/** @type {Record<string, string>} */
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * Files below `/help/` by name. Links to pages, and to files that they name, lead to `/help/…`; links to other files
 * become plain text.
 * @param {string} root
 * @returns {ReadonlyMap<string, string | Uint8Array>}
 */
export function helpFiles(root) {
  /** @type {Map<string, string>} the page at each path in the repository */
  const names = new Map([[INDEX, '']]);
  for (const folder of FOLDERS) {
    for (const file of readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))) {
      names.set(`${folder}/${file}`, basename(file, '.md'));
    }
  }
  /** @type {Map<string, string | Uint8Array>} */
  const files = new Map();
  /**
   * Undefined if the help lacks the link's target.
   * @param {string} path of the page
   * @param {string} href
   */
  function lead(path, href) {
    if (/^([a-z]+:|#)/.test(href)) {
      return href;
    }
    const [target = '', anchor] = href.split('#');
    const found = relative(root, join(root, dirname(path), decodeURIComponent(target)));
    const page = names.get(found);
    if (page !== undefined) {
      return `/help/${page}${anchor === undefined ? '' : `#${anchor}`}`;
    }
    if (!/^docs\/(guide|reference|images)\/.+\.\w+$/.test(found) || !existsSync(join(root, found))) {
      return undefined;
    }
    const name = found.replace(/^docs\/(guide|reference)\//, '').replace(/^docs\//, '');
    files.set(name, readFileSync(join(root, found)));
    return `/help/${name}`;
  }
  /** @type {Section[]} */
  const sections = [];
  for (const [path, name] of names) {
    const [source = '', rest] = readFileSync(join(root, path), 'utf8').split(END_OF_INDEX);
    if (path === INDEX && rest === undefined) {
      throw new Error(`${INDEX} has no heading "${END_OF_INDEX}"`);
    }
    const file = `${name === '' ? 'index' : name}.html`;
    if (files.has(file)) {
      throw new Error(`two pages of the help are called ${name}`);
    }
    const { title, body } = contentOf(source, (href) => lead(path, href));
    files.set(file, path === INDEX ? pageOf(title, asSections(body)) : pageOf(title, body));
    sections.push(...sectionsOf(`/help/${name}`, title, body));
  }
  files.set('search.json', JSON.stringify(sections));
  return files;
}

/**
 * Part of a page below one heading, for the search field.
 * @typedef {{ href: string, page: string, heading: string, text: string }} Section
 */

/**
 * @param {string} address
 * @param {string} page its title
 * @param {string} body
 * @returns {readonly Section[]}
 */
function sectionsOf(address, page, body) {
  return body.split(/(?=<h[1-3] id=")/).flatMap((part) => {
    const [head = '', id = '', heading = ''] = /^<h[1-3] id="([^"]*)">(.*?)<\/h\d>/.exec(part) ?? [];
    const text = plain(part.slice(head.length));
    return id === '' ? [] : [{ href: `${address}#${id}`, page, heading: plain(heading), text }];
  });
}

/** @param {string} html */
function plain(html) {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, code, name) =>
      code === undefined ? (ENTITIES[name] ?? '') : String.fromCharCode(code),
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * @param {string} source in Markdown
 * @param {(href: string) => string | undefined} lead
 */
function contentOf(source, lead) {
  const marked = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const to = lead(href);
        const text = this.parser.parseInline(tokens);
        return to === undefined ? text : `<a href="${escaped(to)}">${text}</a>`;
      },
      image({ href, text }) {
        const to = lead(href);
        return to === undefined ? escaped(text) : `<img src="${escaped(to)}" alt="${escaped(text)}">`;
      },
      // Scrolls a wide table instead of the page, by keyboard too.
      table(token) {
        const cells = (/** @type {import('marked').Tokens.TableCell[]} */ row) =>
          `<tr>${row.map(({ tokens, text, header }) => cell(this.parser.parseInline(tokens), header && text !== '' ? 'th' : 'td')).join('')}</tr>\n`;
        const isNamed = token.header.some(({ text }) => text !== '');
        const head = isNamed ? `<thead>${cells(token.header)}</thead>\n` : '';
        const rows = token.rows.map((row) => cells(row)).join('');
        return `<div class="wide" tabindex="0"><table>\n${head}<tbody>${rows}</tbody></table></div>\n`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}\n</code></pre>\n`;
      },
    },
  });
  const [, title = ''] = /^# (.+)$/m.exec(source) ?? [];
  return { title, body: String(marked.parse(source)) };
}

/** Sections can stand side by side. @param {string} body */
function asSections(body) {
  const [head = '', ...sections] = body.split(/(?=<h2 )/);
  return `${head}<div class="goals">${sections.map((section) => `<section>${section}</section>\n`).join('')}</div>\n`;
}

/**
 * @param {string} title
 * @param {string} body
 */
function pageOf(title, body) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${escaped(title)} · deckcast</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="/sdk/icon.svg">
    <link rel="stylesheet" href="/dashboard/help/help.css">
    <script type="module" src="/dashboard/shell.js"></script>
    <script type="module" src="/dashboard/help/find.js"></script>
  </head>
  <body>
    <header class="top">
      <a class="brand" href="/dashboard/"><span class="sr">deckcast</span></a>
      <nav class="nav" aria-label="Pages">
        <a href="/dashboard/">On air</a>
        <a href="/overlay/">Looks</a>
        <a href="/setup/">Set up</a>
        <a href="/settings/">Settings</a>
        <a href="/help/" aria-current="page">Help</a>
      </nav>
    </header>
    <main>
      <div class="find" role="search">
        <label for="find">Search the guides</label>
        <input id="find" type="search" autocomplete="off">
        <div id="found" role="status"></div>
        <p id="in-english" class="dim" hidden></p>
      </div>
      <article lang="en">
${body}      </article>
    </main>
  </body>
</html>
`;
}

/**
 * Returns GitHub's anchor of a heading.
 * @param {string} heading
 */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * @param {string} content
 * @param {'th' | 'td'} tag
 */
function cell(content, tag) {
  return `<${tag}>${content}</${tag}>`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
