/** What changing a setting in a configuration file means, in every format. */

import { fold } from '../names.ts';

/** A value as a file can hold it. */
export type FileValue = string | number | boolean | readonly string[];

/** A setting where it stands in the file. */
export interface Placed {
  /** Its name as the file spells it, its sections included: `osc.port`. */
  readonly key: string;
  /** The part of the key that the sections around it give, with the dot: `osc.`; empty at top level. */
  readonly section: string;
  /** Offset of the name. */
  readonly start: number;
  /** Offset of the value; absent where the whole entry has to be written again to change it. */
  readonly valueAt?: number;
  /** Offset behind the value. */
  readonly end: number;
  /** It is one of several on a line, with commas between them. */
  readonly inline?: true;
}

/** One setting to write, or to remove when it has no value. */
export interface Change {
  /** An option's name; with more parts behind it, a value in the section that the option is. */
  readonly name: string;
  readonly value: FileValue | undefined;
  /** Upper and lower case count in the last part of the name, which is a free name and not an option's. */
  readonly exact?: true;
}

/** Whether this is the key, as a file spells it, of what is changed. */
export function names({ name, exact }: Change, key: string): boolean {
  return fold(key) === fold(name) && (!exact || key.endsWith(name.slice(name.lastIndexOf('.') + 1)));
}

/** A text that may be the file after a change. */
export interface Candidate {
  readonly text: string;
  /** The line, from 1, that a person would edit, or below which they would add one; 0 is the top. */
  readonly line: number;
  /** What they would write there; undefined to remove what stands there. */
  readonly written?: string;
}

/** How one format is changed without touching anything else in the file. */
export interface Editor {
  /** The settings in the order of the file. Null counts as a value. */
  locate(text: string): readonly Placed[];
  /** What the file could be after the change, the best first. Some may be wrong, so the caller reads each of them. */
  candidates(text: string, change: Change): Iterable<Candidate>;
}

/** As formats with lists in brackets spell a value. */
export function spelledBy(spellText: (text: string) => string): (value: FileValue) => string {
  return (value) =>
    typeof value === 'object'
      ? `[${value.map(spellText).join(', ')}]`
      : typeof value === 'string'
        ? spellText(value)
        : String(value);
}

/** The values of a list as one text, which every list option reads. */
export function listText(items: readonly string[]): string {
  const isPlain = items.every((item) => /^[^\s",]+$/.test(item));
  return isPlain ? items.join(',') : items.map((item) => `"${item.replaceAll('"', '""')}"`).join(',');
}
