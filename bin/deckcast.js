#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Node 22 and newer keep the compiled bundle between runs: an archive that was unpacked in its own folder, so that
// nothing is left when that is deleted, everything else in the system's folder for temporary files.
const own = fileURLToPath(new URL('../cache', import.meta.url));
module.enableCompileCache?.(existsSync(own) ? own : undefined);
// Node finds the sources only of code that it loads afterwards, so `--log.line` is seen here, however it is spelled.
if (process.env.DECKCAST_LOG_LINE || process.argv.some((word) => /^--log[-._]line\b/i.test(word))) {
  process.setSourceMapsEnabled(true);
}
try {
  await import('../dist/main.js');
} catch (error) {
  const built = new URL('../dist/main.js', import.meta.url).href;
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' || error.url !== built) {
    throw error;
  }
  process.stderr.write('deckcast: this copy was never built: run "npm ci" in its folder first\n');
  process.exitCode = 1;
}
