import type { SourcePart } from '../../core/contracts/source.ts';
import { RunError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { defineOptions, readLive, Secret, type SettingsOf, UserPath } from '../../core/option.ts';
import { filePath, secret } from '../../settings/kinds.ts';
import { streamingAddresses } from '../../settings/shared.ts';

export const streamingSourceOptions = defineOptions('Source and discovery', {
  'streamingsource.id': {
    kind: secret,
    default: new Secret(''),
    help: 'client id of your application at the streaming service (Spotify)',
    words: 'spotify account',
    live: 'while set',
  },
  'streamingsource.secret': {
    kind: secret,
    default: new Secret(''),
    help: 'client secret of your application at the streaming service',
    live: 'while set',
  },
  'streamingsource.refresh': {
    kind: secret,
    default: new Secret(''),
    help: 'refresh token that "deckcast streaming setup" printed; without it the token file is used',
    live: 'while set',
  },
  'streamingsource.tokenfile': {
    kind: filePath,
    default: new UserPath('config', 'streaming-token.json'),
    help: 'where the refresh token is kept, because the service may replace it',
    without: say('streamingsource.token-service-replaces-lost-you-authorize'),
  },
  ...streamingAddresses,
});

export const streamingsource: SourcePart<typeof streamingSourceOptions> = {
  name: 'streamingsource',
  options: streamingSourceOptions,
  card: {
    title: 'A Spotify account',
    about: say('streamingsource.spotify-premium-account-plays-any-device'),
    settings: {
      group: 'Media players',
      common: {
        'streamingsource.id': 'Spotify account: client id',
        'streamingsource.secret': 'Spotify account: client secret',
      },
      rest: {
        'streamingsource.refresh': 'Spotify account: refresh token',
        'streamingsource.tokenfile': 'Spotify account: file of the sign-in',
      },
    },
    steps: (_, { callback }) => [
      {
        text: say('streamingsource.choose-create-app-page-spotify-developers'),
        copy: 'https://developer.spotify.com/dashboard',
      },
      { text: say('streamingsource.enter-redirect-uri'), copy: callback },
      {
        text: say('streamingsource.type-client-id-client-secret-page'),
        set: ['streamingsource.id', 'streamingsource.secret'],
      },
      { text: say('streamingsource.allow-deckcast-see-plays'), authorize: true },
      { text: say('streamingsource.play-track-account') },
    ],
  },
  authorization: {
    async givenBy(settings, { disk }) {
      const { isAuthorized } = await import('./examine.ts');
      const isGiven = await isAuthorized(isTokenGiven(settings), settings['streamingsource.tokenfile'], disk);
      return isGiven ? {} : undefined;
    },
    async request(settings, tools, callback) {
      const credentials = credentialsOf(settings);
      if (credentials.id.isEmpty || credentials.secret.isEmpty) {
        throw new RunError(say('streamingsource.enter-app-first'));
      }
      const { requestGrant, keepGrant } = await import('./grant.ts');
      const grantRequest = { authUrl: settings['streaming.auth_url'], credentials, redirectUri: callback };
      const { page, state, redeem } = requestGrant(grantRequest, tools);
      const path = settings['streamingsource.tokenfile'];
      return {
        page,
        state,
        finish: async (answer, signal) => keepGrant(await redeem(answer, signal), path, tools),
      };
    },
  },
  check: (settings) =>
    (['streamingsource.id', 'streamingsource.secret'] as const)
      .filter((name) => readLive(settings, name).isEmpty)
      .map((name) => ({
        where: `--${name}`,
        what: say('streamingsource.source-needs-it', { source: { part: 'streamingsource' } }),
      })),
  async diagnose(settings, { chosen, disk }) {
    if (!chosen) {
      return [];
    }
    const { examineAuthorization } = await import('./examine.ts');
    return [await examineAuthorization(isTokenGiven(settings), settings['streamingsource.tokenfile'], disk)];
  },
  async create(settings, tools) {
    const [{ AccountPlayer }, { AccountTokens }, { Authorization }, { StreamingSource }] = await Promise.all([
      import('../../clients/account/playing.ts'),
      import('../../clients/account/token.ts'),
      import('./authorization.ts'),
      import('./source.ts'),
    ]);
    const tokens = new AccountTokens(settings['streaming.auth_url'], credentialsOf(settings), tools);
    const given = () => readLive(settings, 'streamingsource.refresh').reveal();
    const path = settings['streamingsource.tokenfile'];
    return new StreamingSource({
      ...tools,
      player: new AccountPlayer(settings['streaming.api_url'], tools),
      authorization: new Authorization(given, path, { ...tools, tokens }),
    });
  },
};

type Settings = SettingsOf<typeof streamingSourceOptions>;

function credentialsOf(settings: Settings) {
  return {
    get id() {
      return readLive(settings, 'streamingsource.id');
    },
    get secret() {
      return readLive(settings, 'streamingsource.secret');
    },
  };
}

function isTokenGiven(settings: Settings): boolean {
  return !readLive(settings, 'streamingsource.refresh').isEmpty;
}
