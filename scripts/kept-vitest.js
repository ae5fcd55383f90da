// One Vitest for run after run, for scripts/test-copy.js: it reads and compiles each source once. Each run has a fresh process.
import { relative, resolve } from 'node:path';
import { createVitest } from 'vitest/node';

/** @typedef {{ changed: string[], tests: string[], build: boolean }} Order the tests one after the other; `build` first what they start */
/** @typedef {{ began: string } | { ended: true, failed: string | undefined } } Report */

/** @type {string | undefined} */
let failed;
/** The files in the order that they were given. */
class AsGiven {
  /** @param {unknown[]} files */
  sort = async (files) => files;
  shard = this.sort;
}
const vitest = await createVitest(
  'test',
  {
    watch: false,
    bail: 1,
    maxWorkers: 1,
    cache: false,
    reporters: [
      {
        onTestModuleStart: ({ moduleId }) => report({ began: relative('.', moduleId) }),
        onTestModuleEnd: (module) => {
          failed ??= module.ok() ? undefined : relative('.', module.moduleId);
        },
      },
    ],
  },
  { test: { sequence: { sequencer: /** @type {any} */ (AsGiven) } } },
);

process.on('message', async (/** @type {Order} */ { changed, tests, build }) => {
  failed = undefined;
  for (const file of changed) {
    vitest.invalidateFile(resolve(file));
  }
  const specifications = tests.map((test) => vitest.getRootProject().createSpecification(resolve(test)));
  // A rerun builds first (`test/support/built.ts`), which a mistake may make fail.
  const ran = build
    ? vitest.rerunTestSpecifications(specifications)
    : vitest.runTestSpecifications(specifications);
  const { unhandledErrors } = await ran.catch((error) => ({ unhandledErrors: [error] }));
  report({ ended: true, failed: failed ?? unhandledErrors.map(String).at(0) });
});

process.once('disconnect', () => process.exit());

/** @param {Report} said */
function report(said) {
  process.send?.(said);
}
