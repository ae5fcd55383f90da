/** Admits one more browser on this computer. */
import { RunError } from '../core/errors.ts';
import { defineOptions, Secret } from '../core/option.ts';
import { startBrowser } from '../host/open-browser.ts';
import { globalOptions } from '../operator/global-options.ts';
import type { Command, CommandContext } from '../settings/command.ts';
import { reachableUrl } from '../web/listener.ts';
import { serverOptions } from '../web/options.ts';
import { addressWithCode } from './open-key.ts';
import { AbsentError, versionAt } from './running-program.ts';

const options = defineOptions('Command flags', { ...globalOptions, 'http.addr': serverOptions['http.addr'] });

export const open: Command<typeof options> = {
  details:
    "Opens the operator's page of the deckcast that runs on this computer, and prints its address, which lets one " +
    'browser operate and configure: once, within two minutes, on this computer. For a second browser, a private window, ' +
    'or when the first page was closed. It works for the user who started deckcast.\n\n' +
    'On a computer without a screen, forward the port first ("ssh -L 9090:127.0.0.1:9090 HOST"), and open the address ' +
    'in the browser of your own computer.',
  options,
  configuration: 'own',
  readsWhatItCan: true,
  run: openPage,
};

async function openPage(context: CommandContext<typeof options>): Promise<void> {
  const { settings } = context;
  const { host, port } = settings['http.addr'];
  const program = { ...settings, url: '', 'http.token': new Secret('') };
  try {
    await versionAt({ ...context, settings: program });
  } catch (error) {
    throw error instanceof AbsentError
      ? new RunError(
          `no deckcast answers at ${new URL(reachableUrl(host, port)).origin}: start it with "deckcast start --open"`,
        )
      : error;
  }
  context.print(`${await openRunning(port, context)}\n`);
}

/** Returns the opened address. Throws a RunError if another user runs the deckcast at this port. */
export async function openRunning(
  port: number,
  {
    configFile,
    environment,
    tools: { disk, clock },
  }: Pick<CommandContext, 'configFile' | 'environment' | 'tools'>,
): Promise<string> {
  const page = configFile === undefined ? 'setup/' : 'dashboard/';
  const address = await addressWithCode(port, page, { environment, disk, now: clock.now() });
  // The printed address works without a browser here.
  await startBrowser(address).catch(() => undefined);
  return address;
}
