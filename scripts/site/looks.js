// Copies the looks for the documentation site, with a recorded feed instead of a deckcast.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const THEMES = join(ROOT, 'themes');
/** Pages that the site lacks. */
const NO_LOOKS = ['gallery', 'shared'];
const TEXT = /\.(html|css|js)$/;
/** Addresses from the server's root. */
const FROM_ROOT = /(?<=["'`(])\/(sdk|feed)\//g;

/** Name and size in OBS of each look, the default one first. */
export function looks() {
  return readdirSync(THEMES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NO_LOOKS.includes(entry.name))
    .map(({ name: id }) => {
      const { name, size } = JSON.parse(readFileSync(join(THEMES, id, 'theme.json'), 'utf8'));
      return { id, name: String(name), width: Number(size.width), height: Number(size.height) };
    })
    .sort((a, b) => Number(b.id === 'default') - Number(a.id === 'default') || a.name.localeCompare(b.name));
}

/**
 * Writes `overlay/`, `sdk/` and `feed/` as a server below `base` delivers them.
 * @param {string} folder
 * @param {string} base such as `/` or `/deckcast/`
 */
export function copyLooks(folder, base) {
  copy(join(THEMES, 'shared'), join(folder, 'sdk'), base);
  copy(join(ROOT, 'site', 'feed'), join(folder, 'feed'), base);
  cpSync(join(ROOT, 'site', 'player.js'), join(folder, 'feed', 'player.js'));
  for (const { id } of looks()) {
    copy(join(THEMES, id), join(folder, 'overlay', id), base);
  }
}

/**
 * @param {string} from
 * @param {string} to
 * @param {string} base
 */
function copy(from, to, base) {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) {
      continue;
    }
    const file = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, file));
    mkdirSync(dirname(target), { recursive: true });
    if (TEXT.test(file)) {
      writeFileSync(target, withFeed(readFileSync(file, 'utf8').replace(FROM_ROOT, `${base}$1/`), base));
    } else {
      cpSync(file, target);
    }
  }
}

/**
 * Loads the feed before the overlay SDK, which connects to it.
 * @param {string} text
 * @param {string} base
 */
function withFeed(text, base) {
  return text.replace(
    /(?=<script type="module" src="[^"]*\/sdk\/v1\.js">)/,
    `<script src="${base}feed/player.js" data-base="${base}"></script>\n    `,
  );
}
