/**
 * DJ products and the source for each: the first question of the set-up page. Pure.
 *
 * @import { SourceCard } from '../../src/web/wire/setup.ts'
 *
 * @typedef {object} Product
 * @property {string} id
 * @property {string} name  in the maker's spelling; empty if it has none. Its words are `gear.<id>` in the catalogue.
 * @property {string} source  empty: none of these
 * @property {RegExp} [seen]  matches the findings of a shared source for this product
 * @property {Readonly<Record<string, string>>} [set]  options that this product needs
 * @property {Readonly<Record<string, string>>} [initial]  options that this product needs, unless they have a value
 * @property {{ readonly source: string }} [otherwise]  alternative source
 * @property {string} [instead]  source that it replaces, as the alternative
 */

/** Key among the pressed products: the user has removed every picture. */
export const NONE = 'none';

/** @type {readonly Product[]} */
export const PRODUCTS = [
  { id: 'denon', name: 'Denon DJ', source: 'hwdevice' },
  { id: 'pioneer', name: 'Pioneer DJ', source: 'prodjlink' },
  { id: 'traktor', name: 'Traktor', source: 'traktor', otherwise: { source: 'icecast' } },
  { id: 'serato', name: 'Serato', source: 'softb', seen: /Serato/ },
  {
    id: 'rekordbox',
    name: 'rekordbox',
    source: 'osc',
    set: { 'osc.in.preset': 'rkbx_link' },
    seen: /\(rkbx_link\)/,
    otherwise: { source: 'rekordbox' },
  },
  { id: 'virtualdj', name: 'VirtualDJ', source: 'virtualdj', otherwise: { source: 'softa' } },
  { id: 'djay', name: 'djay', source: 'softa', seen: /djay|DJUCED/ },
  { id: 'mixxx', name: 'Mixxx', source: 'softb', seen: /Mixxx/, otherwise: { source: 'icecast' } },
  { id: 'player', name: '', source: 'mediacontrol', otherwise: { source: 'streamingsource' } },
  { id: 'broadcast', name: '', source: 'icecast' },
  { id: 'ear', name: '', source: 'hear', initial: { 'hear.input': 'page' } },
  { id: 'other', name: '', source: '' },
];

/**
 * Returns whether the product was found on this computer or its network before the user asked for it, or delivers as
 * the default.
 *
 * @param {Product} product
 * @param {readonly SourceCard[]} cards
 */
export function isFound(product, cards) {
  return cards.some(
    (card) =>
      card.name === product.source &&
      ((card.state === 'arrived' && productOf(card, undefined) === product) ||
        (card.state === 'off' && findingsOf(product, card).length > 0)),
  );
}

/** Returns whether the source has no use but those of its pictures. @param {string} source */
export function isPictured(source) {
  const all = PRODUCTS.filter((product) => product.source === source);
  return all.length > 1 || all.some(({ set, seen }) => set === undefined && seen === undefined);
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
 * Returns the product of this source: the one that the user pressed, or else the one that the source has found.
 *
 * @param {SourceCard} card
 * @param {string | undefined} pressed  its id
 */
export function productOf({ name, watching = '' }, pressed) {
  if (pressed !== undefined) {
    return PRODUCTS.find(({ id }) => id === pressed);
  }
  const all = PRODUCTS.filter(({ source }) => source === name);
  // A product that shares its source matches only if the source reports it.
  return (
    all.find(({ seen }) => seen?.test(watching)) ??
    all.find(({ seen }) => seen === undefined) ??
    PRODUCTS.find(({ otherwise }) => all.length === 0 && otherwise?.source === name)
  );
}
