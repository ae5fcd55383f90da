/** Opens a page in the browser of the person at this computer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { messageOf } from '../core/errors.ts';
import type { Logger } from '../core/tools.ts';

/** The command that opens the address that follows it; undefined on a computer without a screen. */
export function openerOf(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly [file: string, ...args: string[]] | undefined {
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      // Not the `start` of cmd, which interprets `&` in an address.
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
  }
}

interface Page {
  /** For a browser on this computer. */
  readonly url: string;
  /** The end of the address, which the log does not have; called once there is something to open it. */
  readonly secret: () => string;
  /** Its address for other computers; undefined where only this one reaches it. */
  readonly elsewhere: () => Promise<string | undefined>;
}

/** Never rejects: without a browser, the log says which address to open. */
export async function openBrowser(
  { url, secret, elsewhere }: Page,
  { log }: { readonly log: Logger },
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'> = process,
): Promise<void> {
  const opener = openerOf(platform, env);
  if (opener === undefined) {
    const address = await elsewhere();
    if (address === undefined) {
      log.info('no display found, and no other computer reaches the pages', {
        hint: 'start with --http.addr=:9090 and --http.admin_token=choose-something-long',
      });
    } else {
      log.info('no display found: open this page on another computer', {
        url: address,
        hint: 'it asks for the token of --http.admin_token',
      });
    }
    return;
  }
  const [file, ...args] = opener;
  try {
    // A browser that it starts must outlive this program.
    const child = spawn(file, [...args, url + secret()], { detached: true, stdio: 'ignore', env });
    await once(child, 'spawn');
    child.unref();
  } catch (error) {
    log.warn('the browser could not be opened: open the page yourself', { url, reason: messageOf(error) });
  }
}
