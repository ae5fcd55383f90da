import type { ChatAccount, ChatClient } from '../clients/chat/contract.ts';
import type { ServiceTools } from '../clients/service.ts';
import type { SinkPart } from '../core/contracts/sink.ts';
import type { Problem } from '../core/errors.ts';
import { say, type Text } from '../core/message.ts';
import { readLive } from '../core/option.ts';
import { fillTemplate } from '../core/template.ts';
import type { Disk } from '../core/tools.ts';
import { withTexts } from '../core/track.ts';
import { untilAborted } from '../core/waiting.ts';
import {
  accountKey,
  type ChatAccountSettings,
  chatOptions,
  chatUrl,
  isChatOn,
  SERVICE_NAMES,
  twitchChannel,
  USUAL_COMMAND,
  usesSignIn,
} from './chat-options.ts';
import { signInSteps, twitchAuthorization } from './twitch-authorization.ts';

type Service = keyof typeof SERVICE_NAMES;

const on = (service: Service) => ({ option: 'chat.service', is: [service] });

/** Services where a bot's token posts. */
const BOTS: readonly {
  readonly service: Service;
  readonly create: Text;
  readonly at: string;
  readonly enter: Text;
}[] = [
  {
    service: 'discord',
    create: say('chat.discord-create'),
    at: 'https://discord.com/developers/applications',
    enter: say('chat.discord-enter'),
  },
  {
    service: 'slack',
    create: say('chat.slack-create'),
    at: 'https://api.slack.com/apps',
    enter: say('chat.slack-enter'),
  },
  {
    service: 'telegram',
    create: say('chat.telegram-create'),
    at: 'https://t.me/BotFather',
    enter: say('chat.telegram-enter'),
  },
];

export const chatSink: SinkPart<typeof chatOptions> = {
  name: 'chat',
  options: chatOptions,
  card: {
    title: 'Chat',
    about: say('chat.message-each-track-discord-slack-telegram'),
    settings: {
      group: 'Chat and Twitch',
      common: {
        'chat.service': 'Chat service',
        'chat.channel': 'Chat channel',
        'chat.token': 'Token of the chat bot',
        'chat.format': 'What a chat message says',
        'chat.delay': 'Wait before a track is posted in chat',
        'chat.cover': 'Send the cover along',
      },
      rest: {
        'chat.client_id': 'Twitch: client id of the chat',
        'chat.tokenfile': 'Twitch: file of the sign-in',
        'chat.url': 'Address of the chat service',
        'chat.auth_url': "Address of the chat's sign-in",
      },
    },
    implied: postingAgain,
    steps: (settings) => [
      { text: say('chat.choose-service'), set: ['chat.service'] },
      ...signInSteps(settings, say('chat.sign-account-write')).map((step) => ({
        ...step,
        when: on('twitch'),
      })),
      { text: say('chat.channel-it-posts-to'), set: ['chat.channel'], when: on('twitch') },
      {
        text: say('chat.answer-viewers'),
        set: ['chat.command'],
        offers: USUAL_COMMAND,
        when: on('twitch'),
      },
      ...BOTS.flatMap(({ service, create, at, enter }) => [
        { text: create, copy: at, when: on(service) },
        { text: enter, set: ['chat.token', 'chat.channel'] as const, when: on(service) },
      ]),
    ],
  },
  authorization: twitchAuthorization(postingAgain),
  check,
  async diagnose(settings, tools, signal) {
    if (!isPosting(settings)) {
      return [];
    }
    const [{ serviceFinding }, { signInFindings }] = await Promise.all([
      import('../clients/examine.ts'),
      import('./twitch-examine.ts'),
    ]);
    const service = SERVICE_NAMES[readLive(settings, 'chat.service')];
    return Promise.all([
      serviceFinding({ service, without: say('chat.no-track-goes-chat') }, async () =>
        (await createClient(settings, tools)).verify(signal),
      ),
      ...(await signInFindings(settings, tools.disk)),
    ]);
  },
  async create(settings, tools) {
    if (!isPosting(settings)) {
      return undefined;
    }
    const { createHash, randomUUID } = await import('node:crypto');
    const client = followingSettings(settings, tools);
    // Nonces differ between runs, because some sources number plays from 1.
    const run = randomUUID();
    return {
      kind: 'message',
      delayMs: () => readLive(settings, 'chat.delay'),
      // A short pause and three requests of eight seconds.
      timeLimitMs: 30_000,
      // About a track's length, and shorter than Discord remembers nonces.
      retryForMs: 3 * 60_000,
      verify: async (signal) => (await client()).verify(signal),
      async mended(signal) {
        await ((await client()).mended?.(signal) ?? untilAborted(signal));
      },
      async publish(publication, signal) {
        const chat = await client();
        const filled = fillTemplate(
          readLive(settings, 'chat.format'),
          publication,
          withTexts(publication.track, (text) => chat.escape(text)),
        );
        const cover = readLive(settings, 'chat.cover') ? publication.art : undefined;
        const most = cover === undefined ? chat.maxLength : (chat.maxCaption ?? chat.maxLength);
        const message = fittingMessage(filled, most);
        if (message.trim() !== '') {
          const nonce = createHash('sha256')
            .update(`${run} ${publication.playId}`)
            .digest('base64url')
            .slice(0, 25);
          await chat.post({ text: message, nonce, cover }, signal);
        }
      },
    };
  },
};

