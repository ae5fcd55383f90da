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

/**
 * Line, from 1, that sets an option, by full name or, below a section, by its end. Line 0 with the full name if it is
 * unclear.
 */
export function lineSetting(text: string, name: string): { readonly line: number; readonly name: string } {
  const keys = text
    .split('\n')
    .map((line) => fold(/^\s*(?:export\s+)?"?([^\s"=:{[\]]+)/.exec(line)?.[1] ?? ''));
  const parts = name.split('.');
  const written = parts
    .map((_, from) => parts.slice(from).join('.'))
    .find((tail) => keys.includes(fold(tail)));
  const at = written === undefined ? -1 : keys.indexOf(fold(written));
  return written === undefined || at !== keys.lastIndexOf(fold(written))
    ? { line: 0, name }
    : { line: at + 1, name: written };
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
