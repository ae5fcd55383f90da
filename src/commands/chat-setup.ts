/** `deckcast chat setup`: signs in to Twitch, so that deckcast may write and read in a chat. */
import { globalOptions } from '../app/global-options.ts';
import { SCOPE } from '../clients/twitch/account.ts';
import { DeviceAuthorization } from '../clients/twitch/device.ts';
import { TokenValidator } from '../clients/twitch/token-validator.ts';
import { storeSignIn } from '../clients/twitch/user-tokens.ts';
import type { Command, CommandContext } from '../config/command.ts';
import { defineOptions } from '../core/option.ts';
import { chatOptions } from '../sinks/chat-options.ts';
import { writing } from '../sinks/files.ts';

const setupOptions = defineOptions({ ...globalOptions, ...chatOptions });

const SCOPES = Object.values(SCOPE);

type Context = Pick<CommandContext<typeof setupOptions>, 'settings' | 'print' | 'tools' | 'signal'>;

export const chatSetup: Command<typeof setupOptions> = {
  details:
    'Prints an address and a code. Open the address in any browser as the account that is to write in the chat (your ' +
    'own, or that of a bot), enter the code, and allow deckcast to write there ' +
    `(${SCOPE.write}), to read what viewers ask (${SCOPE.read}) and to set markers in your stream ` +
    `(${SCOPE.markers}). It asks for no other right.\n\n` +
    'The sign-in is kept in --chat.tokenfile and renewed as long as deckcast runs at least once in thirty days. It ' +
    'prints the flags for "deckcast start".\n\n' +
    'The client id is that of an application of the type "public", which anybody can register at dev.twitch.tv.',
  options: setupOptions,
  configuration: 'own',
  check: ({ settings }) =>
    settings['chat.client_id'] === ''
      ? [
          {
            where: '--chat.client_id',
            what: 'this command needs it; register a public application at dev.twitch.tv',
          },
        ]
      : [],
  run: setUp,
};

/** Resolves when the sign-in is stored and the flags are printed. */
export async function setUp({ settings, print, tools, signal }: Context): Promise<void> {
  const clientId = settings['chat.client_id'];
  const path = settings['chat.tokenfile'];
  const identity = new DeviceAuthorization(settings['chat.auth_url'], clientId, tools, SCOPES);
  try {
    const grant = await identity.begin(signal);
    print(`Open this address in your browser:\n\n${grant.verificationUri}\n\n`);
    print(`and enter this code:\n\n${grant.userCode}\n\nWaiting until you have done so\n`);
    const token = await identity.token(grant, signal);
    await writing(path, storeSignIn(path, token, clientId, tools));
    tools.log.info('stored', { file: path });
    const owner = await new TokenValidator(settings['chat.auth_url'], tools).ownerOf(
      token.accessToken,
      signal,
    );
    const channel = owner?.login ?? owner?.userId ?? '<your channel>';
    print(`\nUse with deckcast start:\n\n--chat.service=twitch\n--chat.channel=${channel}\n`);
    print('\nThat is the chat of the account itself: for a bot, name your own channel instead.\n');
  } catch (error) {
    // After an interrupt by the user, no error about unfinished work.
    if (!signal.aborted) {
      throw error;
    }
  }
}
