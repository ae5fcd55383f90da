/** Masks secrets and personal data, also as repeated by other programs. */
import { isIP } from 'node:net';
import { homedir, hostname, userInfo } from 'node:os';
import { unescape as percentDecoded } from 'node:querystring';
import { isLoopback } from '../../core/loopback.ts';
import { type OptionTable, Secret } from '../../core/option.ts';
import { WEB_ADDRESSES } from '../../settings/kinds/kind.ts';

/** Shorter values match everywhere. */
const SHORTEST_SECRET = 4;
/** Radio servers' default user; a frequent word. */
const RADIO_USER = 'source';
const COMMON_USERS = ['root', 'user', 'admin', 'deckcast'];

/** `--password x`, `-u name:password`, `PGPASSWORD=x`, `Authorization: Bearer x`. */
const SECRET_ARGUMENTS =
  /(?:[\w-]*(?:pass(?:word|wd|phrase)?|pw|secret|token|key|auth\w*|credentials?|cookie)["']?\s*[=: ]\s*(?:Bearer |Basic )?|\s-u\s*|\s--user[= ])["']?([^\s"']+)/gi;
/** Omits `.home` and `.internal`, because options end in them. */
const LOCAL_HOSTS =
  /(?<![\w.-])[a-z\d_][\w-]*(?:\.[\w-]+)*\.(?:local|lan|localdomain|home\.arpa|fritz\.box)(?![\w-])/gi;
const HARDWARE_ADDRESSES = /(?<![\w:-])[\da-f]{2}(?:([:-])[\da-f]{2})(?:\1[\da-f]{2}){4}(?![\w:-])/gi;
const IPV4_ADDRESSES = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\d)/g;
const IPV6_ADDRESSES = /(?<![\w:.])[\da-f]*:[\da-f:.]*:[\da-f.]*(?:%\w+)?/gi;
const USERS_FOLDERS =
  /((?:\/home|\/Users|\/media|\/run\/media|\b[a-z]:(?:\\{1,2}|\/)Users)(?:\\{1,2}|\/))([^\\/"\n]*(?=[\\/])|[^\s\\/"]+)/gi;

/** Numbers texts, so that readers can tell them apart. */
class Masks {
  readonly #numbers = new Map<string, number>();
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  of(text: string): string {
    const key = text.toLowerCase();
    const number = this.#numbers.get(key) ?? this.#numbers.size + 1;
    this.#numbers.set(key, number);
    return `(${this.#name} ${number})`;
  }
}

/**
 * `maskSecrets`: passwords, the home folder and this computer's name, in any text. `maskNames`, for text that only
 * people read: addresses, and names of devices, other computers and users.
 */
export function createCleaner(table: OptionTable, settings: Readonly<Record<string, unknown>>) {
  const secrets = Object.entries(table)
    .flatMap(([name, { kind }]) => secretsIn(settings[name], kind.mayHoldPassword !== undefined))
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    // Longest first: a secret may contain another.
    .sort((one, other) => other.length - one.length);
  const home = homedir();
  const itsName = nameOf(hostname());
  const user = nameOf(userName());
  const hosts = Object.values(settings).flatMap(hostsIn).map(nameOf);
  const numbers = { ip: new Masks('address'), host: new Masks('computer'), mac: new Masks('device') };
  const maskIp = (text: string): string => {
    const [bare = ''] = text.split('%', 1);
    // Excludes times such as 22:15:03, and punctuation.
    const end = /[.:]$/.exec(bare)?.[0] ?? '';
    const address = end !== '' && isIP(bare) === 0 ? bare.slice(0, -1) : bare;
    return isIP(address) === 0 || isCommon(address)
      ? text
      : `${numbers.ip.of(address)}${address === bare ? '' : end}`;
  };
  return {
    maskSecrets(text: string): string {
      const redacted = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
      const homeless = home.length > 1 ? redacted.replaceAll(home, '~') : redacted;
      return itsName === undefined ? homeless : homeless.replace(itsName, '(this computer)');
    },
    maskNames(text: string): string {
      const named = hosts.reduce<string>(
        (rest, host) => (host === undefined ? rest : rest.replace(host, (found) => numbers.host.of(found))),
        text
          .replace(USERS_FOLDERS, '$1(user)')
          .replace(LOCAL_HOSTS, (found) => numbers.host.of(found))
          .replace(HARDWARE_ADDRESSES, (found) => numbers.mac.of(found))
          .replace(IPV4_ADDRESSES, maskIp)
          .replace(IPV6_ADDRESSES, maskIp),
      );
      return user === undefined ? named : named.replace(user, '(user)');
    },
  };
}

/** Matches whole words. Undefined if the name identifies no one. */
function nameOf(name: string): RegExp | undefined {
  const identifies =
    name.length >= SHORTEST_SECRET && name !== 'localhost' && !COMMON_USERS.includes(name.toLowerCase());
  const literal = name.replace(/[^\w-]/g, '\\$&');
  return identifies ? new RegExp(`(?<![\\w.-])${literal}(?![\\w-])`, 'g') : undefined;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Accounts in containers may have no name.
    return '';
  }
}

/** Loopback, broadcast and multicast identify no computer. */
function isCommon(address: string): boolean {
  return isLoopback(address) || /^(0\.|255\.|::$|239\.|224\.)/.test(address);
}

/** Nearby computers have names without a dot. */
function hostsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null && 'host' in value) {
    return hostsIn(`tcp://${value.host}`);
  }
  const texts = typeof value === 'string' || Array.isArray(value) ? [value].flat() : [];
  return texts
    .flatMap((text) => String(text).match(WEB_ADDRESSES) ?? [])
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).hostname)
    .filter((host) => /^[a-z][\w-]*$/i.test(host));
}

function secretsIn(value: unknown, mayHoldPassword: boolean): readonly string[] {
  if (value instanceof Secret) {
    return [value.reveal()];
  }
  const texts = mayHoldPassword && (typeof value === 'string' || Array.isArray(value)) ? [value].flat() : [];
  const inCommands = texts.flatMap((text) =>
    [...String(text).matchAll(SECRET_ARGUMENTS)].flatMap(([, secret = '']) => [
      secret,
      secret.slice(secret.indexOf(':') + 1),
    ]),
  );
  const inAddresses = texts
    .flatMap((text) => text.match(WEB_ADDRESSES) ?? [])
    .filter((address) => URL.canParse(address))
    .flatMap((address) => {
      // Webhooks have tokens in the path.
      const { username, password, pathname, search } = new URL(address);
      const names = username === RADIO_USER ? [] : [username];
      return [`${pathname}${search}`, password, percentDecoded(password), ...names, search];
    });
  return [...inCommands, ...inAddresses];
}
