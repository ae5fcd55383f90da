/** Takes out of a report what tells who wrote it, and what another program may repeat of a secret. */
import { isIP } from 'node:net';
import { homedir, hostname, userInfo } from 'node:os';
import { unescape as percentDecoded } from 'node:querystring';
import { isLoopback } from '../../core/loopback.ts';
import { type OptionTable, Secret } from '../../core/option.ts';
import { WEB_ADDRESSES } from '../../settings/kinds/kind.ts';

/** A shorter value would be found everywhere. */
const SHORTEST_SECRET = 4;
/** At the server of a radio; a word that a report has everywhere. */
const USUAL_NAME = 'source';
/** Accounts of every computer. */
const USUAL_USERS = ['root', 'user', 'admin', 'deckcast'];

/** In a command line: `--password x`, `-u name:password`, `PGPASSWORD=x`, `Authorization: Bearer x`. */
const SECRET_ARGUMENTS =
  /(?:[\w-]*(?:pass(?:word|wd|phrase)?|pw|secret|token|key|auth\w*|credentials?|cookie)["']?\s*[=: ]\s*(?:Bearer |Basic )?|\s-u\s*|\s--user[= ])["']?([^\s"']+)/gi;
/** Names that only a network at home or at a venue knows. Some options end in `.home` and `.internal`. */
const LOCAL_HOSTS =
  /(?<![\w.-])[a-z\d_][\w-]*(?:\.[\w-]+)*\.(?:local|lan|localdomain|home\.arpa|fritz\.box)(?![\w-])/gi;
const HARDWARE_ADDRESSES = /(?<![\w:-])[\da-f]{2}(?:([:-])[\da-f]{2})(?:\1[\da-f]{2}){4}(?![\w:-])/gi;
const IPV4_ADDRESSES = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\d)/g;
const IPV6_ADDRESSES = /(?<![\w:.])[\da-f]*:[\da-f:.]*:[\da-f.]*(?:%\w+)?/gi;
/** Folders whose names are those of users. */
const USERS_FOLDERS =
  /((?:\/home|\/Users|\/media|\/run\/media|\b[a-z]:(?:\\{1,2}|\/)Users)(?:\\{1,2}|\/))([^\\/"\n]*(?=[\\/])|[^\s\\/"]+)/gi;

type Clean = (text: string) => string;

/** Gives each different text a number, so that a reader can still tell them apart. */
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
 * `secrets` takes out passwords, and the names of the home folder and of this computer, from any text. `addresses` also
 * masks addresses and names of devices, other computers and users, from texts for people.
 */
export function cleaner(
  table: OptionTable,
  settings: Readonly<Record<string, unknown>>,
): { readonly secrets: Clean; readonly addresses: Clean } {
  const secrets = Object.entries(table)
    .flatMap(([name, { kind }]) => secretsIn(settings[name], kind.mayHoldPassword === true))
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    // What holds another one goes first.
    .sort((one, other) => other.length - one.length);
  const home = homedir();
  const itsName = nameOf(hostname());
  const user = nameOf(userName());
  const hosts = Object.values(settings).flatMap(hostsIn).map(nameOf);
  const numbers = { ip: new Masks('address'), host: new Masks('computer'), mac: new Masks('device') };
  const maskIp = (text: string): string => {
    const [bare = ''] = text.split('%', 1);
    // A time such as 22:15:03 is none, and so is the end of a sentence.
    const end = /[.:]$/.exec(bare)?.[0] ?? '';
    const address = end !== '' && isIP(bare) === 0 ? bare.slice(0, -1) : bare;
    return isIP(address) === 0 || isCommon(address)
      ? text
      : `${numbers.ip.of(address)}${address === bare ? '' : end}`;
  };
  return {
    secrets(text) {
      const redacted = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
      const homeless = home.length > 1 ? redacted.replaceAll(home, '~') : redacted;
      return itsName === undefined ? homeless : homeless.replace(itsName, '(this computer)');
    },
    addresses(text) {
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

/** Matches this name, but not within another word. Undefined for a name that tells nothing. */
function nameOf(name: string): RegExp | undefined {
  const isTelling =
    name.length >= SHORTEST_SECRET && name !== 'localhost' && !USUAL_USERS.includes(name.toLowerCase());
  const literal = name.replace(/[^\w-]/g, '\\$&');
  return isTelling ? new RegExp(`(?<![\\w.-])${literal}(?![\\w-])`, 'g') : undefined;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the account may have no name.
    return '';
  }
}

/** Addresses that say nothing: those of every computer, and those of no computer. */
function isCommon(address: string): boolean {
  return isLoopback(address) || /^(0\.|255\.|::$|127\.|239\.|224\.)/.test(address);
}

/** Names without a dot in the addresses of a value: those of computers nearby. */
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
      // Of `name:password`.
      secret.slice(secret.indexOf(':') + 1),
    ]),
  );
  const inAddresses = texts
    .flatMap((text) => text.match(WEB_ADDRESSES) ?? [])
    .filter((address) => URL.canParse(address))
    .flatMap((address) => {
      // The path of a webhook's address may be its token.
      const { username, password, pathname, search } = new URL(address);
      const names = username === USUAL_NAME ? [] : [username];
      return [`${pathname}${search}`, password, percentDecoded(password), ...names, search];
    });
  return [...inCommands, ...inAddresses];
}
