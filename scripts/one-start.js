// What `main.ts` imports is loaded in every run. Parts that are loaded on demand share it in various combinations, so
// esbuild would cut it into a dozen files, and each file takes Node a millisecond at every start. When every part
// imports all of it, it stays one file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ALWAYS = 'always-loaded';

/**
 * A plugin for the second build of an entry.
 * @param {import('esbuild').Metafile} metafile of the first
 * @param {string} entry
 * @param {string} root that the paths of both are relative to
 * @returns {import('esbuild').Plugin}
 */
export function oneStart({ inputs }, entry, root) {
  // Not of the packages, which say that importing them does nothing: such an import is left out.
  const always = [...importedBy(entry, inputs)]
    .filter((path) => !path.startsWith('packages/'))
    .map((path) => join(root, path));
  const imports = Object.values(inputs).flatMap((file) => file.imports);
  const onDemand = new Set(
    imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => join(root, path)),
  );
  return {
    name: 'one-start',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ALWAYS}$`) }, () => ({ path: ALWAYS, namespace: ALWAYS }));
      build.onLoad({ filter: /.*/, namespace: ALWAYS }, () => ({
        contents: always.map((path) => `import ${JSON.stringify(path)};`).join('\n'),
        resolveDir: root,
      }));
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) =>
        onDemand.has(path)
          ? // At the end, where it moves no line of the source map.
            { contents: `${readFileSync(path, 'utf8')}\nimport '${ALWAYS}';`, loader: 'ts' }
          : undefined,
      );
    },
  };
}

/**
 * Everything that a file imports without `import()`, directly or not.
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
