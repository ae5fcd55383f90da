import { fold } from '../names.ts';

export type FileValue = string | number | boolean | readonly string[];

export interface Placed {
  /** Full name as in the file: `osc.port`. */
  readonly key: string;
  /** Part of `key` from the enclosing sections: `osc.`. */
  readonly section: string;
  readonly start: number;
  /** Absent if a change rewrites the entry. */
  readonly valueAt?: number;
  readonly end: number;
  /** Shares its line with others, separated by commas. */
  readonly inline?: true;
}

/** `value` undefined removes the setting. */
export interface Change {
  /** Parts behind the option's name name a value in its section. */
  readonly name: string;
  readonly value: FileValue | undefined;
  /** The name's last part, the user's choice, is case-sensitive. */
  readonly exact?: true;
}

/** Whether the change concerns the file's `key`. */
export function names({ name, exact }: Change, key: string): boolean {
  return fold(key) === fold(name) && (!exact || key.endsWith(name.slice(name.lastIndexOf('.') + 1)));
}

/** Read back by the caller. */
export interface Proposal {
  readonly text: string;
  /** Line to change or remove, from 1, or above a new one; 0 is the top. */
  readonly line: number;
  /** Absent for a removal. */
  readonly written?: string;
}

export interface Editor {
  /** A null counts as a value. */
  locate(text: string): readonly Placed[];
  propose(text: string, change: Change): Proposal;
}

/** Spells lists in brackets. */
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
