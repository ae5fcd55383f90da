import { readdirSync, readFileSync } from 'node:fs';

const extension = new URL('../../live/extension/', import.meta.url);
const shared = new URL('../../themes/shared/', import.meta.url);
/** Layouts for viewers. */
const VIEWS = {
  panel: { view: 'page', title: 'Panel' },
  mobile: { view: 'page', title: 'Mobile' },
  overlay: { view: 'overlay', title: 'Video component' },
};

/**
 * Files to upload, by name: the pages, the themes' fonts, and this backend's settings. Throws if viewers' browsers
 * would reject the backend's address.
 * @param {{ readonly url: string, readonly clientId: string }} settings
 * @returns {Map<string, Uint8Array>}
 */
export function extensionFiles({ url, clientId }) {
  const base = new URL(url);
  if (base.protocol !== 'https:' && base.hostname !== '127.0.0.1') {
    throw new Error('--url: pages of an extension only reach addresses that begin with https://');
  }
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  for (const name of readdirSync(extension).filter((name) => /(?<!\.d)\.(html|css|js)$/.test(name))) {
    files.set(name, readFileSync(new URL(name, extension)));
  }
  const viewer = readFileSync(new URL('viewer.html', extension), 'utf8');
  files.delete('viewer.html');
  for (const [name, { view, title }] of Object.entries(VIEWS)) {
    const page = viewer.replace('{view}', view).replace('{title}', title);
    files.set(`${name}.html`, Buffer.from(page));
  }
  const values = { BACKEND: base.href.replace(/\/+$/, ''), LIVE_CLIENT_ID: clientId };
  const settings = Object.entries(values).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`,
  );
  files.set('settings.js', Buffer.from(settings.join('')));
  files.set('fonts.css', readFileSync(new URL('fonts.css', shared)));
  for (const name of readdirSync(new URL('fonts/', shared))) {
    files.set(`fonts/${name}`, readFileSync(new URL(`fonts/${name}`, shared)));
  }
  return files;
}
