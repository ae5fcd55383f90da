import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow, ROOT } from './support/files.ts';
import { commentsOf, importsOf, ownsProcess } from './support/source-code.ts';

/**
 * What each package and each folder of src/ may import, beside itself; `.` is the files in src/ itself. The map in
 * ARCHITECTURE.md says the same. A folder that is not listed may not exist.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: ['packages/wire-kit'],
  'packages/wire-kit': [],
  'packages/stagelinq': ['packages/wire-kit'],
  'packages/prodjlink': ['packages/wire-kit'],
  'packages/ogg': [],
  'packages/recording': [],
  settings: ['core'],
  host: ['core'],
  clients: ['core'],
  'decks/detection': ['core'],
  decks: ['core', 'settings', 'decks/detection'],
  sets: ['core', 'host'],
  'packages/simulator': [
    'packages/wire-kit',
    'packages/stagelinq',
    'packages/prodjlink',
    'packages/ogg',
    'packages/recording',
  ],
  'sources/hwdevice': [
    'core',
    'settings',
    'host',
    'decks',
    'packages/stagelinq',
    'packages/recording',
    'sources',
  ],
  'sources/prodjlink': [
    'core',
    'settings',
    'host',
    'decks',
    'packages/prodjlink',
    'packages/recording',
    'sources',
  ],
  sources: [
    'core',
    'settings',
    'host',
    'clients',
    'decks',
    'sources/hwdevice',
    'packages/ogg',
    'packages/recording',
    'sources/prodjlink',
  ],
  show: ['core', 'settings', 'host', 'clients'],
  hearing: ['core', 'settings', 'host', 'packages/ogg'],
  sinks: ['core', 'settings', 'host', 'clients', 'sets'],
  web: ['core', 'settings', 'host', 'sets'],
  desk: ['core', 'settings', 'host', 'clients', 'sources', 'hearing', 'show', 'sinks', 'web'],
  app: ['core', 'host', 'sets', 'sources', 'hearing', 'show', 'sinks', 'web', 'desk'],
  commands: [
    'core',
    'settings',
    'host',
    'clients',
    'sets',
    'packages/simulator',
    'sources',
    'sources/hwdevice',
    'sources/prodjlink',
    'sinks',
    'web',
    'desk',
    'app',
  ],
  '.': ['core', 'settings', 'host', 'app', 'commands'],
};

/** They stand alone. */
const LIBRARIES = Object.keys(MAY_IMPORT).filter((folder) => folder.startsWith('packages/'));

/** Folders inside another one that have a row of their own. */
const INNER = Object.keys(MAY_IMPORT).filter((folder) => folder.includes('/'));

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
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '.';
}

/** What of ours a file imports: a path, or a package by its name. */
function ownImportsOf(file: string): string[] {
  return (
    importsOf(file)
      // Data has no layer.
      .filter((target) => /^(\.|@deckcast\/)/.test(target) && !target.endsWith('.json'))
      .map((target) =>
        target.startsWith('.')
          ? resolve(dirname(file), target)
          : join(PACKAGES, target.replace('@deckcast/', ''), 'src'),
      )
  );
}

/** Files whose types are in comments. */
const BROWSER_FILES = ['src', 'themes', 'dashboard', 'live/extension'].flatMap((folder) =>
  filesBelow(join(ROOT, folder), '.js'),
);
const SERVICE_FILES = filesBelow(join(ROOT, 'live', 'service', 'src'), '.ts');

