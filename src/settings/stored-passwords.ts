/** Addresses that come back from pages without their passwords. */
import type { Kind } from '../core/option.ts';
import { list } from './kinds.ts';

const ADDRESS = /^\s*(\w+:\/\/)([^/\\?#]*)(@[^@/\\?#]*)(.*)/s;
const MASK = '***';
/** Name or password is three asterisks. */
const MASKED = /\w+:\/\/(?:[^\s/\\?#]*:)?\*\*\*(?::[^\s/\\?#]*)?@/;
/** Path or query is cut off. */
const CUT = /\w+:\/\/[^\s/]*\/…/;

/**
 * Puts stored addresses in place of their printed forms, and stored names and passwords in place of asterisks in other
 * addresses at the same server.
 * `unknown`: the first address without a known password.
 */
export async function withPasswords(
  { mayHoldPassword, print }: Kind<unknown>,
  given: unknown,
  stored: unknown,
): Promise<{ readonly meant: unknown; readonly unknown?: string }> {
  if (mayHoldPassword === undefined) {
    return { meant: given };
  }
  if (!Array.isArray(stored)) {
    if (typeof given !== 'string') {
      return { meant: given };
    }
    const addresses = stored === undefined ? [] : [String(stored)];
    const isPrinted = (text: string, address: string) => text.trim() === print(address);
    const [[meant], unknown] = restored([given], addresses, isPrinted);
    return { meant, ...(unknown !== undefined && { unknown }) };
  }
  const texts = typeof given === 'string' ? await list.parse(given) : undefined;
  const all = texts?.ok ? texts.value : given;
  if (!Array.isArray(all)) {
    return { meant: given };
  }
  const [meant, unknown] = restored(
    all.map((text) => String(text).trim()),
    stored.map(String),
    (text, address) => list.print([text]) === print([address]),
  );
  return { meant, ...(unknown !== undefined && { unknown }) };
}

function restored(
  given: readonly string[],
  stored: readonly string[],
  isPrinted: (text: string, address: string) => boolean,
): readonly [readonly string[], string | undefined] {
  const left = [...stored];
  const exact = given.map((text) => {
    const at = left.findIndex((address) => isPrinted(text, address));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  const meant = given.map((text, index) => exact[index] ?? atSameServer(text, stored));
  return [meant, meant.find((text) => MASKED.test(text) || CUT.test(text))];
}

/**
 * Adds what all stored addresses at this server and path share, or else all at this server. Another scheme may send it
 * unencrypted.
 */
function atSameServer(text: string, stored: readonly string[]): string {
  const given = partsOf(text);
  if (given === undefined || !given.login.includes(MASK)) {
    return text;
  }
  const there = stored
    .flatMap((address) => partsOf(address) ?? [])
    .filter(({ scheme, server }) => scheme === given.scheme && server === given.server);
  const samePath = there.filter(({ path }) => path === given.path);
  const logins = (samePath.length > 0 ? samePath : there).map(({ login }) => filledIn(given.login, login));
  return new Set(logins).size === 1 ? `${given.scheme}${logins[0]}${given.server}${given.path}` : text;
}

/** Replaces a masked name or password, or both. */
function filledIn(given: string, stored: string): string {
  if (given === MASK) {
    return stored;
  }
  const [name, password] = halves(given);
  const [storedName, storedPassword] = halves(stored);
  return `${name === MASK ? storedName : name}:${password === MASK ? storedPassword : password}`;
}

function halves(login: string): readonly [name: string, password: string] {
  const at = login.indexOf(':');
  return at < 0 ? [login, ''] : [login.slice(0, at), login.slice(at + 1)];
}

function partsOf(address: string) {
  const [, scheme, login, server, path] = ADDRESS.exec(address) ?? [];
  return scheme === undefined || login === undefined || server === undefined || path === undefined
    ? undefined
    : { scheme, login, server, path };
}
