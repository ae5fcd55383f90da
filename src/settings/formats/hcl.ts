/**
 * HCL 1, as HashiCorp's tools wrote it: attributes, labeled blocks, objects, lists, here-documents, three kinds of
 * comments. Blocks become sections (labels nested); blocks of one name are one section.
 */
import { type Message, say } from '../../core/message.ts';
import { FormatError, lineAt, MAX_DEPTH, typed } from './format.ts';

export function readHcl(text: string): unknown {
  return new HclReader(text).readFile();
}

type Section = Record<string, unknown>;

const BLANKS = /(?:\s+|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const NAME = /[\p{L}_][\p{L}\p{Nd}_.-]*/uy;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const LITERAL = /(?:true|false|-?\.?\d[\w.+-]*)(?![\w"])/y;
const HERE = /<<-?[\p{L}_][\p{L}\p{Nd}_]*\r?\n/uy;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|.)/g;
const ESCAPED: Readonly<Record<string, string>> = {
  '\\n': '\n',
  '\\t': '\t',
  '\\r': '\r',
  '\\"': '"',
  '\\\\': '\\',
};

class HclReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readFile(): Section {
    return this.#readEntries('', 1);
  }

  /** Empty `close`: up to the end of the file. */
  #readEntries(close: '' | '}', depth: number): Section {
    if (depth > MAX_DEPTH) {
      this.#fail(say('format.too-deep', { most: MAX_DEPTH }));
    }
    const section: Section = Object.create(null);
    for (;;) {
      this.#skipBlanks();
      if (this.#text.startsWith(',', this.#at)) {
        this.#at += 1;
      } else if (this.#at >= this.#text.length) {
        if (close !== '') {
          this.#fail(closingMissing(close));
        }
        return section;
      } else if (close !== '' && this.#accept(close)) {
        return section;
      } else {
        this.#readEntry(section, depth);
      }
    }
  }

  #readEntry(section: Section, depth: number): void {
    const name = this.#readName();
    const labels: string[] = [];
    for (;;) {
      this.#skipBlanks();
      if (this.#accept('=')) {
        if (labels.length > 0) {
          this.#fail(say('format.one-name'));
        }
        this.#add(section, name, this.#readValue(depth));
        return;
      }
      if (this.#accept('{')) {
        const block = this.#readEntries('}', depth + labels.length + 1);
        this.#add(section, name, nest(labels, block));
        return;
      }
      labels.push(this.#readName());
    }
  }

  #readName(): string {
    if (this.#text[this.#at] === '"') {
      return this.#readString();
    }
    return this.#match(NAME) ?? this.#fail(say('format.name-here'));
  }

  #readValue(depth: number): unknown {
    this.#skipBlanks();
    if (this.#text[this.#at] === '"') {
      return this.#readString();
    }
    if (this.#text.startsWith('<<', this.#at)) {
      return this.#readHereDocument();
    }
    if (this.#accept('{')) {
      return this.#readEntries('}', depth + 1);
    }
    if (this.#accept('[')) {
      return this.#readList(depth + 1);
    }
    return typed(this.#match(LITERAL) ?? this.#fail(say('format.value-here')));
  }

  #readList(depth: number): unknown[] {
    if (depth > MAX_DEPTH) {
      this.#fail(say('format.lists-too-deep', { most: MAX_DEPTH }));
    }
    const items: unknown[] = [];
    for (;;) {
      this.#skipBlanks();
      if (this.#accept(']')) {
        return items;
      }
      items.push(this.#readValue(depth));
      this.#skipBlanks();
      if (!this.#accept(',') && this.#text[this.#at] !== ']') {
        this.#fail(say('format.comma-or-closing', { sign: ']' }));
      }
    }
  }

  #readString(): string {
    const raw = this.#match(STRING) ?? this.#fail(closingMissing('"'));
    return raw.slice(1, -1).replace(ESCAPE, (written, short?: string, long?: string) => {
      const hex = short ?? long;
      if (hex === undefined) {
        // Keeps regular expressions' backslashes.
        return ESCAPED[written] ?? written;
      }
      const code = Number.parseInt(hex, 16);
      return code > 0x10ffff
        ? this.#fail(say('format.no-character', { written }))
        : String.fromCodePoint(code);
    });
  }

  #readHereDocument(): string {
    const opening = this.#match(HERE) ?? this.#fail(say('format.here-marker'));
    const indented = opening.startsWith('<<-');
    const marker = opening.slice(indented ? 3 : 2).trim();
    const lines: string[] = [];
    for (;;) {
      if (this.#at >= this.#text.length) {
        this.#fail(closingMissing(marker));
      }
      const end = this.#text.indexOf('\n', this.#at);
      const line = this.#text.slice(this.#at, end === -1 ? this.#text.length : end).replace(/\r$/, '');
      this.#at = end === -1 ? this.#text.length : end + 1;
      if (line.trim() === marker) {
        return lines.map((kept) => `${indented ? kept.trimStart() : kept}\n`).join('');
      }
      lines.push(line);
    }
  }

  #add(section: Section, name: string, value: unknown): void {
    const before = section[name];
    if (before === undefined) {
      section[name] = value;
    } else if (isSection(before) && isSection(value)) {
      for (const [inner, innerValue] of Object.entries(value)) {
        this.#add(before, inner, innerValue);
      }
    } else {
      this.#fail(say('format.duplicate', { name: JSON.stringify(name) }));
    }
  }

  #skipBlanks(): void {
    this.#match(BLANKS);
    if (this.#text.startsWith('/*', this.#at)) {
      this.#fail(closingMissing('*/'));
    }
  }

  #accept(character: string): boolean {
    const found = this.#text[this.#at] === character;
    this.#at += found ? 1 : 0;
    return found;
  }

  /** Advances past the sticky `expression`'s match. */
  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(what: Message): never {
    throw new FormatError(what, lineAt(this.#text, this.#at));
  }
}

function closingMissing(sign: string): Message {
  return say('format.closing-missing', { sign });
}

/** `webhook "json" {…}` is a section in a section. */
function nest(labels: readonly string[], block: Section): Section {
  return labels.reduceRight((inner, label) => {
    const outer: Section = Object.create(null);
    outer[label] = inner;
    return outer;
  }, block);
}

function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
