import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { copyLooks, looks } from '../../scripts/site/looks.js';
import { brokenLinks, copyDownloads, dropEmptyHeads, leadLinks, sidebar } from '../../scripts/site/pages.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where the site lies on its server: SITE_BASE=/deckcast/ for a folder. */
const base = process.env.SITE_BASE ?? '/';
/** Other folders have no pages, and README.md is for the repository. */
const WITHOUT_PAGES = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['docs', 'packages', 'site'].includes(entry.name))
  .map(({ name }) => `${name}/**`);
const downloads = new Set();
/** Path on the site of each page. */
let pages = new Map();

export default defineConfig({
  title: 'deckcast',
  description: 'Shows your stream what you are playing.',
  lang: 'en',
  base,
  // Pages stay where they are in the repository, so that their links work in both places.
  srcDir: '..',
  srcExclude: [...WITHOUT_PAGES, 'packages/*/src/**', 'README.md'],
  rewrites: {
    'site/:page': ':page',
    'docs/README.md': 'docs/index.md',
    'packages/:name/README.md': 'packages/:name/index.md',
  },
  outDir: './dist',
  cacheDir: './node_modules/.vitepress',
  cleanUrls: true,
  // `brokenLinks` examines headings and files, too.
  ignoreDeadLinks: true,
  head: [['link', { rel: 'icon', href: `${base}sdk/icon.svg` }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: githubAnchor },
    config(md) {
      // Guides have no HTML: what looks like a tag there is text.
      md.core.ruler.before('normalize', 'html-of-the-site', ({ env }) => {
        md.set({ html: (env?.realPath ?? env?.path)?.startsWith(join(root, 'site')) });
      });
      md.use(dropEmptyHeads);
      md.use(leadLinks, { pageOf: (path) => pages.get(path), downloads });
    },
  },
  vite: {
    publicDir: false,
    build: { chunkSizeWarningLimit: 2_000 },
    plugins: [
      {
        name: 'deckcast-pages',
        enforce: 'pre',
        // Pages lie outside of this folder, which has the library.
        resolveId: (id, _, { ssr }) => (ssr && /^vue(\/|$)/.test(id) ? { id, external: true } : null),
        configResolved(config) {
          const { pages: all, rewrites } = config.vitepress;
          pages = new Map(all.map((page) => [page, rewrites.map[page] ?? page]));
        },
      },
    ],
  },
  themeConfig: {
    logo: { src: '/sdk/icon.svg', alt: '' },
    looks: looks(),
    nav: [
      { text: 'Get deckcast', link: '/docs/guide/install' },
      { text: 'Guides', link: '/docs/' },
      { text: 'Looks', link: '/looks' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        // Users look for guides: pages for developers would crowd them out.
        _render: (source, env, md) => {
          const html = md.render(source, env);
          return /^(docs\/(guide|reference|platforms)|packages\/\w+\/index)/.test(env.relativePath)
            ? html
            : '';
        },
      },
    },
    docFooter: { prev: false, next: false },
  },
  buildEnd({ outDir }) {
    copyLooks(outDir, base);
    copyDownloads(downloads, outDir);
    const files = [...pages.values()].map((page) => page.replace(/\.md$/, '.html'));
    const broken = brokenLinks(outDir, base, files);
    if (broken.length > 0) {
      throw new Error(`these links lead nowhere:\n${broken.join('\n')}`);
    }
  },
});

/** @param {string} heading */
function githubAnchor(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
