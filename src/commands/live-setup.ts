/** Gets a key of the live extension's backend for the user's channel. */
import { join } from 'node:path';
import { LiveBackend } from '../clients/live/backend.ts';
import { readLive } from '../core/option.ts';
import { globalOptions } from '../operator/global-options.ts';
import type { Command, CommandContext } from '../settings/command.ts';
import { writing } from '../sinks/files.ts';
import { liveOptions } from '../sinks/live.ts';
import { signIn } from './twitch-sign-in.ts';

const TOKEN_FILE = '.live-token.json';
const KEY_FILE = '.live-extension-api-key.json';

const setupOptions = { ...globalOptions, ...liveOptions };

type Context = Pick<
  CommandContext<typeof setupOptions>,
  'settings' | 'print' | 'tools' | 'signal' | 'environment'
>;

export const liveSetup: Command<typeof setupOptions> = {
  details:
    'Prints an address and a code. Open the address in any browser, enter the code, and allow deckcast to know who ' +
    'you are: it asks for no other right. It then gets the key of your channel and prints the flag for "deckcast start".\n\n' +
    `The sign-in and the key are kept in the configuration directory (${TOKEN_FILE}, ${KEY_FILE}). ` +
    'A new key ends the older one of the same channel. The live sink needs a license.',
  options: setupOptions,
  configuration: 'own',
  check: ({ settings }) =>
    settings['live.client_id'] === ''
      ? [
          {
            where: '--live.client_id',
            what: 'this command needs it; ask those who run the backend (--live.url)',
          },
        ]
      : [],
  run: setUp,
};

export async function setUp(context: Context): Promise<void> {
  const { settings, print, tools, signal, environment } = context;
  const file = (name: string): string => join(environment.configDir, name);
  const url = readLive(settings, 'live.url');
  const request = {
    authUrl: settings['live.auth_url'],
    clientId: settings['live.client_id'],
    file: file(TOKEN_FILE),
  };
  await signIn(request, context, async ({ accessToken }) => {
    const { apiKey, channelId } = await new LiveBackend(url, tools).mintKey(accessToken, signal);
    // Printed first: the older key is already invalid, so a failed write must not lose this one.
    print(`\nUse with deckcast start:\n\n--live.api_key=${apiKey}\n`);
    if (url !== liveOptions['live.url'].default) {
      print(`--live.url=${url}\n`);
    }
    const path = file(KEY_FILE);
    const content = `${JSON.stringify({ api_key: apiKey, channel_id: channelId }, undefined, 2)}\n`;
    await writing(path, tools.disk.replace(path, content, { mode: 0o600, durable: true }));
    tools.log.info('stored', { file: path });
  });
}
