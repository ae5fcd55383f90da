/** Parses flags like Go. */
import type { Problem } from '../core/errors.ts';
import type { OptionTable } from '../core/option.ts';
import { NameIndex, type RemovedOptions, suggestion } from './names.ts';

export interface GivenFlag {
  /** Option name, regardless of the flag's spelling. */
  readonly name: string;
  readonly text: string;
}

export interface Arguments {
  /** Ordered; an option may repeat. */
  readonly given: readonly GivenFlag[];
  readonly positionals: readonly string[];
  /** Those behind unknown flags, whose values they may be. */
  readonly strays: ReadonlySet<string>;
  readonly help: boolean;
  readonly version: boolean;
  readonly problems: readonly Problem[];
}

const EVERYWHERE = new NameIndex(['help', 'version']);

/**
 * Parses `--name=value` and `--name value`, whose value may begin with a dash; a bool only after `=`. `--` ends the
 * flags. Flags and arguments may be mixed.
 */
export function readArguments(
  table: OptionTable,
  argv: readonly string[],
  removed: RemovedOptions = {},
): Arguments {
  const names = flagNames(table, removed);
  const given: GivenFlag[] = [];
  const positionals: string[] = [];
  const problems: Problem[] = [];
  let help = false;
  let version = false;
  const rest = argv.values();
  const strays = new Set<string>();
  let isAfterUnknown = false;
  for (const word of rest) {
    const mayBeValue = isAfterUnknown;
    isAfterUnknown = false;
    if (word === '--') {
      positionals.push(...rest);
    } else if (word === '--help' || word === '-h') {
      help = true;
    } else if (word === '--version' || word === '-v') {
      version = true;
    } else if (!isFlag(word)) {
      positionals.push(word);
      if (mayBeValue) {
        strays.add(word);
      }
    } else {
      const flag = splitFlag(word);
      const name = flag.long ? names.find(flag.name) : undefined;
      if (name === undefined) {
        const meant = meantBy(flag.name, table, names);
        const [first = ''] = meant;
        isAfterUnknown = flag.text === undefined && table[first]?.kind.standsAlone !== true;
        const hint =
          suggestion(meant.length > 0 ? meant : EVERYWHERE.meant(flag.name), '--') ||
          '; --help lists the flags';
        problems.push({ where: flag.written, what: names.whyRemoved(flag.name) ?? `unknown flag${hint}` });
      } else {
        const text = flag.text ?? (table[name]?.kind.standsAlone ? 'true' : rest.next().value);
        if (text === undefined) {
          problems.push({ where: flag.written, what: `this flag needs a value${exampleOf(name, table)}` });
        } else {
          given.push({ name, text });
        }
      }
    }
  }
  return { given, positionals, strays, help, version, problems };
}

/** Positions of words that may name a command: neither flags nor values. */
export function wordPositions(table: OptionTable, argv: readonly string[]): readonly number[] {
  const names = flagNames(table);
  const positions: number[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') {
      break;
    }
    if (!isFlag(word)) {
      positions.push(at);
      continue;
    }
    const flag = splitFlag(word);
    const name = flag.long ? names.find(flag.name) : undefined;
    if (flag.text === undefined && name !== undefined && !table[name]?.kind.standsAlone) {
      at += 1;
    }
  }
  return positions;
}

function meantBy(word: string, table: OptionTable, names: NameIndex): readonly string[] {
  const meant = [...describedBy(word, table), ...names.meant(word)];
  if (meant.length > 0 || EVERYWHERE.meant(word).length > 0) {
    return meant;
  }
  // A mistyped word that describes options, or ends their names.
  const words = Object.entries(table).flatMap(([name, { words = '' }]) => [
    ...words.split(' ').filter(Boolean),
    name.slice(name.lastIndexOf('.') + 1),
  ]);
  const [near] = new NameIndex(words).meant(word);
  return near === undefined ? [] : [...describedBy(near, table), ...names.meant(near)];
}

function exampleOf(name: string, table: OptionTable): string {
  const { kind, example, default: usual } = table[name] ?? {};
  const shown = example ?? kind?.choices?.[0] ?? (typeof usual === 'string' ? usual : '');
  return shown === '' ? '' : `, such as --${name}=${shown}`;
}

/** `http.addr` for `port`. */
function describedBy(word: string, table: OptionTable): string[] {
  return Object.keys(table).filter((name) => table[name]?.words?.split(' ').includes(word.toLowerCase()));
}

export function flagNames(table: OptionTable, removed: RemovedOptions = {}): NameIndex {
  return new NameIndex(
    Object.keys(table).filter((name) => !table[name]?.kind.fileOnly),
    removed,
  );
}

function isFlag(word: string): boolean {
  return word.length > 1 && word.startsWith('-');
}

function splitFlag(word: string): { written: string; long: boolean; name: string; text: string | undefined } {
  const equals = word.indexOf('=');
  const written = equals === -1 ? word : word.slice(0, equals);
  const name = written.replace(/^-+/, '');
  return {
    written,
    // Invalid with one or three dashes, but shows the meant flag.
    long: written === `--${name}`,
    name,
    text: equals === -1 ? undefined : word.slice(equals + 1),
  };
}
