/** Texts for users: an id of the catalogue in `texts/`, with values for its placeholders. */
import catalogue from '../../texts/en.json' with { type: 'json' };
import { format, type Said } from '../../texts/format.js';

export type TextId = keyof typeof catalogue;

/** `option` and `part` stand for a setting and a source or sink: a flag or a name in a terminal, a title on a page. */
export type TextParam =
  | Text
  | number
  | { readonly option: string }
  | { readonly part: string }
  | readonly TextParam[];

/** A plain string is data that needs no translation, such as a name or what another program answered. */
export type Text = string | Message;

/** Reads as its English text wherever a string is needed: in logs, errors and JSON. */
export class Message {
  readonly id: TextId;
  readonly params: Readonly<Record<string, TextParam>>;

  constructor(id: TextId, params: Readonly<Record<string, TextParam>> = {}) {
    this.id = id;
    this.params = params;
  }

  toString(): string {
    return format(this, ENGLISH);
  }

  toJSON(): string {
    return this.toString();
  }
}

export function say(id: TextId, params?: Readonly<Record<string, TextParam>>): Message {
  return new Message(id, params);
}

/** Whether nothing would be shown. */
export function isBlank(text: Text | undefined): boolean {
  return text === undefined || String(text) === '';
}

const ENGLISH = {
  template: (id: string): string | undefined => (catalogue as Readonly<Record<string, string>>)[id],
  option: (name: string) => `--${name}`,
  part: (name: string) => name,
};

/** `T` with texts in the place of strings. */
export type Texted<T> = T extends string
  ? T | Message
  : T extends readonly (infer Item)[]
    ? readonly Texted<Item>[]
    : T extends object
      ? { readonly [Key in keyof T as Key extends 'said' ? never : Key]: Texted<T[Key]> }
      : T;

/**
 * A message for clients: its texts in English, and beside them in `said` their ids and values, by the name of the field,
 * for pages that speak another language.
 */
export function spoken<T>(message: Texted<T>): T {
  return englishOf(message) as T;
}

function englishOf(value: unknown): unknown {
  if (value instanceof Message) {
    return value.toString();
  }
  if (Array.isArray(value)) {
    return value.map(englishOf);
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return value;
  }
  // An object that was spoken before and was extended keeps the ids it has.
  const { said: before, ...fields } = value as { readonly said?: object };
  const said = Object.entries(fields).flatMap(([name, field]: [string, unknown]) =>
    field instanceof Message ? [[name, jsonOf(field)] as const] : [],
  );
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, englishOf(field)])),
    ...((before !== undefined || said.length > 0) && { said: { ...before, ...Object.fromEntries(said) } }),
  };
}

/** The values as JSON: messages among them as ids and values, too. */
function paramsOf(params: Message['params']): NonNullable<Said['params']> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, jsonOf(value)]));
}

function jsonOf(value: TextParam): NonNullable<Said['params']>[string] {
  if (value instanceof Message) {
    return { id: value.id, params: paramsOf(value.params) };
  }
  return isList(value) ? value.map(jsonOf) : value;
}

function isList(value: TextParam): value is readonly TextParam[] {
  return Array.isArray(value);
}
