/** Fields that make the address of a web radio station from what its owner was given. */
import { inputView } from '../inputs.js';
import { html, nothing } from '../lit/lit-html.js';
import { word } from '../words.js';

/** `place`: title of the path in the server's address; empty for Shoutcast, which has one stream. */
const SERVERS = {
  icecast: { title: 'Icecast', port: '8000', place: word('station.mount') },
  shoutcast: { title: 'Shoutcast', port: '8000', place: '' },
  azuracast: { title: 'AzuraCast', port: '', place: word('station.number') },
};

/** @typedef {keyof typeof SERVERS} Server */

/**
 * @param {() => void} redraw
 * @param {(address: string) => void} made  called after each change; empty until there is a host
 */
export function createStation(redraw, made) {
  const given = {
    server: 'icecast',
    host: '',
    port: '8000',
    place: '',
    user: 'source',
    password: '',
    tls: 'false',
  };

  /** @param {keyof typeof given} name @param {string} text */
  function enter(name, text) {
    given[name] = text;
    if (name === 'server') {
      given.port = serverOf(given).port;
    }
    made(addressOf(given));
    redraw();
  }

  /** @param {keyof typeof given} name @param {string} title @param {Parameters<typeof inputView>[0]} [spec] */
  function field(name, title, spec = { field: 'text' }) {
    const id = `station-${name}`;
    return html`<p class="field"><label for=${id}>${title}</label>${inputView(spec, given[name], (text) => enter(name, text), { id })}</p>`;
  }

  return () => {
    const { place } = serverOf(given);
    const isIcecast = given.server === 'icecast';
    const choices = Object.keys(SERVERS);
    const choiceTitles = Object.fromEntries(Object.entries(SERVERS).map(([id, { title }]) => [id, title]));
    return html`<div class="form wide" id="station">
      ${field('server', word('station.server'), { field: 'choice', choices, choiceTitles, default: 'icecast' })}
      ${field('host', word('station.host'), { field: 'text', placeholder: 'radio.example.org' })}
      ${field('port', word('station.port'), { field: 'number' })}
      ${place === '' ? nothing : field('place', place)}
      ${isIcecast ? field('user', word('station.user')) : nothing}
      ${field('password', given.server === 'azuracast' ? word('station.key') : word('station.password'), { field: 'secret' })}
      ${field('tls', word('station.tls'), { field: 'switch' })}
    </div>`;
  };
}

/** @param {{ server: string }} given */
function serverOf({ server }) {
  return SERVERS[/** @type {Server} */ (server)];
}

/**
 * @param {Readonly<Record<'server' | 'host' | 'port' | 'place' | 'user' | 'password' | 'tls', string>>} given
 * @returns {string}
 */
export function addressOf({ server, host, port, place, user, password, tls }) {
  if (host.trim() === '') {
    return '';
  }
  const name = server === 'icecast' ? encodeURIComponent(user) : '';
  const at = port === '' ? '' : `:${port}`;
  const path = server === 'shoutcast' ? '' : encodeURI(place.replace(/^\//, ''));
  return `${server}${tls === 'true' ? 's' : ''}://${name}:${encodeURIComponent(password)}@${host.trim()}${at}/${path}`;
}
