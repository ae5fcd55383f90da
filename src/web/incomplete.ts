/**
 * Reloads a page that lacks a script or a style because the server was restarting when the page asked for it. The page
 * would stay blank otherwise. It is part of the page itself, because a file of its own could be refused, too.
 */
import { createHash } from 'node:crypto';
import german from '../../texts/pages/de.json' with { type: 'json' };
import english from '../../texts/pages/en.json' with { type: 'json' };

const ID = 'page.incomplete';

/** Scripts of the pages for people, which say it, and of overlays, which are seen by the audience. */
const SCRIPTS = {
  page: scriptOf({ en: english[ID], de: german[ID] }),
  overlay: scriptOf({}),
};

/**
 * Reloads once the server has the file, so that the browser's own error page does not replace ours. The waits grow up to
 * a minute with every reload that did not help, and with every file that is still missing.
 */
function scriptOf(texts: Readonly<Record<string, string>>): string {
  return `(() => {
  const texts = ${JSON.stringify(texts)};
  let missing;
  addEventListener('error', async ({ target }) => {
    const isScript = target instanceof HTMLScriptElement;
    const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
    // A style with a listener is asked for again by the page that added it.
    if (missing !== undefined || !(isScript || (isStyle && target.onerror === null))) {
      return;
    }
    missing = target.src ?? target.href;
    document.body === null ? addEventListener('DOMContentLoaded', say) : say();
    const reloads = history.state?.reloads ?? 0;
    for (let wait = 500 * 2 ** reloads; ; wait *= 2) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 60_000)));
      if (await fetch(missing, { cache: 'no-store' }).then(({ ok }) => ok, () => false)) {
        break;
      }
    }
    history.replaceState({ reloads: reloads + 1 }, '');
    location.reload();
  }, true);
  addEventListener('load', () => missing ?? (history.state?.reloads && history.replaceState(null, '')));
  function say() {
    const text = texts[localStorage.getItem('deckcast.language') ?? navigator.language.slice(0, 2)] ?? texts.en;
    if (text !== undefined) {
      const place = Object.assign(document.createElement('main'), { className: 'message' });
      place.append(Object.assign(document.createElement('p'), { role: 'alert', textContent: text }));
      document.querySelector('main')?.before(place);
    }
  }
})();`;
}

/** Source for `script-src`, since the pages may contain no other script. */
export function sourceOf(kind: keyof typeof SCRIPTS): string {
  return `'sha256-${createHash('sha256').update(SCRIPTS[kind]).digest('base64')}'`;
}

/** Adds the script to a page. */
export function complete(page: string, kind: keyof typeof SCRIPTS): string {
  return page.replace('<head>', () => `<head><script>${SCRIPTS[kind]}</script>`);
}

/** Adds the script to the answer if that is one of our pages. */
export async function completing(response: Response, kind: keyof typeof SCRIPTS): Promise<Response> {
  const { headers, status } = response;
  if (status !== 200 || response.body === null || !headers.get('Content-Type')?.startsWith('text/html')) {
    return response;
  }
  headers.delete('Content-Length');
  return new Response(complete(await response.text(), kind), { headers });
}
