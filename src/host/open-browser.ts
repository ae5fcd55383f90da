/** Opens a page in the browser of the person at this computer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { messageOf } from '../core/errors.ts';
import type { Logger } from '../core/tools.ts';

export interface Opener {
  readonly file: string;
  readonly args: readonly string[];
}

/** The program that opens an address; undefined on a computer without a screen. */
export function openerOf(
  url: string,
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): Opener | undefined {
  switch (platform) {
    case 'darwin':
      return { file: 'open', args: [url] };
    case 'win32':
      // Not the `start` of cmd, which interprets `&` in an address.
      return { file: 'rundll32', args: ['url.dll,FileProtocolHandler', url] };
    default:
      return env.DISPLAY || env.WAYLAND_DISPLAY ? { file: 'xdg-open', args: [url] } : undefined;
  }
}

/** Never rejects: without a browser, the log says which address to open. */
export async function openBrowser(
  url: string,
  { log }: { readonly log: Logger },
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'> = process,
): Promise<void> {
  const opener = openerOf(url, platform, env);
  if (opener === undefined) {
    log.info('there is no screen here: open the page on another computer', { url });
    return;
  }
  try {
    // A browser that it starts must outlive this program.
    const child = spawn(opener.file, opener.args, { detached: true, stdio: 'ignore', env });
    await once(child, 'spawn');
    child.unref();
  } catch (error) {
    log.warn('the browser could not be opened: open the page yourself', { url, reason: messageOf(error) });
  }
}
