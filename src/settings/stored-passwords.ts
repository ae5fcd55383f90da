/** Addresses that come back from pages without their passwords. */
import type { Kind } from '../core/option.ts';
import { list } from './kinds.ts';

const MASKED_START = /^(\w+:\/\/)\*\*\*(@[^/\\?#]*)/;
/** Name or password is three asterisks. */
const MASKED = /\w+:\/\/(?:[^\s/\\?#]*:)?\*\*\*(?::[^\s/\\?#]*)?@/;
/** Path or query is cut off. */
const CUT = /\w+:\/\/[^\s/]*\/…/;

/**
 * Puts stored addresses in place of their printed forms, and stored passwords into those whose path alone has changed.
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

/** Adds the password that all stored addresses at this server share. Another scheme may send it unencrypted. */
function atSameServer(text: string, stored: readonly string[]): string {
  const [start, scheme = '', server = ''] = MASKED_START.exec(text) ?? [];
  if (start === undefined) {
    return text;
  }
  const names = stored.flatMap((address) => {
    const [, itsScheme, name, itsServer] = /^\s*(\w+:\/\/)([^/\\?#]*)(@[^@/\\?#]*)/.exec(address) ?? [];
    return itsScheme === scheme && itsServer === server && name !== undefined ? [name] : [];
  });
  return new Set(names).size === 1 ? `${scheme}${names[0]}${server}${text.slice(start.length)}` : text;
}
