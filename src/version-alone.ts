/**
 * `deckcast version` where nothing is configured: an entry of its own (`bin/deckcast.js`), which loads neither the
 * program nor what Node brings for it, and takes a third of the time. Scripts ask for the version often.
 */

import { rfc3339 } from './core/units.ts';
import { textLine } from './host/log/log-line.ts';
import { BUILD_LINE } from './host/package/build-info.ts';
import { ENVIRONMENT_PREFIX } from './settings/names.ts';
import { configFilePaths, noConfigFile, settingsFolder } from './settings/places.ts';

// An import of this module would load its streams and promises, too, which is most of what is saved here.
const { existsSync, writeSync } = process.getBuiltinModule('node:fs');

/** Answers, and says so; false where there are settings, or an output that needs care. */
export function answerVersion(): boolean {
  try {
    const searched = [settingsFolder(process), process.cwd()];
    const isConfigured =
      Object.keys(process.env).some((name) => name.toUpperCase().startsWith(ENVIRONMENT_PREFIX)) ||
      configFilePaths(searched).some((path) => existsSync(path));
    if (isConfigured) {
      return false;
    }
    writeSync(2, textLine(rfc3339(Date.now()), 'warn', ...noConfigFile(searched)));
    writeSync(1, BUILD_LINE);
    return true;
  } catch {
    return false;
  }
}
