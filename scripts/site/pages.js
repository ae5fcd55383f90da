// Guides as pages of the documentation site: sidebar, and links between pages.
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INDEX = 'docs/README.md';
/** Files to download. */
const DOWNLOAD = /^docs\/(guide|reference)\/.+\.(?!md$)\w+$/;
/** Further pages, by heading of their group. */
const MORE = {
  Reference: {
    Options: '/docs/reference/options',
    'Sources and outputs': '/docs/reference/parts',
    Commands: '/docs/reference/commands',
    'Errors and exit statuses': '/docs/reference/errors',
  },
  'For developers': {
    'Simulated devices': '/packages/simulator/',
    StagelinQ: '/packages/stagelinq/',
    'PRO DJ LINK': '/packages/prodjlink/',
    'rekordbox libraries': '/packages/prodjlink/LIBRARY',
    Architecture: '/ARCHITECTURE',
    Contributing: '/CONTRIBUTING',
  },
};

/** Tables of the index, as groups of the sidebar. */
export function sidebar() {
  const groups = readFileSync(join(ROOT, INDEX), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const pages = [...section.matchAll(/\]\((guide\/[\w-]+\.md)\)/g)].map(([, page = '']) => page);
      const items = [...new Set(pages)].map((page) => ({
        text: titleOf(`docs/${page}`),
        link: `/docs/${page.replace(/\.md$/, '')}`,
      }));
      return { text: section.slice(0, section.indexOf('\n')), items };
    })
    .filter(({ items }) => items.length > 0);
  const more = Object.entries(MORE).map(([text, pages]) => ({
    text,
    items: Object.entries(pages).map(([title, link]) => ({ text: title, link })),
  }));
  return [{ text: 'All guides', link: '/docs/' }, ...groups, ...more];
}

/** @param {string} page */
function titleOf(page) {
  return /^# (.+)$/m.exec(readFileSync(join(ROOT, page), 'utf8'))?.[1] ?? page;
}

/**
 * Markdown-it plugin. A link to a page of the site stays, one to a file beside the guides downloads it, and one to
 * another file of the repository becomes plain text, as on the program's help pages.
 * @param {{ core: { ruler: { push(name: string, rule: (state: State) => void): void } } }} md
 * @param {object} site
 * @param {(path: string) => string | undefined} site.pageOf  returns where the site has a file of the repository
 * @param {Set<string>} site.downloads  receives the files
 *
 * @typedef {{ type: string, tag: string, attrGet(name: string): string | null, attrSet(name: string, value: string): void, children: Token[] | null, hidden: boolean, content: string }} Token
 * @typedef {{ tokens: Token[], env?: { realPath?: string, path?: string } }} State
 */
export function leadLinks(md, { pageOf, downloads }) {
  md.core.ruler.push('lead-links', ({ tokens, env }) => {
    // Titles are parsed without a page.
    if (env?.path === undefined) {
      return;
    }
    const from = repositoryPath(env.realPath ?? env.path);
    for (const token of tokens) {
      /** Whether each open link was removed. @type {boolean[]} */
      const removed = [];
      token.children = (token.children ?? []).filter((child) => {
        if (child.type === 'link_open') {
          const { gone, href } = lead(from, child.attrGet('href') ?? '', pageOf, downloads);
          child.attrSet('href', href);
          removed.push(gone);
          return !gone;
        }
        return child.type !== 'link_close' || !removed.pop();
      });
    }
  });
}

/**
 * @param {string} from
 * @param {string} href
 * @param {(path: string) => string | undefined} pageOf
 * @param {Set<string>} downloads
 */
function lead(from, href, pageOf, downloads) {
  const [path = ''] = href.split('#');
  if (/^([a-z]+:|\/)/.test(href) || path === '') {
    return { gone: false, href };
  }
  const target = posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(path)));
  const page = pageOf(target);
  if (page !== undefined) {
    return { gone: false, href: `/${page.replace(/\.md$/, '')}${href.slice(path.length)}` };
  }
  if (DOWNLOAD.test(target) && existsSync(join(ROOT, target))) {
    downloads.add(target);
    return { gone: false, href: `/${target}` };
  }
  return { gone: true, href };
}

/**
 * Markdown-it plugin. Makes empty heads cells, because a screen reader announces them.
 * @param {Parameters<typeof leadLinks>[0]} md
 */
export function dropEmptyHeads(md) {
  md.core.ruler.push('empty-heads', ({ tokens }) => {
    for (const [at, { type }] of tokens.entries()) {
      const [head, content, end] = tokens.slice(at, at + 3);
      if (type === 'th_open' && head && end && content?.content === '') {
        head.tag = 'td';
        end.tag = 'td';
      }
    }
  });
}

/** @param {string} file */
function repositoryPath(file) {
  return file.startsWith(ROOT) ? file.slice(ROOT.length).replaceAll('\\', '/') : file;
}

/**
 * @param {Iterable<string>} downloads paths in the repository
 * @param {string} folder
 */
export function copyDownloads(downloads, folder) {
  for (const path of downloads) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path));
  }
}

/**
 * Links of the built pages, as `page: link`, whose file or heading is missing.
 * @param {string} folder
 * @param {string} base
 * @param {readonly string[]} pages paths in the folder
 */
export function brokenLinks(folder, base, pages) {
  /** @type {Map<string, string | undefined>} */
  const files = new Map();
  const read = (/** @type {string} */ path) => {
    if (!files.has(path)) {
      const file = [path, `${path}.html`, `${path}/index.html`].find(
        (one) => /\.\w+$/.test(one) && existsSync(join(folder, one)),
      );
      files.set(path, file && readFileSync(join(folder, file), 'utf8'));
    }
    return files.get(path);
  };
  return pages.flatMap((page) => {
    const html = readFileSync(join(folder, page), 'utf8');
    const links = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    );
    return [...new Set(links)]
      .filter((link) => !/^([a-z]+:|#$)/.test(link))
      .filter((link) => {
        const { pathname, hash } = new URL(
          link,
          `http://site${base}${page.replace(/((?<=^|\/)index)?\.html$/, '')}`,
        );
        const content = read(decodeURIComponent(pathname.slice(base.length)).replace(/\/$/, '') || 'index');
        const anchor = decodeURIComponent(hash.slice(1));
        return content === undefined || (anchor !== '' && !content.includes(`id="${anchor}"`));
      })
      .map((link) => `${page}: ${link}`);
  });
}
