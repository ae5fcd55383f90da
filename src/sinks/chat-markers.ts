import type { SinkPart } from '../core/contracts/sink.ts';
import { say } from '../core/message.ts';
import { defineOptions, readLive, type SettingsOf } from '../core/option.ts';
import { flag } from '../settings/kinds.ts';
import { accountKey, chatOptions, isOnTwitch, twitchChannel } from './chat-options.ts';
import { impliedByTwitch, signInSteps, twitchAuthorization, withoutPosting } from './twitch-authorization.ts';

const options = defineOptions('Sinks', {
  ...chatOptions,
  'chat.markers': {
    kind: flag,
    default: false,
    help: 'set a marker in the Twitch stream at each track',
    live: 'while set',
  },
});

/** Later, it would mark another moment. */
const WORTH_RETRYING_MS = 15_000;

export const chatMarkersSink: SinkPart<typeof options> = {
  name: 'chat-markers',
  options,
  card: {
    title: 'Markers in a Twitch stream',
    about: say('chat-markers.not-channels-twitchs-dj-program-store'),
    settings: {
      group: 'Chat and Twitch',
      common: {
        'chat.markers': 'Markers in the Twitch stream',
      },
    },
    implied: impliedByTwitch,
    steps: (settings) => [
      ...signInSteps(settings, say('chat-markers.sign-channel-one-editors')),
      { text: say('chat-markers.editor-name-your-own-channel'), set: ['chat.channel'] },
    ],
  },
  authorization: twitchAuthorization((settings) => ({
    ...withoutPosting(settings),
    ...(readLive(settings, 'chat.markers') ? {} : { 'chat.markers': 'true' }),
  })),
  check: (settings) =>
    readLive(settings, 'chat.markers') && !isOnTwitch(settings)
      ? [{ where: '--chat.markers', what: say('chat-command.needs-chat-service-twitch') }]
      : [],
  async diagnose(settings, tools, signal) {
    if (!isMarking(settings)) {
      return [];
    }
    const { twitchFindings } = await import('./twitch-examine.ts');
    const needed = { rights: ['markers'], without: say('chat-markers.no-markers-set-stream') } as const;
    return twitchFindings(needed, settings, tools, signal);
  },
  async create(settings, tools) {
    if (!isMarking(settings)) {
      return undefined;
    }
    const { createMarkers } = await import('../clients/twitch/markers.ts');
    const open = async () => {
      const channel = await twitchChannel(settings, tools);
      return { channel, markers: createMarkers(channel, tools) };
    };
    let account = accountKey(settings);
    let opened = await open();
    /** Opens anew after a change of channel or token. */
    const current = async () => {
      if (accountKey(settings) !== account) {
        account = accountKey(settings);
        opened = await open();
      }
      return opened;
    };
    let wasLive = true;
    return {
      kind: 'message',
      newestOnly: true,
      // A pause and five requests, for a renewed sign-in.
      timeLimitMs: 45_000,
      retryForMs: WORTH_RETRYING_MS,
      verify: async (signal) => (await current()).markers.verify(signal),
      mended: async (signal) => (await current()).channel.tokens.changed(signal),
      async publish({ track }, signal) {
        const names = [track.artist, track.title].filter((name) => name !== '');
        const { markers } = await current();
        const isLive = await markers.set(names.join(' - '), signal);
        if (wasLive && !isLive) {
          tools.log.info('no live stream to mark', {
            hint: 'it is not live, or past broadcasts are not stored on Twitch',
          });
        }
        wasLive = isLive;
        return isLive ? undefined : say('chat-markers.no-live-stream');
      },
    };
  },
};

function isMarking(settings: SettingsOf<typeof options>): boolean {
  return readLive(settings, 'chat.markers') && isOnTwitch(settings);
}
