import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow, ROOT } from './support/files.ts';
import { commentsOf, importsOf, ownsProcess } from './support/source-code.ts';

interface MapRow {
  readonly layer: number;
  readonly mayImport: readonly string[];
}

/** ARCHITECTURE.md's map by folder, or file in src/, of those that exist. */
const MAP: ReadonlyMap<string, MapRow> = new Map(
  [
    ...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(
      /^\| `([^`]+?)\/?` \| (\d) \| [^|]+ \| ([^|]+) \|$/gm,
    ),
  ].map(([, place = '', layer, list = '']) => [
    place,
    { layer: Number(layer), mayImport: list.split(', ').filter((name) => !/^itself|^`node:/.test(name)) },
  ]),
);

const LIBRARIES = [...MAP.keys()].filter((folder) => folder.startsWith('packages/'));

const INNER = [...MAP.keys()].filter((folder) => folder.includes('/'));

const SOURCE = join(ROOT, 'src');
const PACKAGES = join(ROOT, 'packages');
const PRODUCT_FILES = [...filesBelow(SOURCE, '.ts'), ...filesBelow(PACKAGES, '.ts')].filter(
  (file) => !file.endsWith('.test.ts'),
);

function folderOf(file: string): string {
  const isPackaged = !relative(PACKAGES, file).startsWith('..');
  const path = relative(isPackaged ? ROOT : SOURCE, file).replaceAll('\\', '/');
  const inner = INNER.find((folder) => path.startsWith(`${folder}/`));
  if (inner !== undefined) {
    return inner;
  }
  return path.replace(/\/.*/, '');
}