/** Undoes what a card that only answers or sets markers has switched off. */
function postingAgain(settings: ChatAccountSettings): Readonly<Record<string, string>> {
  return readLive(settings, 'chat.format') === ''
    ? { 'chat.format': chatOptions['chat.format'].default }
    : {};
}

function check(settings: ChatAccountSettings): readonly Problem[] {
  const token = readLive(settings, 'chat.token');
  const channel = readLive(settings, 'chat.channel');
  if (token.isEmpty !== (channel === '') && !usesSignIn(settings)) {
    return token.isEmpty
      ? [{ where: '--chat.token', what: say('chat.chat-channel-needs-token-too') }]
      : [{ where: '--chat.channel', what: say('chat.chat-token-needs-channel-too') }];
  }
  return /[^!-~]/.test(token.reveal())
    ? [{ where: '--chat.token', what: say('chat.token-no-blanks-only-plain-letters') }]
    : [];
}

/** The account may also only answer or set markers, without a format. */
function isPosting(settings: ChatAccountSettings): boolean {
  return isChatOn(settings) && readLive(settings, 'chat.format') !== '';
}

type ChatTools = ServiceTools & { readonly disk: Disk };

/** Created again when settings change. */
function followingSettings(settings: ChatAccountSettings, tools: ChatTools): () => Promise<ChatClient> {
  let made: { readonly account: string; readonly client: Promise<ChatClient> } | undefined;
  return () => {
    const account = accountKey(settings);
    if (made?.account !== account) {
      made = { account, client: createClient(settings, tools) };
    }
    return made.client;
  };
}

async function createClient(settings: ChatAccountSettings, tools: ChatTools): Promise<ChatClient> {
  const account: ChatAccount = {
    token: readLive(settings, 'chat.token'),
    channel: readLive(settings, 'chat.channel'),
    url: chatUrl(settings),
  };
  switch (readLive(settings, 'chat.service')) {
    case 'discord':
      return (await import('../clients/chat/discord.ts')).createDiscord(account, tools);
    case 'slack':
      return (await import('../clients/chat/slack.ts')).createSlack(account, tools);
    case 'telegram':
      return (await import('../clients/chat/telegram.ts')).createTelegram(account, tools);
    case 'twitch':
      return (await import('../clients/chat/twitch.ts')).createTwitch(
        await twitchChannel(settings, tools),
        tools,
      );
  }
}

/** Limits to `length` code units, without half a character, escape or entity (`&amp;`) at the end. */
function fittingMessage(message: string, length: number): string {
  if (message.length <= length) {
    return message;
  }
  return `${message.slice(0, length - 1).replace(/(?:[\uD800-\uDBFF]|\\|&[a-z]{0,3})$/, '')}…`;
}
