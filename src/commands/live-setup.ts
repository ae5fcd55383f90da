/** `deckcast live setup`: gets a key of the live extension's backend for the user's own channel. */
import { join } from 'node:path';
import { globalOptions } from '../app/global-options.ts';
import { LiveBackend } from '../clients/live/backend.ts';
import { DeviceAuthorization } from '../clients/twitch/device.ts';
import type { Command, CommandContext } from '../config/command.ts';
import { defineOptions, readLive } from '../core/option.ts';
import { writing } from '../sinks/files.ts';
import { liveOptions } from '../sinks/live.ts';

const TOKEN_FILE = '.live-token.json';
const KEY_FILE = '.live-extension-api-key.json';

const setupOptions = defineOptions({ ...globalOptions, ...liveOptions });

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

/** Resolves when token and key are stored and the flag is printed. */
export async function setUp({ settings, print, tools, signal, environment }: Context): Promise<void> {
  const clientId = settings['live.client_id'];
  const identity = new DeviceAuthorization(settings['live.auth_url'], clientId, tools);
  const backend = new LiveBackend(readLive(settings, 'live.url'), tools);
  const store = async (name: string, content: Readonly<Record<string, string>>): Promise<void> => {
    const path = join(environment.configDir, name);
    await writing(
      path,
      tools.disk.replace(path, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, durable: true }),
    );
    tools.log.info('stored', { file: path });
  };
  try {
    const grant = await identity.begin(signal);
    print(`Open this address in your browser:\n\n${grant.verificationUri}\n\n`);
    print(`and enter this code:\n\n${grant.userCode}\n\nWaiting until you have done so\n`);
    const token = await identity.token(grant, signal);
    await store(TOKEN_FILE, {
      access_token: token.accessToken,
      refresh_token: token.refreshToken,
      expires_at: new Date(tools.clock.now() + token.lastsMs).toISOString(),
      client_id: clientId,
    });
    const key = await backend.mintKey(token.accessToken, signal);
    // Printed before it is stored: the older key is invalid already, so this one must not be lost when the write fails.
    print(`\nUse with deckcast start:\n\n--live.api_key=${key.apiKey}\n`);
    if (readLive(settings, 'live.url') !== liveOptions['live.url'].default) {
      print(`--live.url=${readLive(settings, 'live.url')}\n`);
    }
    await store(KEY_FILE, { api_key: key.apiKey, channel_id: key.channelId });
  } catch (error) {
    // After an interrupt by the user, no error about unfinished work.
    if (!signal.aborted) {
      throw error;
    }
  }
}