/** Paths or package names. */
function ownImportsOf(file: string): string[] {
  return (
    importsOf(file)
      // Data and the catalogue of texts belong to no layer.
      .filter((target) => /^(\.|@deckcast\/)/.test(target) && !/\.json$|\/texts\//.test(target))
      .map((target) =>
        target.startsWith('.')
          ? resolve(dirname(file), target)
          : join(PACKAGES, target.replace('@deckcast/', ''), 'src'),
      )
  );
}

function importing(
  files: readonly string[],
  isWrong: (target: string, file: string) => boolean,
  read: (file: string) => readonly string[] = importsOf,
): string[] {
  return files.flatMap((file) =>
    read(file)
      .filter((target) => isWrong(target, file))
      .map((target) => `${relative(ROOT, file)} imports ${target}`),
  );
}

/** Types in comments. */
const BROWSER_FILES = ['src', 'themes', 'dashboard', 'live/extension'].flatMap((folder) =>
  filesBelow(join(ROOT, folder), '.js'),
);
const SERVICE_FILES = filesBelow(join(ROOT, 'live', 'service', 'src'), '.ts');

function namesOf(file: string): string[] {
  const inComments = commentsOf(file).flatMap((comment) => [
    ...comment.matchAll(/@import [^']+ from '(\.[^']+)'|import\('(\.[^']+)'\)/g),
  ]);
  return [
    ...ownImportsOf(file).map((target) => (target.endsWith('/src') ? join(target, 'index.ts') : target)),
    ...inComments.map(([, tag, type]) => resolve(dirname(file), tag ?? type ?? '')),
  ];
}

/** Import cycles, each listed once. */
function circles(files: readonly string[]): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const follow = (file: string): void => {
    if (way.includes(file)) {
      found.push([...way.slice(way.indexOf(file)), file].map((one) => relative(ROOT, one)).join(' → '));
    } else if (files.includes(file) && !done.has(file)) {
      way.push(file);
      namesOf(file).forEach(follow);
      way.pop();
      done.add(file);
    }
  };
  files.forEach(follow);
  return found;
}

describe('the map in ARCHITECTURE.md', () => {
  test('matches the folders of src and the files in src itself', () => {
    expect([...MAP.keys()].sort()).toEqual([...new Set(PRODUCT_FILES.map(folderOf))].sort());
  });

  test('allows imports of lower layers, and of the same layer only in the first two', () => {
    const wrong = [...MAP].flatMap(([from, { layer, mayImport }]) =>
      mayImport
        .filter((to) => !(from.startsWith('sources') && to.startsWith('sources')))
        .filter((to) => {
          const below = MAP.get(to)?.layer ?? Number.NaN;
          return !(below < layer || (below === layer && layer < 3));
        })
        .map((to) => `${from} imports ${to}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the layers', () => {
  test('no file imports upward or sideways', () => {
    const isUpward = (target: string, file: string): boolean => {
      const [from, to] = [folderOf(file), folderOf(target)];
      return from !== to && MAP.get(from)?.mayImport.includes(to) !== true;
    };
    expect(importing(PRODUCT_FILES, isUpward, ownImportsOf)).toEqual([]);
  });

  test('no file imports itself through others, not even by a type', () => {
    expect(BROWSER_FILES.length).toBeGreaterThan(50);
    expect(circles([...PRODUCT_FILES, ...SERVICE_FILES, ...BROWSER_FILES])).toEqual([]);
  });

  test('packages are imported by name, never by an inner path', () => {
    const isInside = (target: string, file: string): boolean => {
      const to = folderOf(resolve(dirname(file), target));
      return (
        target.startsWith('.') &&
        !target.includes('wire-kit/src/testing/') &&
        LIBRARIES.includes(to) &&
        to !== folderOf(file)
      );
    };
    expect(importing(PRODUCT_FILES, isInside)).toEqual([]);
  });

  test('the libraries import only themselves, each other and Node', () => {
    // valibot reads recordings and sets, which are JSON. Test helpers are not packed.
    const isForeign = (target: string, file: string): boolean =>
      !/^(\.|node:|@deckcast\/|valibot$)/.test(target) &&
      !(target === 'vitest' && file.includes('/testing/'));
    const files = PRODUCT_FILES.filter((file) => LIBRARIES.includes(folderOf(file)));
    expect(importing(files, isForeign)).toEqual([]);
  });

  test('only host/sqlite/ imports the SQLite driver, which loses writes to a locked database', () => {
    const processes = filesBelow(SOURCE, '.js');
    const asking = [...PRODUCT_FILES, ...SERVICE_FILES, ...processes].filter((file) =>
      importsOf(file).includes('libsql'),
    );
    expect(asking.map((file) => relative(join(SOURCE, 'host', 'sqlite'), file))).toEqual(['driver.js']);
  });

  test('codecs and decisions do no I/O', () => {
    const io = /^node:(fs|net|dgram|http|https|child_process|os|timers|worker_threads)/;
    const pure = PRODUCT_FILES.filter((file) => {
      const path = relative(SOURCE, file).replaceAll('\\', '/');
      return (
        path.startsWith('decks/detection/') ||
        path.startsWith('core/') ||
        /packages\/(ogg\/src|\w+\/src\/(messages|library))\//.test(path)
      );
    });
    expect(importing(pure, (target) => io.test(target))).toEqual([]);
  });

  test('only the judgement, the store and test records decide which names of a track may be shown', () => {
    const makers = PRODUCT_FILES.filter((file) =>
      importsOf(file).some((target) => target.endsWith('/core/shown.ts')),
    );
    expect(makers.map((file) => relative(SOURCE, file).replaceAll('\\', '/'))).toEqual([
      'operator/setup/test-record.ts',
      'sets/store.ts',
      'show/pipeline/judgement.ts',
    ]);
  });

  test('only main.ts touches argv, exit codes and signals', () => {
    const touching = PRODUCT_FILES.filter(ownsProcess).map((file) => relative(SOURCE, file));
    expect(touching).toEqual(['main.ts']);
  });
});

describe('the backend of the live extension', () => {
  /** Allowed modules of these folders. */
  const TOOLS = [
    'app/failure',
    'operator/global-options',
    'host/clock',
    'host/disk/node-disk.js',
    'host/faults',
    'host/lifetime',
    'host/log/index',
    'host/package/build-info',
    'web/listener',
  ];

  test('imports only core, options, clients and the common tools from src', () => {
    const isTooMuch = (target: string, file: string): boolean => {
      const path = relative(SOURCE, resolve(dirname(file), target)).replaceAll('\\', '/');
      const isAllowed = /^(core|settings|clients|host\/sqlite)\//.test(path);
      return (
        target.startsWith('.') &&
        !path.startsWith('..') &&
        !isAllowed &&
        !TOOLS.includes(path.replace('.ts', ''))
      );
    };
    expect(SERVICE_FILES.length).toBeGreaterThan(10);
    expect(importing(SERVICE_FILES, isTooMuch)).toEqual([]);
  });

  test('is never imported by src', () => {
    const isOfLive = (target: string): boolean => /\/live\/(service|extension)/.test(target);
    expect(importing(PRODUCT_FILES, isOfLive)).toEqual([]);
  });
});
