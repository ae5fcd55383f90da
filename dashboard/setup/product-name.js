/**
 * @import { PageText } from '../words.js'
 * @import { Product } from './products.js'
 */
import { word } from '../words.js';

/** @param {Product} product */
export function nameOf({ id, name }) {
  return name || word(/** @type {PageText} */ (`gear.${id}`));
}
