// Bundles src/ into dist/: few files at start, a chunk per command and part that is loaded on demand, and the guides as
// pages. `node scripts/build.js release/program/dist` bundles into another folder of this one.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { helpFiles } from './help.js';
import { HELPER_PROCESSES } from './helper-processes.js';
import { oneStart } from './one-start.js';
import { bundledLibraries, thirdParty } from './third-party/notices.js';
import { buildVersion } from './version.js';

const root = new URL('..', import.meta.url);
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const version = buildVersion(fileURLToPath(root));

// Swapped when complete, for programs started meanwhile.
const [folder = 'dist'] = process.argv.slice(2);
const dist = new URL(folder, root);
const beside = new URL(`dist.${process.pid}.part`, root);

/** CommonJS libraries load Node's modules with `require`. */
const REQUIRE =
  "import{createRequire as __makeRequire}from'node:module';const require=__makeRequire(import.meta.url);";

const MAIN = 'src/main.ts';
/** Loaded in order in every show. */
const STAGES = [MAIN, 'src/commands/start.ts', 'src/app/start.ts'];
/** Small, without shared code, and CommonJS, which Node loads faster. */
const QUICK_ANSWERS = 'src/quick-answers.ts';
const HELP_PAGES = 'src/commands/help-pages.ts';

const options = {
  absWorkingDir: fileURLToPath(root),
  outdir: fileURLToPath(beside),
  bundle: true,
  splitting: true,
  platform: /** @type {const} */ ('node'),
  // Libraries' other form may load files in a way that a bundle can't follow.
  mainFields: ['module', 'main'],
  format: /** @type {const} */ ('esm'),
  target: 'node20.19',
  minify: true,
  sourcemap: /** @type {const} */ ('linked'),
  sourcesContent: false,
  // `THIRD-PARTY.txt` has them all.
  legalComments: /** @type {const} */ ('none'),
  metafile: /** @type {const} */ (true),
  // Native code cannot be bundled.
  external: Object.keys(dependencies ?? {}),
  banner: { js: REQUIRE },
  define: {
    __DECKCAST_VERSION__: JSON.stringify(version),
    __DECKCAST_COMMIT__: JSON.stringify(commit()),
    __DECKCAST_BUILT_AT__: JSON.stringify(builtAt()),
    __DECKCAST_BUILDER__: JSON.stringify(builder()),
    // `scripts/package.js` sets it.
    __DECKCAST_REGISTRY__: JSON.stringify(process.env.DECKCAST_REGISTRY ?? ''),
    // Public: the application has no secret.
    __DECKCAST_TWITCH_CLIENT_ID__: JSON.stringify(process.env.DECKCAST_TWITCH_CLIENT_ID ?? ''),
    ...licenseKey(),
  },
  logLevel: /** @type {const} */ ('warning'),
};
const main = { ...options, entryPoints: { main: MAIN } };
const { metafile: first } = await build({ ...main, write: false });
const plugins = [oneStart(first, STAGES, fileURLToPath(root))];
const built = await Promise.all([
  build({ ...main, plugins }),
  build({ ...options, entryPoints: HELPER_PROCESSES }),
  build({
    ...options,
    splitting: false,
    format: 'cjs',
    banner: {},
    outExtension: { '.js': '.cjs' },
    entryPoints: [QUICK_ANSWERS],
  }),
]);
const outputs = built.flatMap(({ metafile }) => Object.keys(metafile.outputs));
for (const output of outputs.filter((path) => path.endsWith('.js'))) {
  findMissingFiles(new URL(output, root));
  dropIdleRequire(new URL(output, root));
}
const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync(
  new URL('THIRD-PARTY.txt', `${beside}/`),
  thirdParty(inputs, Object.keys(dependencies), fileURLToPath(root)),
);
// Tells a running program of a new build; a checkout's package.json has the last release's version.
const { version: packageVersion } = JSON.parse(readFileSync(new URL('../package.json', `${dist}/`), 'utf8'));
writeFileSync(new URL('build.json', `${beside}/`), `${JSON.stringify({ version, packageVersion })}\n`);
// `scripts/package/sbom.js` reads it.
writeFileSync(
  new URL('bundled.json', `${beside}/`),
  `${JSON.stringify(bundledLibraries(inputs, fileURLToPath(root)), undefined, 2)}\n`,
);
// The code looks for other programs' scripts beside the bundle.
const windowsScript = 'windows/media-session.ps1';
mkdirSync(new URL('windows/', `${beside}/`));
copyFileSync(
  new URL(`src/sources/mediacontrol/${windowsScript}`, root),
  new URL(windowsScript, `${beside}/`),
);
for (const [name, content] of helpFiles(fileURLToPath(root))) {
  const file = join(fileURLToPath(beside), 'help', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
writeFileSync(new URL('help-pages.json', `${beside}/`), JSON.stringify(await helpPages()));
const replaced = new URL(`dist.${process.pid}.old.part`, root);
if (existsSync(dist)) {
  renameSync(dist, replaced);
}
renameSync(beside, dist);
rmSync(replaced, { recursive: true, force: true });

async function helpPages() {
  const folder = new URL('pages.part/', `${beside}/`);
  await build({ ...options, outdir: fileURLToPath(folder), sourcemap: false, entryPoints: [HELP_PAGES] });
  const made = await import(new URL('help-pages.js', folder).href);
  const pages = await made.helpPages();
  rmSync(folder, { recursive: true });
  return pages;
}

/** `require` costs time at every start, and few files use it. */
function dropIdleRequire(/** @type {URL} */ file) {
  const code = readFileSync(file, 'utf8');
  const rest = code.replace(REQUIRE, '');
  if (!/\brequire\b/.test(rest)) {
    // The empty line keeps the source map valid.
    writeFileSync(file, rest);
  }
}

/** Libraries' files that are missing beside the bundle. */
function findMissingFiles(/** @type {URL} */ file) {
  const [call] = /(?<!\bimport)\((["'`])\.{1,2}\/[\w./-]+\1\)/.exec(readFileSync(file, 'utf8')) ?? [];
  if (call !== undefined) {
    throw new Error(`${file.pathname} loads a file that is not in the bundle: ${call}`);
  }
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
  } catch {
    return 'unknown';
  }
}

/** SOURCE_DATE_EPOCH: reproducible-builds.org. */
function builtAt() {
  const epoch = process.env.SOURCE_DATE_EPOCH;
  return new Date(epoch === undefined ? Date.now() : Number(epoch) * 1000).toISOString();
}

function builder() {
  return process.env.DECKCAST_BUILDER ?? userInfo().username;
}

/** Distributors set DECKCAST_LICENSE_KEY_FILE to their public key (PEM); otherwise the development key is used. */
function licenseKey() {
  const file = process.env.DECKCAST_LICENSE_KEY_FILE;
  return file === undefined ? {} : { __DECKCAST_LICENSE_KEY__: JSON.stringify(readFileSync(file, 'utf8')) };
}
