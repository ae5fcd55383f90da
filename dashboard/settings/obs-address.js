/** The overlay's address for OBS, which keeps the old one after a change of the port. */
import { copyText } from '../copy-text.js';
import { byId } from '../dom.js';
import { html, nothing } from '../lit/lit-html.js';
import { option } from '../saved.js';
import { press } from '../view.js';
import { word } from '../words.js';

const EVERY_ADDRESS = ['', '0.0.0.0', '[::]'];

/** @param {() => void} redraw */
export function createObsAddress(redraw) {
  /** Last address that the user copied or selected, and the answer below it. */
  let said = { address: '', text: '' };

  /** @param {string} address */
  async function copy(address) {
    const isCopied = await copyText(byId('obs-address', HTMLInputElement));
    said = { address, text: word(isCopied ? 'setup.copied' : 'setup.press-ctrl-c') };
    redraw();
  }

  return {
    /** @param {string} listen  address to listen at, perhaps unsaved */
    view(listen) {
      const address = addressAt(listen);
      if (address === undefined || option('obs.url')?.value) {
        return nothing;
      }
      return html`<label for="obs-address" class="dim small">${word('settings.obs-address')}</label>
        <input id="obs-address" readonly .value=${address}>
        <button id="copy-obs-address" class="btn" type="button" @click=${press(() => copy(address))}>${word('setup.copy')}</button>
        <span role="status">${said.address === address ? said.text : ''}</span>`;
    },
  };
}

/** Undefined without a port. @param {string} listen */
function addressAt(listen) {
  const [, host = '', port = ''] = /^(.*?):?(\d+)$/.exec(listen.trim()) ?? [];
  return Number(port) > 0
    ? `http://${EVERY_ADDRESS.includes(host) ? location.hostname : host}:${port}/`
    : undefined;
}
