/** Fields for the server, user and password of an address, as a user gets them from a service. */
import { inputView } from './inputs.js';
import { html, nothing } from './lit/lit-html.js';
import { option } from './saved.js';
import { press } from './view.js';
import { word } from './words.js';

/**
 * @typedef {object} Server
 * @property {string} title
 * @property {readonly [string, string]} schemes  unencrypted and encrypted
 * @property {string} port  usual one
 * @property {string} place  title of the path; empty for servers without one
 * @property {string} user  title of the user's name; empty for servers without one
 * @property {string} usualUser
 * @property {string} password  title
 * @property {string} tls  `true` or `false`
 * @property {boolean} [region]  the store has one
 *
 * @typedef {Record<'server' | 'host' | 'port' | 'place' | 'user' | 'password' | 'region' | 'tls', string>} Given
 */

const STATION = { port: '8000', user: '', usualUser: '', password: word('station.password'), tls: 'false' };
/** @type {Readonly<Record<string, Readonly<Record<string, Server>>>>} */
const SERVERS = {
  'radio.url': {
    icecast: {
      ...STATION,
      title: 'Icecast',
      schemes: ['icecast', 'icecasts'],
      place: word('station.mount'),
      user: word('station.user'),
      usualUser: 'source',
    },
    shoutcast: { ...STATION, title: 'Shoutcast', schemes: ['shoutcast', 'shoutcasts'], place: '' },
    azuracast: {
      ...STATION,
      title: 'AzuraCast',
      schemes: ['azuracast', 'azuracasts'],
      port: '',
      place: word('station.number'),
      password: word('station.key'),
    },
  },
  'page.url': {
    webdav: {
      title: 'WebDAV',
      schemes: ['http', 'https'],
      port: '',
      place: word('parts.folder'),
      user: word('parts.user'),
      usualUser: '',
      password: word('parts.password'),
      tls: 'true',
    },
    s3: {
      title: 'S3',
      schemes: ['s3http', 's3'],
      port: '',
      place: word('parts.bucket'),
      user: word('parts.key'),
      usualUser: '',
      password: word('parts.secret'),
      tls: 'true',
      region: true,
    },
  },
};

/**
 * @param {string} name  of the option; several addresses are separated by commas
 * @param {boolean} isList
 * @param {() => void} redraw
 * @param {{ text(): string, fill(text: string): void }} input
 */
export function createParts(name, isList, redraw, input) {
  const servers = SERVERS[name] ?? {};
  let given = empty(servers, Object.keys(servers)[0] ?? '');
  /** Address of the fields, and the others around it. */
  let made = '';
  let others = all();
  let at = others.length;
  /** The server has the password of `made`. */
  let isKept = false;
  let filled = input.text();
  /** Decided once, so that a save folds nothing. */
  const isOpen = filled === '';
  if (!isList && filled !== '') {
    edit(0);
  }

  function all() {
    return input
      .text()
      .split(isList ? ',' : '\n')
      .map((one) => one.trim())
      .filter(Boolean);
  }

  /** @param {keyof Given} part @param {string} text */
  function enter(part, text) {
    given = part === 'server' ? { ...empty(servers, text), host: given.host } : { ...given, [part]: text };
    if (input.text() !== filled) {
      // The user has edited the addresses, or a save has masked them.
      setOthers();
    }
    made = addressOf(given, servers, isKept);
    const kept = others.filter((one) => masked(one) !== masked(made));
    kept.splice(at, 0, ...(made === '' ? [] : [made]));
    fill(kept);
  }

  function setOthers() {
    others = isList ? all() : [];
    const index = others.findIndex((one) => masked(one) === masked(made));
    at = index < 0 ? others.length : index;
    others.splice(at, 1);
  }

  /** @param {readonly string[]} addresses */
  function fill(addresses) {
    input.fill(addresses.join(','));
    filled = input.text();
    redraw();
  }

  /** @param {number} index */
  function edit(index) {
    others = all();
    at = index;
    [made = ''] = others.splice(index, 1);
    given = partsOf(made, servers) ?? given;
    isKept = isMasked(made);
    filled = input.text();
  }

  function another() {
    given = empty(servers, given.server);
    made = '';
    isKept = false;
    setOthers();
    filled = input.text();
    redraw();
    document.getElementById(`part-${name}-host`)?.focus();
  }

  /** @param {number} index */
  function remove(index) {
    const left = all();
    const [gone = ''] = left.splice(index, 1);
    fill(left);
    if (masked(gone) === masked(made)) {
      another();
    } else {
      setOthers();
    }
  }

  /** @param {keyof Given} part @param {string} title @param {Parameters<typeof inputView>[0]} [spec] */
  function field(part, title, spec = { field: 'text' }) {
    const id = `part-${name}-${part}`;
    return html`<p class="field"><label for=${id}>${title}</label>${inputView(spec, given[part], (text) => enter(part, text), { id })}</p>`;
  }

  /** @param {string} one @param {number} index */
  const addressView = (one, index) => html`<li>
    <span>${masked(one)}</span>
    <button class="btn" type="button" aria-label=${`${word('parts.edit')}: ${masked(one)}`} @click=${press(
      () => {
        edit(index);
        redraw();
        document.getElementById(`part-${name}-host`)?.focus();
      },
    )}>${word('parts.edit')}</button>
    <button class="btn" type="button" aria-label=${`${word('settings.remove')}: ${masked(one)}`} @click=${press(() => remove(index))}>${word('settings.remove')}</button>
  </li>`;

  /** Lists the saved addresses that are still in the text, without the one being typed. */
  function savedView() {
    const saved = (option(name)?.value ?? '').split(',').map((one) => masked(one.trim()));
    const listed = all().map((one, index) =>
      saved.includes(masked(one)) ? addressView(one, index) : nothing,
    );
    const address = masked(made);
    const isSaved = saved.includes(address);
    return listed.every((one) => one === nothing)
      ? nothing
      : html`<p class="small">${isSaved ? word('station.saved-below', { address }) : word('station.saved')}</p><ul class="addresses small">${listed}</ul>
          ${isSaved ? html`<p><button class="btn" type="button" @click=${press(another)}>${word('station.another')}</button></p>` : nothing}`;
  }

  return () => {
    const choices = Object.keys(servers);
    const choiceTitles = Object.fromEntries(choices.map((id) => [id, servers[id]?.title ?? '']));
    const server = servers[given.server];
    const placeholder = isKept ? '***' : '';
    return server === undefined
      ? nothing
      : html`<details class="parts" ?open=${isOpen} data-home><summary>${word('station.make')}</summary>
      ${isList ? savedView() : nothing}
      <div class="form">
        ${field('server', word('parts.server'), { field: 'choice', choices, choiceTitles, default: given.server })}
        ${field('host', word('station.host'), { field: 'text', placeholder: 'example.org' })}
        ${made !== '' && given.host.trim() === '' ? html`<p class="wrong small" role="status">${word('parts.no-host')}</p>` : nothing}
        ${field('port', word('station.port'), { field: 'number' })}
        ${server.place === '' ? nothing : field('place', server.place)}
        ${server.user === '' ? nothing : field('user', server.user, { field: 'text', placeholder })}
        ${field('password', server.password, { field: 'secret', placeholder })}
        ${server.region ? field('region', word('parts.region'), { field: 'text', placeholder: 'us-east-1' }) : nothing}
        ${field('tls', word('station.tls'), { field: 'switch' })}
      </div></details>`;
  };
}

