/** `deckcast streaming setup`: lets the user allow us to see what a streaming account plays. */
import { randomBytes } from 'node:crypto';
import { globalOptions } from '../app/global-options.ts';
import { authorizeUrl } from '../clients/account/authorize.ts';
import { AccountTokens, type Credentials, type Tokens } from '../clients/account/token.ts';
import type { Command, CommandContext } from '../config/command.ts';
import { secret } from '../config/kinds.ts';
import { BugError, type Problem, RunError, UpstreamError } from '../core/errors.ts';
import { defineOptions, readLive, Secret } from '../core/option.ts';
import { within } from '../core/waiting.ts';
import { writing } from '../sinks/files.ts';
import { streamingSourceOptions } from '../sources/streamingsource/index.ts';
import { originOf, writeTokenFile } from '../sources/streamingsource/token-file.ts';
import {
  awaitCallback,
  type CallbackPage,
  callbackAddress,
  type ResultPage,
} from './authorization-callback.ts';

/** Registered with the user's application, so it is fixed. */
const CALLBACK_PORT = 8888;
const GIVE_UP_AFTER_MS = 10 * 60_000;

const group = 'Command flags';

const setupOptions = defineOptions({
  ...globalOptions,
  'client-id': {
    kind: secret,
    default: new Secret(''),
    help: 'client id of your application; --streamingsource.id when it is not given',
    group,
  },
  'client-secret': {
    kind: secret,
    default: new Secret(''),
    help: 'client secret of your application; --streamingsource.secret when it is not given',
    group,
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

/** Resolves when the token is stored and printed. */
export async function setUp({ settings, print, tools, signal }: Context, port: number): Promise<void> {
  const credentials: Credentials = {
    id: given(settings['client-id'], readLive(settings, 'streamingsource.id')),
    secret: given(settings['client-secret'], readLive(settings, 'streamingsource.secret')),
  };
  const redirectUri = callbackAddress(port);
  const state = randomBytes(16).toString('base64url');
  const authUrl = settings['streaming.auth_url'];
  const address = authorizeUrl({ authUrl, clientId: credentials.id.reveal(), redirectUri, state });
  const tokens = new AccountTokens(authUrl, credentials, tools);
  const late = (): Error =>
    new RunError('there was no answer from the authorization page within ten minutes');
  let refreshToken: string | undefined;
  let failure: RunError | undefined;
  const use = async (answer: CallbackPage): Promise<ResultPage> => {
    if ('error' in answer) {
      failure = new RunError(`the streaming service did not authorize deckcast: ${denialOf(answer.error)}`);
      return { good: false, heading: 'Not authorized', text: 'deckcast was not allowed to see what plays.' };
    }
    refreshToken = refreshTokenOf(await tokens.fromCode(answer.code, redirectUri, signal));
    return { good: true, heading: 'All set', text: 'You can close this page and go back to the terminal.' };
  };
  print(`Open this address in your browser:\n\n${address}\n\nWaiting for ${redirectUri}\n`);
  try {
    await within({ clock: tools.clock, ms: GIVE_UP_AFTER_MS, late, signal }, (end) =>
      awaitCallback(port, state, use, end),
    );
  } catch (error) {
    if (signal.aborted) {
      return;
    }
    throw error;
  }
  if (failure !== undefined || refreshToken === undefined) {
    throw failure ?? new BugError('the authorization ended without a token and without a reason');
  }
  print(`\nUse this flag with deckcast start:\n\n--streamingsource.refresh=${refreshToken}\n`);
  const path = settings['streamingsource.tokenfile'];
  const token = { refreshToken, authorizedAt: tools.clock.now(), origin: originOf(refreshToken) };
  await writing(path, writeTokenFile(path, token, tools.disk));
  tools.log.info('token stored', { file: path });
}

function given(own: Secret, other: Secret): Secret {
  return own.isEmpty ? other : own;
}

/** The service's error code in words; an address can hold anything else. */
function denialOf(error: string): string {
  if (error === 'access_denied') {
    return 'you refused';
  }
  return /^[a-z_]{1,40}$/.test(error) ? error : 'it gave no reason';
}

function refreshTokenOf({ refreshToken }: Tokens): string {
  if (refreshToken === undefined || refreshToken === '') {
    throw new UpstreamError("Spotify's account service sent no refresh token", 'drop');
  }
  return refreshToken;
}
