import { isIP } from 'node:net';
import { type Message, say } from '../../core/message.ts';
import type { Kind, Parsed } from '../../core/option.ts';
import { bad, good, quoted, textual, withoutPassword, withoutSecrets } from './kind.ts';
import { list, withoutEmpty } from './list.ts';

export interface Address {
  /** Name or bare IP address; absent for every address of the machine. */
  readonly host?: string;
  /** 0: any free port. */
  readonly port: number;
}

const ADDRESS = /^(?:(?:\[([^\]]*)\]|([^:[\]\s]*)):)?(\d{1,5})$/;

/** `host:port`, `:9090` or `9090` for every address, `[::1]:9090` for IPv6. */
export const address: Kind<Address> = textual({
  type: 'string',
  format: 'address',
  parse(text) {
    const found = ADDRESS.exec(text);
    const port = Number(found?.[3]);
    if (found === null || port > 65_535) {
      return bad(say('settings.address-written-like-9090-127-0', { quoted: quoted(text) }));
    }
    const host = found[1] ?? found[2] ?? '';
    return good(host === '' ? { port } : { host, port });
  },
  print: ({ host = '', port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`,
});

/** Empty: don't listen. */
export const addressOrNone: Kind<Address | undefined> = textual<Address | undefined>({
  type: 'string',
  format: 'address',
  parse: (text) => (text === '' ? good(undefined) : address.parse(text)),
  print: (value) => (value === undefined ? '' : address.print(value)),
});

/** Another program, `auto` to find it, or empty for none. */
export const addressOrAuto: Kind<Address | 'auto' | undefined> = textual<Address | 'auto' | undefined>({
  type: 'string',
  format: 'address',
  parse: (text) => (text === 'auto' ? good(text) : addressOrNone.parse(text)),
  print: (value) => (value === 'auto' ? value : addressOrNone.print(value)),
});

const HOST_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

/** Name or bare IP address; empty for none. */
export const hostOrNone: Kind<string> = textual({
  type: 'string',
  parse(text) {
    return text === '' || isIP(text) !== 0 || HOST_NAME.test(text)
      ? good(text)
      : bad(say('settings.host-is-name-or-ip', { quoted: quoted(text) }));
  },
  print: (value) => value,
});

/** Http or https; empty for none. */
export const url: Kind<string> = serviceAddress(problemOnTheWeb);

/** Http or https, for people to open; empty for none. */
export const pageAddress: Kind<string> = serviceAddress(problemOnTheWeb, 'name');

/** May contain name and password, and a token in its path unless `hides` is `name`; empty for none. */
export function serviceAddress(
  problemOf: (address: string) => Message | undefined,
  hides: 'name' | 'path' = 'path',
): Kind<string> {
  return textual({
    type: 'string',
    format: 'url',
    mayHoldPassword: hides,
    parse(given) {
      const text = given.trim();
      const problem = text === '' ? undefined : problemOf(text);
      return problem === undefined ? good(text) : bad(problem);
    },
    print: hides === 'path' ? withoutSecrets : withoutPassword,
  });
}

/** Ws or wss; empty for none. */
export const socketUrl: Kind<string> = serviceAddress((text) =>
  URL.canParse(text) && /^wss?:\/\/[^/]/i.test(text)
    ? undefined
    : say('settings.address-websocket-server-begins-ws-wss'),
);

/** Http or https, for people to open. */
export const links: Kind<readonly string[]> = checkedList((address) =>
  isOnTheWeb(address)
    ? undefined
    : say('settings.link-begins-https-http-names-host', { quoted: quoted(address) }),
);

function problemOnTheWeb(text: string): Message | undefined {
  return isOnTheWeb(text) ? undefined : say('settings.address-web-begins-http-https-names');
}

function isOnTheWeb(address: string): boolean {
  return URL.canParse(address) && /^https?:\/\/[^/]/i.test(address);
}

/** May contain names and passwords, which are not shown. The path tells one from another and is no secret. */
export function addresses(problemOf: (address: string) => Message | undefined): Kind<readonly string[]> {
  return {
    ...checkedList(problemOf),
    mayHoldPassword: 'name',
    print: (values) => list.print(values.map(withoutPassword)),
  };
}

function checkedList(problemOf: (value: string) => Message | undefined): Kind<readonly string[]> {
  const checked = (written: Parsed<readonly string[]>): Parsed<readonly string[]> => {
    const given = withoutEmpty(written);
    const problem = given.ok ? given.value.map(problemOf).find((one) => one !== undefined) : undefined;
    return problem === undefined ? given : bad(problem);
  };
  return {
    ...list,
    parse: async (text, files) => checked(await list.parse(text, files)),
    fromFile: async (value, files) => checked(await list.fromFile(value, files)),
  };
}

// OSC 1.0, "OSC Address Spaces": printable ASCII without blank, slash and pattern characters.
const OSC_ADDRESS = /^(?:\/[!"$-)+\-.0-Z\\^-z|~]+)+$/;

/** `/deck/title`; empty for none. */
export const oscAddress: Kind<string> = textual({
  type: 'string',
  parse(text) {
    if (text === '' || OSC_ADDRESS.test(text)) {
      return good(text);
    }
    return bad(say('settings.osc-address-begins-no-blanks-none', { quoted: quoted(text) }));
  },
  print: (value) => value,
});

const DECK = '{deck}';

/** `{deck}` may replace a part, or a piece of one, once. */
export const oscPattern: Kind<string> = textual({
  type: 'string',
  parse(text) {
    return text === '' || OSC_ADDRESS.test(text.replace(DECK, '1'))
      ? good(text)
      : bad(say('settings.address-like-deck', { given: quoted(text) }));
  },
  print: (value) => value,
});
