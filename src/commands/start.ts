import { messageOf } from '../core/errors.ts';
import { atHost, isThisComputerOnly } from '../core/loopback.ts';
import { defineOptions } from '../core/option.ts';
import { PLACEHOLDERS } from '../core/template.ts';
import { checkStart, type StartSettings, startOptions } from '../operator/options.ts';
import { followConfiguration } from '../operator/settings/reload.ts';
import type { Command, CommandContext } from '../settings/command.ts';
import { flag } from '../settings/kinds.ts';
import type { ListeningAt, LocalPass } from '../web/index.ts';
import { RunsAlreadyError } from '../web/listener.ts';

const options = defineOptions('Command flags', {
  ...startOptions,
  open: {
    kind: flag,
    default: false,
    help: "open the operator's page in the browser; while there is no configuration file, the set-up page",
  },
});

export const start: Command<typeof options> = {
  details:
    'Watches what is played and publishes the featured track until it is stopped (Ctrl-C). Without any flag it ' +
    'looks for Denon DJ / Engine OS devices on every network interface and shows the overlay on port 9090.\n\n' +
    'On SIGHUP, and when the configuration file changes, it reads its settings again. Parts that need to start again ' +
    'for that do so by themselves.\n\n' +
    `Format strings (--outfile.format and the like) may contain ${PLACEHOLDERS.join(', ')}. In a shell they belong in single quotes.`,
  noArguments: 'a setting is written --name=value, with two hyphens',
  options,
  configuration: 'all',
  warnsWithoutFile: true,
  waitsForFolders: true,
  check: checkStart,
  async run(context) {
    const followed = followConfiguration(startOptions, context);
    // Loaded on demand: help and configuration checks need only the options.
    const { start: startProgram } = await import('../app/start.ts');
    const { createSettingsStore } = await import('../operator/settings/store.ts');
    const { settings, tools, logged, faults, reopenLog, signal } = context;
    const store = createSettingsStore(startOptions, context, followed.saveAndRead);
    const onListening = async (at: ListeningAt, pass: LocalPass): Promise<void> => {
      await Promise.all([
        settings.open ? openPage(at, pass, context, settings) : undefined,
        keepAutostart(context),
        keepKey(at, pass, context),
      ]);
    };
    const { onSettings, configFile, findings: configurationFindings } = followed;
    const deps = {
      ...tools,
      logged,
      faults,
      reopenLog,
      onSettings,
      settings: store,
      configFile,
      configurationFindings,
      isDefaultSource: () => context.resolution.origins.source.from === 'default',
      onListening,
    };
    try {
      await startProgram(settings, deps, signal);
    } catch (error) {
      if (settings.open && error instanceof RunsAlreadyError) {
        // Opens the page at a second double-click on the program.
        const { openRunning } = await import('./open.ts');
        const address = await openRunning(settings['http.addr'].port, context).catch(() => undefined);
        if (address !== undefined) {
          context.print(`deckcast runs already: ${address}\n`);
          return;
        }
      }
      throw error;
    }
  },
};

type Started = Pick<CommandContext, 'configFile' | 'tools'>;

async function openPage(
  { url }: ListeningAt,
  pass: LocalPass,
  { configFile, tools }: Started,
  settings: Pick<StartSettings, 'http.addr' | 'http.admin_token'>,
): Promise<void> {
  const { host } = settings['http.addr'];
  const { openBrowser } = await import('../host/open-browser.ts');
  const page = new URL(configFile === undefined ? 'setup/' : 'dashboard/', url);
  const elsewhere = async (): Promise<string | undefined> => {
    if (isThisComputerOnly(host)) {
      return undefined;
    }
    const { addressForOthers } = await import('../host/network.ts');
    const hostname = host ?? (await addressForOthers());
    return hostname && atHost(page, hostname).href;
  };
  const secret = () => `#configure=${pass.issueCode()}`;
  const hasAdminToken = !settings['http.admin_token'].isEmpty;
  const isOpenToAll = host === undefined;
  await openBrowser({ url: page.href, secret, elsewhere, isOpenToAll, hasAdminToken }, tools);
}

async function keepKey({ url }: ListeningAt, { key }: LocalPass, context: CommandContext): Promise<void> {
  const { environment, tools } = context;
  const { storeOpenKey } = await import('./open-key.ts');
  try {
    await storeOpenKey({ url, key }, { environment, disk: tools.disk });
  } catch (error) {
    tools.log.warn('cannot write the key for deckcast open', { reason: messageOf(error) });
  }
}

/** Makes autostart use this copy after an update. */
async function keepAutostart({ configFile, tools: { disk, log } }: Started): Promise<void> {
  const { autostartOfThisCopy } = await import('../operator/autostart/index.ts');
  try {
    const before = await autostartOfThisCopy(configFile, disk).moveHere();
    if (before !== undefined) {
      log.info('autostart moved to this copy', { before });
    }
  } catch (error) {
    log.warn('cannot read the autostart entry', { reason: messageOf(error) });
  }
}
