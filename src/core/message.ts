/** Texts for users: ids of the catalogue `texts/`, with values for placeholders. */
import catalogue from '../../texts/en.json' with { type: 'json' };
import { format, type Said } from '../../texts/format.js';
import titles from '../../texts/options/en.json' with { type: 'json' };

export type TextId = keyof typeof catalogue;

/** `option` becomes a flag in a terminal, a title on a page; `part` a title. `value`: what `--source` calls it, in a terminal. */
export type TextParam =
  | Text
  | number
  | { readonly option: string }
  | { readonly part: string; readonly value?: string }
  | readonly TextParam[];

/** A string is data: a name, or another program's answer. */
export type Text = string | Message;

/** English in logs, errors and JSON. */
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

/**
 * The text whose English is `text`, which a helper process or a file kept as a string. `area`: beginning of its id. Other
 * strings stay data.
 */
export function recognized(text: Text, area: string): Text {
  const id = Object.entries(catalogue).find(
    ([one, english]) => one.startsWith(area) && english === text,
  )?.[0];
  return id === undefined ? text : say(id as TextId);
}

/** A list in a sentence. */
export function allOf(texts: readonly Text[]): Text {
  return texts.reduce((one, next) => say('core.and', { one, next }));
}

export function isBlank(text: Text | undefined): boolean {
  return text === undefined || String(text) === '';
}

const ENGLISH = {
  template: (id: string): string | undefined => (catalogue as Readonly<Record<string, string>>)[id],
  option: (name: string) => `--${name}`,
  part: (name: string, value?: string) =>
    value ?? (titles as Readonly<Record<string, string>>)[`part.${name}`] ?? name,
};

export type Texted<T> = T extends string
  ? T | Message
  : T extends readonly (infer Item)[]
    ? readonly Texted<Item>[]
    : T extends object
      ? { readonly [Key in keyof T as Key extends 'said' ? never : Key]: Texted<T[Key]> }
      : T;

/** Adds to English texts, in `said`, their ids and values by field, for pages in another language. */
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
  const fields = Object.entries(value);
  const said = fields.flatMap(([name, field]: [string, unknown]) =>
    field instanceof Message ? [[name, jsonOf(field)] as const] : [],
  );
  return {
    ...Object.fromEntries(fields.map(([name, field]) => [name, englishOf(field)])),
    ...(said.length > 0 && { said: Object.fromEntries(said) }),
  };
}

/** A text as plain data, for another process of this program. */
export type PlainText = NonNullable<Said['params']>[string];

export function plain(text: Text): PlainText {
  return jsonOf(text);
}

/** `plain` undone. */
export function textFrom(text: PlainText): Text {
  const param = paramFrom(text);
  return param instanceof Message ? param : String(param);
}

function paramFrom(value: PlainText): TextParam {
  if (typeof value !== 'object') {
    return value;
  }
  if ('id' in value) {
    const params = Object.entries(value.params ?? {}).map(([name, one]) => [name, paramFrom(one)]);
    return new Message(value.id as TextId, Object.fromEntries(params));
  }
  return 'option' in value || 'part' in value ? value : value.map(paramFrom);
}

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
