import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import * as v from 'valibot';
import { RunError } from '../core/errors.ts';
import { readJson } from '../core/json.ts';
import { defineOptions } from '../core/option.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { makeFolder } from '../host/disk/write.js';
import { whyNotWritten } from '../host/folders.ts';
import { packageFolder } from '../host/package/package-folder.ts';
import { globalOptions } from '../operator/global-options.ts';
import type { Command } from '../settings/command.ts';
import { choice } from '../settings/kinds.ts';
import { THEMES } from '../web/options.ts';
import { checkTheme } from '../web/theme/check.ts';
import { listThemes } from '../web/theme/list.ts';

const newOptions = defineOptions('Command flags', {
  ...globalOptions,
  from: {
    kind: choice(THEMES),
    default: 'default',
    help: 'built-in theme to begin with',
  },
});

/** Shared by built-in themes; a copied theme gets its own. */
const SHARED_STYLESHEET = /href="\/sdk\/(sleeve|drawer)\.css"/;

export const themeNew: Command<typeof newOptions> = {
  details:
    'Creates a folder with a complete theme in it: a copy of a built-in one, to change as you like. ' +
    'Show it with: deckcast start --theme.dir FOLDER. Every change shows at once.',
  arguments: [{ name: 'folder', required: true }],
  options: newOptions,
  configuration: 'none',
  async run({ args: [folder = ''], settings, print }) {
    await refuseFull(folder);
    const original = join(packageFolder(), 'themes', settings.from);
    const name = basename(resolve(folder));
    try {
      await cp(original, folder, { recursive: true });
      await rewritePage(folder, name);
      await rewriteManifest(folder, name);
    } catch (error) {
      await empty(folder);
      throw new RunError(`cannot write the theme to ${folder}: ${whyNotWritten(error)}`);
    }
    print(
      `${folder} is ready. Show it with made-up tracks:\n  deckcast start --source=dummy --theme.dir=${folder}\n`,
    );
  },
};

export const themeCheck: Command<typeof globalOptions> = {
  details:
    'Reports what keeps the theme in the folder from working, and what might not work everywhere. ' +
    'Exit status 1 when it cannot work.',
  arguments: [{ name: 'folder', required: true }],
  options: globalOptions,
  configuration: 'none',
  async run({ args: [folder = ''], print, tools }) {
    const { broken, doubtful } = await checkTheme(resolve(folder), tools.disk);
    for (const { where, what } of [...broken, ...doubtful]) {
      print(`${where}: ${what}\n`);
    }
    if (broken.length > 0) {
      throw new RunError(`the theme in ${folder} does not work as intended`);
    }
    if (doubtful.length === 0) {
      print('No problems found.\n');
    }
  },
};

export const themeList: Command<typeof globalOptions> = {
  details:
    'Each line: the value for --theme.internal, the name, the size to enter in OBS, the path of its page.',
  options: globalOptions,
  configuration: 'none',
  async run({ print, tools }) {
    const disks = { own: nodeDisk, users: tools.disk };
    const themes = await listThemes(join(packageFolder(), 'themes'), { internal: '', custom: '' }, disks);
    for (const { id, name, size, path } of themes) {
      print(
        `${id.padEnd(16)}  ${name.padEnd(18)}  ${`${size.width} x ${size.height}`.padEnd(10)}  ${path}\n`,
      );
    }
  },
};

async function refuseFull(folder: string): Promise<void> {
  let inside: readonly string[];
  try {
    makeFolder(folder);
    // Fails if the name is a file's.
    inside = await readdir(folder);
  } catch (error) {
    throw new RunError(`cannot make the folder ${folder}: ${whyNotWritten(error)}`);
  }
  if (inside.length > 0) {
    throw new RunError(`${folder} is not empty: name a new folder`);
  }
}

/** A partial theme would block the next attempt. */
async function empty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true }).catch(() => undefined)));
}

/** Names the copy after its folder, with the shared style sheet. */
async function rewritePage(folder: string, name: string): Promise<void> {
  const page = join(folder, 'index.html');
  const html = await readFile(page, 'utf8');
  const stylesheet = SHARED_STYLESHEET.exec(html)?.[1];
  if (stylesheet !== undefined) {
    await cp(join(packageFolder(), 'themes', 'shared', `${stylesheet}.css`), join(folder, 'style.css'));
  }
  const title = `<title>${name.replace(/[<>&]/g, ' ')}</title>`;
  await writeFile(
    page,
    html.replace(SHARED_STYLESHEET, 'href="style.css"').replace(/<title>.*<\/title>/, () => title),
  );
}

async function rewriteManifest(folder: string, name: string): Promise<void> {
  const path = join(folder, 'theme.json');
  const id =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'theme';
  // A test checks built-in manifests.
  const manifest = readJson(await readFile(path, 'utf8'), v.record(v.string(), v.unknown()));
  await writeFile(path, `${JSON.stringify({ ...manifest, id, name, version: '1.0.0' }, null, 2)}\n`);
}
