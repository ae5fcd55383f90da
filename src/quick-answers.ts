/**
 * Answers `version` and `help` where nothing else is to be done: an entry of its own (`bin/deckcast.js`), which loads
 * neither the program nor what Node brings for it, and takes a third of the time. Scripts ask for the version often.
 */
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { rfc3339 } from './core/units.ts';
import { textLine } from './host/log/log-line.ts';
import { BUILD_LINE } from './host/package/build-info.ts';
import { print } from './host/print.ts';
import { type HelpPage, layOut } from './settings/help-page.ts';
import { ENVIRONMENT_PREFIX } from './settings/names.ts';
import { configFilePaths, noConfigFile, settingsFolder } from './settings/places.ts';

/**
 * Answers, and says so; false where there is more to look at, or something is wrong.
 * @param folder where the build wrote the pages of help
 */
export function answerQuickly(words: readonly string[], folder: string): boolean {
  try {
    return /^(version|--version|-v)$/.test(words.join(' ')) ? answersVersion() : answersHelp(words, folder);
  } catch {
    return false;
  }
}

function answersVersion(): boolean {
  const searched = [settingsFolder(process), process.cwd()];
  const isConfigured =
    Object.keys(process.env).some((name) => name.toUpperCase().startsWith(ENVIRONMENT_PREFIX)) ||
    configFilePaths(searched).some((path) => existsSync(path));
  if (isConfigured) {
    return false;
  }
  writeSync(2, textLine(rfc3339(Date.now()), 'warn', ...noConfigFile(searched)));
  print(BUILD_LINE);
  return true;
}

function answersHelp(words: readonly string[], folder: string): boolean {
  const command = commandToExplain(words);
  if (command === undefined) {
    return false;
  }
  const file = readFileSync(join(folder, 'help-pages.json'), 'utf8');
  const page = new Map(JSON.parse(file) as readonly (readonly [string, HelpPage])[]).get(command);
  if (page === undefined) {
    return false;
  }
  // A reader that stops reading (`deckcast help | head -1`) is no reason to fail.
  process.stdout.on('error', () => undefined);
  const { env, platform } = process;
  print(layOut(page, { env, platform, configDir: settingsFolder(process) }));
  return true;
}

/** The command whose help is all that the words say; empty for the whole program. */
function commandToExplain(words: readonly string[]): string | undefined {
  const [first, ...rest] = words;
  if (first === 'help') {
    return rest.join(' ');
  }
  const isHelp = first === undefined || /^(--help|-h)$/.test(words.at(-1) ?? '');
  return isHelp ? words.slice(0, -1).join(' ') : undefined;
}