/** What a file names in its code and, for types, in its comments. */
function namesOf(file: string): string[] {
  const inComments = commentsOf(file).flatMap((comment) => [
    ...comment.matchAll(/@import [^']+ from '(\.[^']+)'|import\('(\.[^']+)'\)/g),
  ]);
  return [
    ...ownImportsOf(file).map((target) => (target.endsWith('/src') ? join(target, 'index.ts') : target)),
    ...inComments.map(([, tag, type]) => resolve(dirname(file), tag ?? type ?? '')),
  ];
}

/** Each way from a file back to itself, once. */
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

interface MapRow {
  /** Without its last slash. */
  readonly place: string;
  readonly layer: number;
  readonly mayImport: string;
}

/** The rows of the map in ARCHITECTURE.md. */
const MAP: readonly MapRow[] = [
  ...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(
    /^\| `([^`]+?)\/?` \| (\d) \| [^|]+ \| ([^|]+) \|$/gm,
  ),
].map(([, place = '', layer = '', mayImport = '']) => ({ place, layer: Number(layer), mayImport }));

function layerOf(folder: string): number {
  return MAP.find(({ place }) => place === folder)?.layer ?? Number.NaN;
}

describe('the map in ARCHITECTURE.md', () => {
  test('has every folder of src and every file in src itself', () => {
    const files = PRODUCT_FILES.filter((file) => folderOf(file) === '.').map((file) =>
      relative(SOURCE, file),
    );
    const folders = Object.keys(MAY_IMPORT).filter((folder) => folder !== '.');
    expect(MAP.map(({ place }) => place).sort()).toEqual([...folders, ...files].sort());
  });

  test('says what each folder may import', () => {
    const named = MAP.filter(({ mayImport }) => mayImport !== 'all below').map(({ place, mayImport }) => [
      place,
      mayImport
        .split(', ')
        .filter((folder) => folder in MAY_IMPORT)
        .sort(),
    ]);
    const allowed = named.map(([place]) => [place, [...(MAY_IMPORT[String(place)] ?? [])].sort()]);
    expect(named.length).toBeGreaterThan(15);
    expect(named).toEqual(allowed);
  });

  test('leads downward, and within a layer only up to the second', () => {
    const wrong = Object.entries(MAY_IMPORT)
      .filter(([folder]) => folder !== '.')
      .flatMap(([from, targets]) =>
        targets
          .filter((to) => !(from.startsWith('sources') && to.startsWith('sources')))
          .filter(
            (to) => !(layerOf(to) < layerOf(from) || (layerOf(to) === layerOf(from) && layerOf(to) < 3)),
          )
          .map((to) => `${from} imports ${to}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe('the layers', () => {
  test('every folder of src has its row in the table', () => {
    const folders = new Set(PRODUCT_FILES.map(folderOf));
    expect([...folders].filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
  });

  test('no file imports upward or sideways', () => {
    const wrong = PRODUCT_FILES.flatMap((file) =>
      ownImportsOf(file)
        .filter((target) => {
          const from = folderOf(file);
          const to = folderOf(target);
          return from !== to && !(MAY_IMPORT[from] ?? []).includes(to);
        })
        .map((target) => `${relative(ROOT, file)} imports ${relative(ROOT, target)}`),
    );
    expect(wrong).toEqual([]);
  });

  test('no file leads back to itself, not even by a type', () => {
    expect(BROWSER_FILES.length).toBeGreaterThan(50);
    expect(circles([...PRODUCT_FILES, ...SERVICE_FILES, ...BROWSER_FILES])).toEqual([]);
  });

  test('a package is imported by its name, and its inside by nobody', () => {
    const wrong = PRODUCT_FILES.flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('.') && !target.includes('wire-kit/src/testing/'))
        .map((target) => resolve(dirname(file), target))
        .filter((target) => folderOf(target).startsWith('packages/') && folderOf(target) !== folderOf(file))
        .map((target) => `${relative(ROOT, file)} imports ${relative(ROOT, target)}`),
    );
    expect(wrong).toEqual([]);
  });

  test('the libraries import only themselves, each other and Node', () => {
    const foreign = PRODUCT_FILES.filter((file) => LIBRARIES.includes(folderOf(file))).flatMap((file) =>
      importsOf(file)
        // Recordings and sets are JSON, which valibot reads.
        .filter((target) => !/^(\.|node:|@deckcast\/|valibot$)/.test(target))
        .map((target) => `${relative(ROOT, file)} imports ${target}`),
    );
    expect(foreign).toEqual([]);
  });

  test('only host/sqlite/ imports the SQLite driver, which loses what is written to a locked database', () => {
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
    const wrong = pure.flatMap((file) =>
      importsOf(file)
        .filter((target) => io.test(target))
        .map((target) => `${relative(ROOT, file)} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('detection and the decks of every source know no make, no program and no protocol', () => {
    const peculiar = new RegExp(
      [
        'denon|engine|prime|stagelinq|pioneer|alphatheta|cdj|djm|xdj|rekordbox|pro ?dj|traktor|virtualdj|serato|mixxx',
        'jc\\d\\d|jp\\d\\d|sc\\d000|jog|hwdevice|externalmixer|network ?path|songname|state ?map|token',
        'net:\\/\\/|streaming:\\/\\/|usb|sample ?rate|\\/media\\/',
      ].join('|'),
      'i',
    );
    const files = filesBelow(join(SOURCE, 'decks'), '.ts');
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => peculiar.test(line))
        .map((line) => `${relative(ROOT, file)}: ${line.trim()}`),
    );
    expect(files.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });

  test('only the judgement about hiding says what may be shown of a track, the store what was, and a test record what nobody plays', () => {
    const makers = PRODUCT_FILES.filter((file) =>
      importsOf(file).some((target) => target.endsWith('/core/shown.ts')),
    );
    expect(makers.map((file) => relative(SOURCE, file).replaceAll('\\', '/'))).toEqual([
      'desk/setup/test-record.ts',
      'sets/store.ts',
      'show/pipeline/judgement.ts',
    ]);
  });

  test('only main.ts touches argv, exit codes and signals', () => {
    const touching = PRODUCT_FILES.filter((file) => folderOf(file) !== '.').filter(ownsProcess);
    expect(touching.map((file) => relative(ROOT, file))).toEqual([]);
  });
});

describe('the backend of the live extension', () => {
  /** What a program needs to run at all; of the rest of these folders it knows nothing. */
  const TOOLS = [
    'app/failure',
    'desk/global-options',
    'host/clock',
    'host/disk/node-disk.js',
    'host/faults',
    'host/lifetime',
    'host/log/index',
    'host/package/build-info',
    'web/listener',
  ];

  test('imports from src only core, options, clients and the tools of every program', () => {
    const wrong = SERVICE_FILES.flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('.'))
        .map((target) => relative(SOURCE, resolve(dirname(file), target)).replaceAll('\\', '/'))
        .filter((path) => !path.startsWith('..'))
        .filter(
          (path) =>
            !/^(core|settings|clients|host\/sqlite)\//.test(path) && !TOOLS.includes(path.replace('.ts', '')),
        )
        .map((path) => `${relative(ROOT, file)} imports ${path}`),
    );
    expect(SERVICE_FILES.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });

  test('is never imported by src', () => {
    const knowing = PRODUCT_FILES.filter((file) =>
      importsOf(file).some((target) => /\/live\/(service|extension)/.test(target)),
    );
    expect(knowing.map((file) => relative(ROOT, file))).toEqual([]);
  });
});
