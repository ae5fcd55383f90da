// Parts loaded on demand share modules in various combinations, of which esbuild makes about a hundred files, half a
// millisecond per start each. If a part that imports some of them imports all, there is one file per stage of the
// start.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const STAGE = 'stage:';

/**
 * Plugin for the second build.
 * @param {import('esbuild').Metafile} metafile of the first
 * @param {readonly string[]} stages files loaded in order; the imports of one are a stage
 * @param {string} root base of all paths
 * @returns {import('esbuild').Plugin}
 */
export function oneStart({ inputs }, stages, root) {
  const onDemand = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path),
  );
  /** @type {Map<string, string[]>} by the file that is loaded on demand */
  const added = new Map(onDemand.map((path) => [path, []]));
  /** @type {Map<string, string[]>} by stage */
  const together = new Map();
  const before = new Set();
  const [first] = stages;
  for (const stage of stages) {
    const files = [...importedBy(stage, inputs)].filter((path) => !before.has(path));
    files.forEach(before.add, before);
    together.set(stage, files);
    for (const [path, more] of added) {
      const imported = importedBy(path, inputs);
      // Commands must not load the program for the little they share.
      const isCommand = path.startsWith('src/commands/') && stage !== first;
      if (path !== stage && !isCommand && files.some((file) => imported.has(file))) {
        more.push(stage);
      }
    }
  }
  return {
    name: 'one-start',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${STAGE}`) }, ({ path }) => ({
        path: path.slice(STAGE.length),
        namespace: STAGE,
      }));
      build.onLoad({ filter: /.*/, namespace: STAGE }, ({ path }) => ({
        contents: (together.get(path) ?? [])
          // Packages declare imports free of side effects, so esbuild drops such imports of them.
          .filter((file) => file.startsWith('src/'))
          .map((file) => `import ${JSON.stringify(join(root, file))};`)
          .join('\n'),
        resolveDir: root,
      }));
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const more = added.get(relative(root, path).replaceAll('\\', '/')) ?? [];
        return more.length === 0
          ? undefined
          : {
              // The end moves no line of the source map.
              contents: [
                readFileSync(path, 'utf8'),
                ...more.map((stage) => `import '${STAGE}${stage}';`),
              ].join('\n'),
              loader: 'ts',
            };
      });
    },
  };
}

/**
 * Static imports, direct or not.
 * @param {string} path
 * @param {import('esbuild').Metafile['inputs']} inputs
 * @param {Set<string>} found
 */
function importedBy(path, inputs, found = new Set()) {
  for (const { path: imported, kind } of inputs[path]?.imports ?? []) {
    if (kind === 'import-statement' && imported in inputs && !found.has(imported)) {
      found.add(imported);
      importedBy(imported, inputs, found);
    }
  }
  return found;
}
