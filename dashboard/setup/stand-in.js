/** @import { ThemesMessage } from '../../src/web/wire/themes.ts' */
import { read } from '../api.js';

/** Name of the built-in look that viewers see while the user's own is missing; otherwise empty. */
export async function readStandIn() {
  /** @type {ThemesMessage} */
  const { themes } = await (await read('themes')).json();
  const shown = themes.find(({ selected }) => selected);
  return shown === undefined || shown.id === 'custom' ? '' : shown.name;
}
