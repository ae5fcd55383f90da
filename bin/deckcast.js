#!/usr/bin/env node
// CommonJS (`package.json` beside it), which Node starts sooner.
const { existsSync, writeSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const dist = join(__dirname, '..', 'dist');

if (!existsSync(join(dist, 'quick-answers.cjs'))) {
  writeSync(2, 'deckcast: this copy was never built: run "npm ci" in its folder first\n');
  process.exit(1);
}
// On Windows it separates folders.
if (process.platform !== 'win32' && dist.includes('\\')) {
  writeSync(
    2,
    `deckcast: Node loads no program from a folder with a backslash in its name: rename it: ${dist}\n`,
  );
  process.exit(1);
}
if (!require('../dist/quick-answers.cjs').answerQuickly(process.argv.slice(2), dist)) {
  // Node 22 and newer keep the compiled bundle between runs: an archive that was unpacked in its own folder, so that
  // nothing is left when that is deleted, everything else in the system's folder for temporary files.
  const own = join(__dirname, '..', 'cache');
  enableCompileCache?.(existsSync(own) ? own : undefined);
  import('../dist/main.js');
}
