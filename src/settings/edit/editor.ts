import { fold } from '../names.ts';

export type FileValue = string | number | boolean | readonly string[];

export interface Placed {
  /** Full name as the file spells it, sections included: `osc.port`. */
  readonly key: string;
  /** Part of `key` that the enclosing sections give, with its dot: `osc.`. Empty at top level. */
  readonly section: string;
  readonly start: number;
  /** Absent if the whole entry must be rewritten to change the value. */
  readonly valueAt?: number;
  readonly end: number;
  /** Shares its line with other settings, separated by commas. */
  readonly inline?: true;
}

/** `value` undefined removes the setting. */
export interface Change {
  /** More parts behind the option's name name a value in the section that the option is. */
  readonly name: string;
  readonly value: FileValue | undefined;
  /** The last part of the name is case-sensitive, because the user chose it. */
  readonly exact?: true;
}

/** The change is about the setting that a file calls `key`. */
export function names({ name, exact }: Change, key: string): boolean {
  return fold(key) === fold(name) && (!exact || key.endsWith(name.slice(name.lastIndexOf('.') + 1)));
}

/** Unproven: the caller reads it back. */
export interface Proposal {
  readonly text: string;
  /** Line to change or remove, from 1, or the line above a new one; 0 is the top of the file. */
  readonly line: number;
  /** Absent: the line is removed. */
  readonly written?: string;
}

export interface Editor {
  /** A null counts as a value. */
  locate(text: string): readonly Placed[];
  propose(text: string, change: Change): Proposal;
}

/** For formats that write a list in brackets. */
export function spelledBy(spellText: (text: string) => string): (value: FileValue) => string {
  return (value) =>
    typeof value === 'object'
      ? `[${value.map(spellText).join(', ')}]`
      : typeof value === 'string'
        ? spellText(value)
        : String(value);
}

export function listText(items: readonly string[]): string {
  const isPlain = items.every((item) => /^[^\s",]+$/.test(item));
  return isPlain ? items.join(',') : items.map((item) => `"${item.replaceAll('"', '""')}"`).join(',');
}
