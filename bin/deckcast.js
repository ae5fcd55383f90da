#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// An import would load its streams and promises, too, and the answer to `version` would take longer.
const { existsSync, writeSync } = process.getBuiltinModule('node:fs');
const VERSION_ALONE = /^(version|--version|-v)$/;

/** @param {string} name of a file in `dist/` */
async function load(name) {
  try {
    return await import(`../dist/${name}`);
  } catch (error) {
    const built = new URL(`../dist/${name}`, import.meta.url).href;
    if (error?.code !== 'ERR_MODULE_NOT_FOUND' || error.url !== built) {
      throw error;
    }
    writeSync(2, 'deckcast: this copy was never built: run "npm ci" in its folder first\n');
    process.exit(1);
  }
}

async function answersVersion() {
  const [word = '', ...rest] = process.argv.slice(2);
  return VERSION_ALONE.test(word) && rest.length === 0 && (await load('version-alone.js')).answerVersion();
}

if (!(await answersVersion())) {
  // Node 22 and newer keep the compiled bundle between runs: an archive that was unpacked in its own folder, so that
  // nothing is left when that is deleted, everything else in the system's folder for temporary files.
  const own = fileURLToPath(new URL('../cache', import.meta.url));
  module.enableCompileCache?.(existsSync(own) ? own : undefined);
  await load('main.js');
}
