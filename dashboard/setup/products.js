/**
 * DJ products and the source for each: the first question of the set-up page. Pure.
 *
 * @import { SourceCard } from '../../src/web/wire/setup.ts'
 *
 * @typedef {object} Product
 * @property {string} id
 * @property {string} name  in the maker's spelling
 * @property {string} about
 * @property {string} source  empty: none of these
 * @property {RegExp} [seen]  matches the findings of a shared source for this product
 * @property {Readonly<Record<string, string>>} [set]  options that this product needs
 * @property {{ readonly source: string, readonly text: string }} [otherwise]  alternative source
 * @property {string} picture  lines of an SVG of 48 x 48
 */

const LAPTOP = 'M9 11h30v21H9z M5 37h38';
const JOG = 'M24 15a9 9 0 1 0 .1 0z';

/** @type {readonly Product[]} */
export const PRODUCTS = [
  {
    id: 'denon',
    name: 'Denon DJ',
    about: 'Prime, SC and Numark players with Engine OS',
    source: 'hwdevice',
    picture: 'M4 12h40v24H4z M13 18a6 6 0 1 0 .1 0z M35 18a6 6 0 1 0 .1 0z M24 16v16 M21.5 25h5',
  },
  {
    id: 'pioneer',
    name: 'Pioneer DJ',
    about: 'CDJ and XDJ players, AlphaTheta',
    source: 'prodjlink',
    picture: 'M11 5h26v38H11z M16 10h16v7H16z M24 20a9 9 0 1 0 .1 0z M24 26a3 3 0 1 0 .1 0z',
  },
  {
    id: 'traktor',
    name: 'Traktor',
    about: 'Traktor Pro 3 and 4',
    source: 'traktor',
    otherwise: { source: 'icecast', text: 'Without changing Traktor, by its broadcast:' },
    picture: 'M5 14h16v20H5z M27 14h16v20H27z M10 20l6 4-6 4z M32 20l6 4-6 4z',
  },
  {
    id: 'serato',
    name: 'Serato',
    about: 'Serato DJ Pro and Lite',
    source: 'softb',
    seen: /Serato/,
    picture: 'M24 6a18 18 0 1 0 .1 0z M24 13a11 11 0 1 0 .1 0z M24 21a3 3 0 1 0 .1 0z',
  },
  {
    id: 'rekordbox',
    name: 'rekordbox',
    about: 'On a computer, with rkbx_link',
    source: 'osc',
    set: { 'osc.in.preset': 'rkbx_link' },
    seen: /\(rkbx_link\)/,
    otherwise: { source: 'rekordbox', text: 'Without rkbx_link, with the key of its database:' },
    picture: `${LAPTOP} M16 19v6 M20 16v12 M24 20v4 M28 17v10 M32 20v4`,
  },
  {
    id: 'virtualdj',
    name: 'VirtualDJ',
    about: 'With a Pro license, or by its text file',
    source: 'virtualdj',
    otherwise: { source: 'softa', text: 'Without a Pro license, by its text file:' },
    picture: `${LAPTOP} M18 17a5 5 0 1 0 .1 0z M30 17a5 5 0 1 0 .1 0z`,
  },
  {
    id: 'djay',
    name: 'djay',
    about: 'djay Pro, DJUCED, any text file',
    source: 'softa',
    seen: /djay|DJUCED/,
    picture: `M12 5h24v38H12z M24 12a7 7 0 1 0 .1 0z M17 31h14 M17 36h9`,
  },
  {
    id: 'mixxx',
    name: 'Mixxx',
    about: 'Version 2.3 and newer',
    source: 'softb',
    seen: /Mixxx/,
    otherwise: { source: 'icecast', text: 'At once instead of when it counts as played, by its broadcast:' },
    picture: 'M8 6h32v36H8z M16 12v24 M24 12v24 M32 12v24 M13 19h6 M21 28h6 M29 16h6',
  },
  {
    id: 'player',
    name: 'A player',
    about: 'Spotify, Music, VLC, a browser',
    source: 'mediacontrol',
    otherwise: { source: 'streamingsource', text: 'On a phone or another computer, by the Spotify account:' },
    picture: `${JOG} M5 8h38v32H5z M22 20l7 4-7 4z`,
  },
  {
    id: 'other',
    name: 'Something else',
    about: 'Everything that deckcast can watch',
    source: '',
    picture: 'M14 24h.1 M24 24h.1 M34 24h.1 M5 10h38v28H5z',
  },
];

/**
 * Returns whether the product was found on this computer or its network before the user asked for it.
 *
 * @param {Product} product
 * @param {readonly SourceCard[]} cards
 */
export function isFound(product, cards) {
  return cards.some(
    (card) => card.name === product.source && card.state === 'off' && findingsOf(product, card).length > 0,
  );
}

/**
 * Returns option values that make the source use the found product.
 *
 * @param {Product} product
 * @param {SourceCard} card  of its source
 */
export function offersOf(product, card) {
  return findingsOf(product, card).find(({ offers }) => offers !== undefined)?.offers ?? {};
}

/** @param {Product} product @param {SourceCard} card */
function findingsOf({ seen = /^/ }, { findings }) {
  return findings.filter(({ severity, finding }) => severity === 'note' && seen.test(finding));
}

/**
 * Returns the product of this source: the chosen one, or else the one that the source has found.
 *
 * @param {SourceCard} card
 * @param {Product | undefined} chosen
 */
export function productOf({ name, watching = '' }, chosen) {
  if (chosen?.source === name) {
    return PRODUCTS.find(({ id }) => id === chosen.id);
  }
  const all = PRODUCTS.filter(({ source }) => source === name);
  // Products with their own options match only if the source reports them.
  return all.find(({ seen }) => seen?.test(watching)) ?? all.find(({ set }) => set === undefined);
}
