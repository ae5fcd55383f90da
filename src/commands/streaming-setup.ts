import type { ClientCredentials } from '../clients/streaming/token.ts';
import { BugError, type Problem, RunError } from '../core/errors.ts';
import { defineOptions, readLive, Secret } from '../core/option.ts';
import { within } from '../core/waiting.ts';
import { globalOptions } from '../operator/global-options.ts';
import type { Command, CommandContext } from '../settings/command.ts';
import { secret } from '../settings/kinds.ts';
import { keepGrant, requestGrant } from '../sources/streamingsource/grant.ts';
import { streamingSourceOptions } from '../sources/streamingsource/index.ts';
import { awaitCallback, callbackAddress, type ResultPage } from './authorization-callback.ts';

/** Part of the user's registered application. */
const CALLBACK_PORT = 8888;
const GIVE_UP_AFTER_MS = 10 * 60_000;

const setupOptions = defineOptions('Command flags', {
  ...globalOptions,
  'client-id': {
    kind: secret,
    default: new Secret(''),
    help: 'client id of your application; by default, --streamingsource.id',
  },
  'client-secret': {
    kind: secret,
    default: new Secret(''),
    help: 'client secret of your application; by default, --streamingsource.secret',
  },
  ...streamingSourceOptions,
});

type Context = Pick<CommandContext<typeof setupOptions>, 'settings' | 'print' | 'tools' | 'signal'>;

export const streamingSetup: Command<typeof setupOptions> = {
  details:
    'Needs an application of your own at https://developer.spotify.com/dashboard with the redirect address ' +
    `${callbackAddress(CALLBACK_PORT)}, and a Premium account. Prints an address to open in your browser, waits ` +
    'until you have allowed deckcast to see what plays, and prints the flag for "deckcast start --source=streamingsource". ' +
    'The token is also kept in the token file, so that the flag may be left out. It lasts for six months.',
  options: setupOptions,
  configuration: 'own',
  check: ({ settings }) => {
    const missing = (own: Secret, other: Secret, where: string): readonly Problem[] =>
      own.isEmpty && other.isEmpty
        ? [{ where, what: 'this command needs it; the page of your application shows it' }]
        : [];
    return [
      ...missing(settings['client-id'], readLive(settings, 'streamingsource.id'), '--client-id'),
      ...missing(settings['client-secret'], readLive(settings, 'streamingsource.secret'), '--client-secret'),
    ];
  },
  run: (context) => setUp(context, CALLBACK_PORT),
};

export async function setUp({ settings, print, tools, signal }: Context, port: number): Promise<void> {
  const redirectUri = callbackAddress(port);
  const credentials: ClientCredentials = {
    id: given(settings['client-id'], readLive(settings, 'streamingsource.id')),
    secret: given(settings['client-secret'], readLive(settings, 'streamingsource.secret')),
  };
  const grant = requestGrant({ authUrl: settings['streaming.auth_url'], credentials, redirectUri }, tools);
  const late = (): Error =>
    new RunError('there was no answer from the authorization page within ten minutes');
  let refreshToken: string | undefined;
  let refusal: unknown;
  const use = async (answer: URLSearchParams): Promise<ResultPage> => {
    try {
      refreshToken = await grant.redeem(answer, signal);
    } catch (error) {
      if (!(error instanceof RunError)) {
        throw error;
      }
      refusal = error;
      return { good: false, heading: 'Not authorized', text: 'deckcast was not allowed to see what plays.' };
    }
    return { good: true, heading: 'All set', text: 'You can close this page and go back to the terminal.' };
  };
  print(`Open this address in your browser:\n\n${grant.page}\n\nWaiting for ${redirectUri}\n`);
  try {
    await within({ clock: tools.clock, ms: GIVE_UP_AFTER_MS, late, signal }, (end) =>
      awaitCallback(port, grant.state, use, end),
    );
  } catch (error) {
    if (signal.aborted) {
      return;
    }
    throw error;
  }
  if (refreshToken === undefined) {
    throw refusal ?? new BugError('the authorization ended without a token and without a reason');
  }
  print(`\nUse this flag with deckcast start:\n\n--streamingsource.refresh=${refreshToken}\n`);
  await keepGrant(refreshToken, settings['streamingsource.tokenfile'], tools);
}

function given(own: Secret, other: Secret): Secret {
  return own.isEmpty ? other : own;
}
