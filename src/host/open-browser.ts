import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { messageOf } from '../core/errors.ts';
import type { Logger } from '../core/tools.ts';

/** The address is appended; undefined without a screen. */
export function openerOf(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly [file: string, ...args: string[]] | undefined {
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      // `start` of cmd would interpret `&`.
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
  }
}

interface Page {
  readonly url: string;
  /** The log must not show it. Called only if a browser can be opened. */
  readonly secret: () => string;
  readonly elsewhere: () => Promise<string | undefined>;
  /** The server listens on every network. */
  readonly isOpenToAll: boolean;
  /** Lets other computers configure. */
  readonly hasAdminToken: boolean;
}

/** Resolves to false without a screen. Rejects if the browser cannot be started. It outlives this program. */
export async function startBrowser(
  address: string | (() => string),
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'> = process,
): Promise<boolean> {
  const opener = openerOf(platform, env);
  if (opener === undefined) {
    return false;
  }
  const [file, ...args] = opener;
  const url = typeof address === 'string' ? address : address();
  const child = spawn(file, [...args, url], { detached: true, stdio: 'ignore', env });
  await once(child, 'spawn');
  child.unref();
  return true;
}

const DEFAULT_PORT = '9090';

/** Never rejects: the log names the address. */
export async function openBrowser(
  { url, secret, elsewhere, isOpenToAll, hasAdminToken }: Page,
  { log }: { readonly log: Logger },
  process?: Pick<NodeJS.Process, 'platform' | 'env'>,
): Promise<void> {
  try {
    if (await startBrowser(() => url + secret(), process)) {
      return;
    }
  } catch (error) {
    log.warn('cannot open the browser', { url, reason: messageOf(error), hint: 'open the page yourself' });
    return;
  }
  const address = await elsewhere();
  const { host, port } = new URL(url);
  const command = port === DEFAULT_PORT ? 'deckcast open' : `deckcast open --http.addr=${host}`;
  if (address === undefined && isOpenToAll) {
    log.info('no display found, and no network yet: other computers can reach the pages once there is one', {
      hint: `run "${command}" and forward the port of this computer, or connect it to a network`,
    });
  } else if (address === undefined) {
    log.info('no display found; other computers cannot reach the pages', {
      hint: `run "${command}" and forward the port of this computer, or start with --http.addr=:9090 and --http.admin_token=choose-something-long`,
    });
  } else if (hasAdminToken) {
    log.info('no display found: open this page on another computer', {
      url: address,
      hint: 'it asks for the token of --http.admin_token',
    });
  } else {
    log.info('no display found; other computers need a token', {
      url: address,
      hint: `set --http.admin_token, or run "${command}" and forward the port of this computer`,
    });
  }
}
