import { atHost, isThisComputerOnly } from '../core/loopback.ts';
import { readLive, type SettingsOf } from '../core/option.ts';
import type { Clock, Disk } from '../core/tools.ts';
import { logoFiles, NAMES_SECONDS, type PageFile, pageFiles } from '../sets/page/files.ts';
import type { SetPage } from '../sets/page/set-page.ts';
import { languageFor } from '../sets/page/words.ts';
import { type pageOptions, pageText } from '../settings/shared.ts';
import { protect } from './headers.ts';
import type { SetupPlace } from './operator/setup.ts';

export interface SetPageDeps extends SetupPlace {
  readonly page: SetPage;
  /** See `ServerDeps`. */
  readonly isSetShown: Promise<void>;
  readonly clock: Clock;
  readonly disk: Pick<Disk, 'read'>;
  readonly host: () => Promise<string>;
}

type Settings = SettingsOf<typeof pageOptions>;

const PREFIX = '/page/';

/** Undefined for files that don't change with the set. */
export function createSetPage(
  settings: Settings,
  { page, isSetShown, clock, disk, here, listenHost, host }: SetPageDeps,
): (request: Request) => Promise<Response | undefined> {
  const isUnreachable = isThisComputerOnly(listenHost);

  /** Undefined if only this computer could open it. */
  async function address(): Promise<string | undefined> {
    const given = readLive(settings, 'page.address');
    if (given !== '' || isUnreachable) {
      return given || undefined;
    }
    const hostname = await host();
    return isThisComputerOnly(hostname) ? undefined : atHost(new URL(PREFIX.slice(1), here()), hostname).href;
  }

  return async (request) => {
    const path = new URL(request.url).pathname.slice(PREFIX.length);
    if (path === 'qr.svg') {
      const opened = await address();
      // Browsers log a 404 as an error, but asking is no mistake.
      return opened === undefined
        ? protect(new Response(null, { status: 204 }), 'page')
        : answer({ type: 'image/svg+xml', body: await qrCode(opened), seconds: NAMES_SECONDS }, clock);
    }
    // An open page keeps its tracks meanwhile.
    await isSetShown;
    const given = pageText(settings);
    const logo = /^(logo\.|$)/.test(path) ? await logoFiles(given.logo, disk) : new Map();
    const text = logo.size > 0 ? given : { ...given, logo: '' };
    const language = languageFor(request.headers.get('accept-language'));
    const files = new Map([
      ...logo,
      ...pageFiles(page.view(clock.monotonic()), text, clock.now(), { language }),
    ]);
    const file = files.get(path === '' ? 'index.html' : path)?.();
    return file && answer(file, clock);
  };
}

/** `Last-Modified` tells readers that the program runs. A logo opened as a page runs nothing. */
function answer({ type, body, seconds }: PageFile, clock: Clock): Response {
  const headers = {
    'Content-Type': type,
    'Cache-Control': `public, max-age=${seconds}`,
    'Last-Modified': new Date(clock.now()).toUTCString(),
    ...(type.startsWith('text/html') && { Vary: 'Accept-Language' }),
  };
  const response = new Response(typeof body === 'string' ? body : Buffer.from(body), { headers });
  return protect(response, type.startsWith('image/') ? 'file' : 'page');
}

async function qrCode(address: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  return renderSVG(address, { border: 2 });
}
