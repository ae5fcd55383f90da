/** The command line's flags and arguments, in Go's grammar. */
import type { Problem } from '../core/errors.ts';
import type { OptionTable } from '../core/option.ts';
import { NameIndex, suggestion } from './names.ts';

/** One flag as it was given. */
export interface GivenFlag {
  /** The option's own name, however the flag was spelled. */
  readonly name: string;
  readonly text: string;
}

export interface Arguments {
  /** In the order of the command line; an option may appear several times. */
  readonly given: readonly GivenFlag[];
  readonly positionals: readonly string[];
  /** `--help` or `-h` was among them. */
  readonly help: boolean;
  /** `--version` or `-v` was among them. */
  readonly version: boolean;
  readonly problems: readonly Problem[];
}

/** Flags of every command that are no options. */
const EVERYWHERE = new NameIndex(['help', 'version']);

/**
 * `--name=value` or `--name value`, where the value may begin with a dash; a bool takes its value only after
 * `=`; `--` ends the flags; flags and arguments mix.
 */
export function readArguments(table: OptionTable, argv: readonly string[]): Arguments {
  const names = flagNames(table);
  const given: GivenFlag[] = [];
  const positionals: string[] = [];
  const problems: Problem[] = [];
  let help = false;
  let version = false;
  const rest = argv.values();
  for (const word of rest) {
    if (word === '--') {
      positionals.push(...rest);
    } else if (word === '--help' || word === '-h') {
      help = true;
    } else if (word === '--version' || word === '-v') {
      version = true;
    } else if (!isFlag(word)) {
      positionals.push(word);
    } else {
      const flag = splitFlag(word);
      const name = flag.long ? names.find(flag.name) : undefined;
      if (name === undefined) {
        const meant = names.meant(flag.name);
        const hint =
          suggestion(meant.length > 0 ? meant : EVERYWHERE.meant(flag.name), '--') ||
          '; --help lists the flags';
        problems.push({ where: flag.written, what: `unknown flag${hint}` });
      } else {
        const text = flag.text ?? (table[name]?.kind.standsAlone ? 'true' : rest.next().value);
        if (text === undefined) {
          problems.push({ where: flag.written, what: 'this flag needs a value' });
        } else {
          given.push({ name, text });
        }
      }
    }
  }
  return { given, positionals, help, version, problems };
}

/** Where the words that may name a command stand in `argv`: everything that is neither a flag nor a flag's value. */
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

/** The names that a command line can use: those of a table but the ones that only a file can set. */
export function flagNames(table: OptionTable): NameIndex {
  return new NameIndex(Object.keys(table).filter((name) => !table[name]?.kind.fileOnly));
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
    // With one dash, or three, it is no flag of ours; its name still tells which one was meant.
    long: written === `--${name}`,
    name,
    text: equals === -1 ? undefined : word.slice(equals + 1),
  };
}
