/** Users spell an option's name in several ways. */
import { say, type Text } from '../core/message.ts';

/**
 * Folds case, `-`, `_` and `.`: `--log-file`, `LOG_FILE` and `log.file` are one option. Options of a table must differ
 * when folded.
 */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '.');
}

/** `DECKCAST_OSC_PORT`. */
export function environmentName(option: string): string {
  return `${ENVIRONMENT_PREFIX}${upperCaseName(option)}`;
}

/** `OSC_PORT`. */
export function upperCaseName(option: string): string {
  return option.toUpperCase().replace(/[-.]/g, '_');
}

export const ENVIRONMENT_PREFIX = 'DECKCAST_';

/** Fates by name: `removed in 0.3: …`. */
export type RemovedOptions = Readonly<Record<string, string>>;

export class NameIndex {
  readonly #byFolded: ReadonlyMap<string, string>;
  readonly #removed: ReadonlyMap<string, string>;
  /** Damaged files repeat thousands of names. */
  readonly #meant = new Map<string, readonly string[]>();

  constructor(names: Iterable<string>, removed: RemovedOptions = {}) {
    this.#byFolded = new Map(Array.from(names, (name) => [fold(name), name]));
    this.#removed = new Map(Object.entries(removed).map(([name, why]) => [fold(name), why]));
  }

  find(written: string): string | undefined {
    return this.#byFolded.get(fold(written));
  }

  whyRemoved(written: string): string | undefined {
    return this.#removed.get(fold(written));
  }

  /** Names that lack the written start or end, or the one a typing error away. */
  meant(written: string): readonly string[] {
    const folded = fold(written).slice(0, 100);
    const meant = this.#meant.get(folded) ?? this.#near(folded);
    this.#meant.set(folded, meant);
    return meant;
  }

  #near(folded: string): readonly string[] {
    const longer = Array.from(this.#byFolded).filter(
      ([candidate]) =>
        candidate.endsWith(`.${folded}`) ||
        candidate.startsWith(`${folded}.`) ||
        (folded.includes('.') && candidate.endsWith(folded)),
    );
    if (longer.length > 0 && longer.length <= MOST_SUGGESTED) {
      return longer.map(([, name]) => name);
    }
    const [group = ''] = folded.split('.', 1);
    const inGroup = Array.from(this.#byFolded).filter(([name]) => name.startsWith(`${group}.`));
    const candidates = folded.includes('.') && inGroup.length > 0 ? inGroup : [...this.#byFolded];
    let best: string | undefined;
    let bestDistance = tooFar(folded);
    for (const [candidate, name] of candidates) {
      if (Math.abs(candidate.length - folded.length) >= bestDistance) {
        continue;
      }
      const distance = editDistance(folded, candidate);
      if (distance < bestDistance && isSectionNear(folded, candidate)) {
        bestDistance = distance;
        best = name;
      }
    }
    const alike = this.#alike(folded, bestDistance);
    if (alike.length > 0) {
      return alike;
    }
    if (best !== undefined) {
      return [best];
    }
    return inGroup.length <= MOST_SUGGESTED ? inGroup.map(([, name]) => name) : [];
  }

  /** Names of the section with another word for the last one, which may have fewer than `errors` typing errors. */
  #alike(folded: string, errors: number): readonly string[] {
    const start = folded.slice(0, folded.lastIndexOf('.') + 1);
    const last = folded.slice(start.length);
    const most = Math.min(errors, tooFar(last));
    return ALIKE.filter((words) => words.some((word) => editDistance(last, word) < most))
      .flat()
      .flatMap((word) => (start === '' ? [] : (this.#byFolded.get(start + word) ?? [])));
  }
}

/** Last words of names that users take for each other. */
const ALIKE = [
  ['addr', 'address', 'host', 'ip', 'listen', 'port', 'url'],
  ['featured', 'file', 'filename', 'path'],
];

/** Most typing errors, plus 1. Those in short words make other words. */
function tooFar({ length }: string): number {
  return length < 5 ? 2 : Math.max(2, Math.floor(length / 3)) + 1;
}

/** Whether the first words may be the same section: `file` and `live` are not. */
function isSectionNear(one: string, other: string): boolean {
  const [[section = '', ...words], [otherSection = '', ...otherWords]] = [one.split('.'), other.split('.')];
  return (
    words.length !== otherWords.length ||
    words.length === 0 ||
    editDistance(section, otherSection) < tooFar(section)
  );
}

const MOST_SUGGESTED = 6;

/** An option that does not exist, with those that its user may have meant. */
export function unknownOption(meant: readonly string[]): Text {
  const next = meant.at(-1);
  if (next === undefined) {
    return say('settings.unknown-option');
  }
  const one = meant.slice(0, -1).join(', ');
  const names = one === '' ? next : say('core.or', { one, next });
  return say('settings.unknown-option-meant', { names });
}

/** "; did you mean --theme.internal or --theme.dir?", or empty. */
export function suggestion(meant: readonly string[], prefix = ''): string {
  const words = meant.map((name) => `${prefix}${name}`);
  const last = words.pop();
  if (last === undefined) {
    return '';
  }
  return `; did you mean ${words.length === 0 ? '' : `${words.join(', ')} or `}${last}?`;
}

function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replace = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        replace,
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        swapped ? (beforePrevious[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[to.length] ?? 0;
}