/** @param {string} address */
function masked(address) {
  return address.replace(/\/\/[^/]*@/, '//***@');
}

/** @param {string} address */
function isMasked(address) {
  return masked(address) === address && address.includes('@');
}

/** @param {Readonly<Record<string, Server>>} servers @param {string} server @returns {Given} */
function empty(servers, server) {
  const { port = '', usualUser: user = '', tls = 'true' } = servers[server] ?? {};
  return { server, host: '', port, place: '', user, password: '', region: '', tls };
}

/** @param {string} address @param {Readonly<Record<string, Server>>} servers @returns {Given | undefined} */
function partsOf(address, servers) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const scheme = url?.protocol.slice(0, -1) ?? '';
  const [server] = Object.keys(servers).filter((one) => servers[one]?.schemes.includes(scheme));
  if (url === undefined || server === undefined) {
    return undefined;
  }
  const isStored = isMasked(address);
  return {
    server,
    host: url.hostname,
    port: url.port,
    place: decoded(url.pathname.replace(/^\//, '')),
    user: isStored ? '' : decoded(url.username),
    password: isStored ? '' : decoded(url.password),
    region: url.searchParams.get('region') ?? '',
    tls: String(servers[server]?.schemes[1] === scheme),
  };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Empty if nothing is entered. Without a host, it is an address that the server refuses, so that a save drops nothing.
 *
 * @param {Given} given
 * @param {Readonly<Record<string, Server>>} servers
 * @param {boolean} isKept  without another password, the stored one is kept
 */
function addressOf(given, servers, isKept) {
  const { server, host, port, place, user, password, region, tls } = given;
  const usual = empty(servers, server);
  if (
    /** @type {(keyof Given)[]} */ (Object.keys(usual)).every((part) =>
      ['', usual[part]].includes(given[part].trim()),
    )
  ) {
    return '';
  }
  const kind = servers[server];
  const [plain, encrypted] = kind?.schemes ?? [];
  const name = kind?.user === '' ? '' : encodeURIComponent(user);
  const entered = [name, encodeURIComponent(password)];
  // The server puts the stored parts in place of the asterisks.
  const parts = isKept
    ? entered.map((part, at) => part || (at === 0 && kind?.user === '' ? '' : '***'))
    : entered;
  const isUntouched = isKept && name === '' && password === '';
  const secret = isUntouched ? '***' : parts.every((part) => part === '') ? '' : parts.join(':');
  const path = kind?.place === '' ? '' : encodeURI(place.replace(/^\//, ''));
  const query = region === '' ? '' : `?region=${encodeURIComponent(region)}`;
  return `${tls === 'true' ? encrypted : plain}://${secret === '' ? '' : `${secret}@`}${host.trim()}${port === '' ? '' : `:${port}`}/${path}${query}`;
}
