import { type Message, say } from '../../core/message.ts';
import type { Accepted, Kind, Refused } from '../../core/option.ts';
import { NameIndex, suggestion } from '../names.ts';

export function good<T>(value: T): Accepted<T> {
  return { ok: true, value };
}

export function bad(problem: Message): Refused {
  return { ok: false, problem };
}

export const WEB_ADDRESSES = /\w+:\/\/[^\s"']+/g;

/** Removes user name and password (some services use a token as the name), path (Discord's token) and query. */
export function withoutSecrets(address: string): string {
  return withoutPassword(address).replace(/^(\s*\w+:\/\/[^/\\?#]*)[/\\?#].+$/s, '$1/…');
}

/** Removes user name and password. */
export function withoutPassword(address: string): string {
  return address.replace(/^(\s*\w+:\/\/)[^/\\?#]*@/, '$1***@');
}

/** Truncated to a line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}

export function notOneOf(given: string, allowed: readonly string[]): Message {
  const nearest = suggestion(new NameIndex(allowed).meant(given));
  return say('settings.not-one-of', { given: quoted(given), allowed: `${allowed.join(', ')}${nearest}` });
}

/** Returns the user's spelling, so that typed and untyped formats share a parser. */
export function scalarText(value: unknown): Accepted<string> | Refused {
  if (typeof value === 'string') {
    return good(value);
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value)
      ? bad(say('settings.number-too-long-kept-exactly-put'))
      : good(String(value));
  }
  if (typeof value === 'boolean' || typeof value === 'bigint') {
    return good(String(value));
  }
  if (value instanceof Date) {
    return bad(say('settings.reads-date-put-quotes'));
  }
  return bad(
    say('settings.one-value-belongs-here-not', { count: Array.isArray(value) ? 'a list' : 'a section' }),
  );
}

/** Parses a file's scalar like a flag's text. */
export function textual<T>(kind: Omit<Kind<T>, 'fromFile'>): Kind<T> {
  return {
    ...kind,
    fromFile(value, files) {
      const scalar = scalarText(value);
      return scalar.ok ? kind.parse(scalar.value, files) : scalar;
    },
  };
}
