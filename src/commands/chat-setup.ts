import { SCOPE } from '../clients/twitch/account.ts';
import { TokenValidator } from '../clients/twitch/token-validator.ts';
import { globalOptions } from '../operator/global-options.ts';
import type { Command, CommandContext } from '../settings/command.ts';
import { chatOptions } from '../sinks/chat-options.ts';
import { signIn } from './twitch-sign-in.ts';

const setupOptions = { ...globalOptions, ...chatOptions };

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

export async function setUp(context: Context): Promise<void> {
  const { settings, print, tools, signal } = context;
  const authUrl = settings['chat.auth_url'];
  const request = {
    authUrl,
    clientId: settings['chat.client_id'],
    scopes: SCOPES,
    file: settings['chat.tokenfile'],
  };
  await signIn(request, context, async ({ accessToken }) => {
    const owner = await new TokenValidator(authUrl, tools).ownerOf(accessToken, signal);
    const channel = owner?.login ?? owner?.userId ?? '<your channel>';
    print(`\nUse with deckcast start:\n\n--chat.service=twitch\n--chat.channel=${channel}\n`);
    print('\nThat is the chat of the account itself: for a bot, name your own channel instead.\n');
  });
}
