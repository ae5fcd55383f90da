/**
 * Entry that answers `version` and `help` without loading the program or the Node modules that it needs, in a third of
 * the time, because scripts often ask for the version. `bin/deckcast.js` calls it first.
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
 * Returns false, without output, if the program has to answer: for other commands, with any configuration, and after an
 * error.
 * @param folder folder where the build wrote the pages of help
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
  // A closed reader (`deckcast help | head -1`) is no failure.
  process.stdout.on('error', () => undefined);
  const { env, platform } = process;
  print(layOut(page, { env, platform, configDir: settingsFolder(process) }));
  return true;
}

/** Command to explain, if the words ask only for help; empty for the whole program. */
function commandToExplain(words: readonly string[]): string | undefined {
  const [first, ...rest] = words;
  if (first === 'help') {
    return rest.join(' ');
  }
  const isHelp = first === undefined || /^(--help|-h)$/.test(words.at(-1) ?? '');
  return isHelp ? words.slice(0, -1).join(' ') : undefined;
}
