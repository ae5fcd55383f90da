/** Formats that deckcast only reads: dotenv, HCL, INI, Java properties. */

import { fold, upperCaseName } from '../names.ts';
import { type Change, type FileValue, listText, spelledBy } from './editor.ts';

export type Assign = (change: Change & { readonly value: FileValue }) => string;

export const dotenvLine: Assign = ({ name, value, exact }) =>
  `${exact ? name : upperCaseName(name)}=${spellDotenv(textOf(value))}`;

export const hclLine: Assign = ({ name, value }) =>
  `${/^[\p{L}_][\p{L}\p{Nd}_.-]*$/u.test(name) ? name : spellHcl(name)} = ${spelledBy(spellHcl)(value)}`;

// Quoted INI text cannot hold quotes: such entries get a line each.
export const iniLine: Assign = ({ name, value }) =>
  typeof value === 'object' && listText(value).includes('"')
    ? value.map((item) => `${name}[] = ${spellIni(item)}`).join('\n')
    : `${name} = ${spellIni(textOf(value))}`;

export const propertiesLine: Assign = ({ name, value }) =>
  `${name.replace(/[\s:=\\#!]/g, '\\$&')} = ${escapeControls(textOf(value).replace(/\\/g, '\\\\').replace(/^ /, '\\ '))}`;

interface Written {
  /** Number in the file; the first is 1. */
  readonly line: number;
  /** Folded, with the enclosing sections. */
  readonly key: string;
  /** Part of `key` from the enclosing sections: `osc.`. */
  readonly section: string;
}

/** Names at the beginning of lines, below `[osc]` or `osc {`, whose braces begin or end lines of their own. */
export function writtenLines(text: string): readonly Written[] {
  let sections: readonly string[] = [];
  return text.split('\n').flatMap((line, index) => {
    const header = /^\s*\[([^\]]+)\]\s*(?:[;#].*)?$/.exec(line)?.[1];
    const block = /^\s*("?[^\s"=:{[\]#]+"?(?:\s+"[^"]*")*)\s*=?\s*\{\s*(?:[#/].*)?$/.exec(line)?.[1];
    const [, quoted, name = quoted] =
      /^\s*(?:export\s+)?(?:"([^"]+)"(?=\s*[=:])|([^\s"=:{[\]]+))/.exec(line) ?? [];
    const section = sections.map((part) => `${part}.`).join('');
    if (header !== undefined) {
      sections = [fold(header)];
    } else if (block !== undefined) {
      sections = [...sections, fold(block.replaceAll('"', '').replace(/\s+/g, '.'))];
    } else if (/^\s*\}/.test(line)) {
      sections = sections.slice(0, -1);
    } else if (name !== undefined) {
      return [{ line: index + 1, key: section + fold(name), section }];
    }
    return [];
  });
}

/**
 * Line, from 1, that sets an option, and its name below the section there. Line 0 with the full name if it is unclear.
 */
export function lineSetting(text: string, name: string): { readonly line: number; readonly name: string } {
  const [found, another] = writtenLines(text).filter(({ key }) => key === fold(name));
  return found === undefined || another !== undefined
    ? { line: 0, name }
    : { line: found.line, name: name.slice(found.section.length) };
}

function textOf(value: FileValue): string {
  return typeof value === 'object' ? listText(value) : String(value);
}

function spellDotenv(text: string): string {
  if (/^[\w./:@%+,~-]*$/.test(text)) {
    return text;
  }
  if (/[\r\n]/.test(text)) {
    return `"${text.replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;
  }
  const quote = ["'", '`', '"'].find((mark) => !text.includes(mark)) ?? "'";
  return `${quote}${text}${quote}`;
}

function spellHcl(text: string): string {
  return `"${escapeControls(text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n'))}"`;
}

function spellIni(text: string): string {
  if (/[\p{Cc}]/u.test(text) || text !== text.trim() || /^(["']).*\1$/.test(text)) {
    return JSON.stringify(text);
  }
  return text.replace(/\\(?=[\\;#]|$)/g, '\\\\').replace(/[;#]/g, '\\$&');
}

function escapeControls(text: string): string {
  return text.replace(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
