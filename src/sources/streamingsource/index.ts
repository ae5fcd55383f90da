import { join } from 'node:path';
import { filePath, secret } from '../../config/kinds.ts';
import { streamingAddresses } from '../../config/shared.ts';
import type { SourcePart } from '../../core/contracts.ts';
import { defineOptions, type OptionEnvironment, readLive, Secret } from '../../core/option.ts';

const group = 'Source and discovery';

export const streamingSourceOptions = defineOptions({
  'streamingsource.id': {
    kind: secret,
    default: new Secret(''),
    help: 'client id of your application at the streaming service (Spotify)',
    live: 'while set',
    group,
  },
  'streamingsource.secret': {
    kind: secret,
    default: new Secret(''),
    help: 'client secret of your application at the streaming service',
    live: 'while set',
    group,
  },
  'streamingsource.refresh': {
    kind: secret,
    default: new Secret(''),
    help: 'refresh token that "deckcast streaming setup" printed; without it the token file is used',
    live: 'while set',
    group,
  },
  'streamingsource.tokenfile': {
    kind: filePath,
    default: ({ configDir }: OptionEnvironment) => join(configDir, 'streaming-token.json'),
    help: 'where the refresh token is kept, because the service may replace it',
    group,
  },
  ...streamingAddresses,
});

/** The player of a streaming account (Spotify, Premium). */
export const streamingsource: SourcePart<typeof streamingSourceOptions> = {
  name: 'streamingsource',
  options: streamingSourceOptions,
  card: {
    title: 'A Spotify account',
    about: 'What a Spotify Premium account plays, on any device; a track appears some seconds late.',
    steps: () => [
      {
        text: 'Choose Create app on the page of Spotify for developers',
        copy: 'https://developer.spotify.com/dashboard',
      },
      { text: 'Enter this as its redirect URI', copy: 'http://127.0.0.1:8888/callback' },
      {
        text: 'Type its client id and client secret',
        set: ['streamingsource.id', 'streamingsource.secret'],
      },
      { text: 'Give the authorization once, in a terminal', copy: 'deckcast streaming setup' },
      { text: 'Play a track with that account' },
    ],
  },
  check: (settings) =>
    (['streamingsource.id', 'streamingsource.secret'] as const)
      .filter((name) => readLive(settings, name).isEmpty)
      .map((name) => ({
        where: `--${name}`,
        what: 'the source streamingsource needs it; the page of your application shows it',
      })),
  async diagnose(settings, { chosen, disk }) {
    if (!chosen) {
      return [];
    }
    const { examineAuthorization } = await import('./examine.ts');
    const given = !readLive(settings, 'streamingsource.refresh').isEmpty;
    return examineAuthorization(given, settings['streamingsource.tokenfile'], disk);
  },
  async create(settings, tools) {
    const [{ AccountPlayer }, { AccountTokens }, { Authorization }, { StreamingSource }] = await Promise.all([
      import('../../clients/account/playing.ts'),
      import('../../clients/account/token.ts'),
      import('./authorization.ts'),
      import('./source.ts'),
    ]);
    const credentials = {
      get id() {
        return readLive(settings, 'streamingsource.id');
      },
      get secret() {
        return readLive(settings, 'streamingsource.secret');
      },
    };
    const tokens = new AccountTokens(settings['streaming.auth_url'], credentials, tools);
    const given = () => readLive(settings, 'streamingsource.refresh').reveal();
    const path = settings['streamingsource.tokenfile'];
    return new StreamingSource({
      ...tools,
      player: new AccountPlayer(settings['streaming.api_url'], tools),
      authorization: new Authorization(given, path, { ...tools, tokens }),
    });
  },
};
