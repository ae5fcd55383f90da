/** Shows the viewers of a live broadcast (a Twitch extension) which track is on, through the extension's backend. */

import type { SinkPart } from '../core/contracts.ts';
import { defineOptions, readLive, Secret, type SettingsOf } from '../core/option.ts';
import { fillTemplate } from '../core/template.ts';
import { secret, text, url } from '../settings/kinds.ts';
import { streamDelay } from '../settings/shared.ts';

export const liveOptions = defineOptions('Sinks', {
  'live.api_key': {
    kind: secret,
    default: new Secret(''),
    help: 'key of your channel that "deckcast live setup" printed; needs a license',
    live: 'while set',
  },
  'live.format': {
    kind: text,
    default: '$ARTIST$ - $SONG$',
    help: 'what viewers read in the live extension',
    live: true,
  },
  'live.delay': streamDelay('how long to wait before viewers of the live extension read a track'),
  'live.url': {
    kind: url,
    // Where `npm run live:service` listens. Operators of a public backend announce its address.
    default: 'http://127.0.0.1:9292',
    help: "base address of the live extension's backend",
    live: true,
  },
  'live.auth_url': {
    kind: url,
    default: 'https://id.twitch.tv',
    help: 'base address of the sign-in that "deckcast live setup" uses',
  },
  'live.client_id': {
    kind: text,
    default: '',
    help: 'public client id that "deckcast live setup" signs in with',
  },
});

type Settings = SettingsOf<typeof liveOptions>;

/** The extension's broadcast accepts about one message a second for a channel. */
const DISTANCE_MS = 1_000;
/** In bytes of JSON. Together they fit into the 5 KB of one broadcast. */
const MAX_MESSAGE_BYTES = 2_000;
const MAX_NAME_BYTES = 1_000;

export const liveSink: SinkPart<typeof liveOptions> = {
  name: 'live',
  options: liveOptions,
  card: {
    title: 'Twitch extension',
    about: 'The track for viewers of a live broadcast. Needs a license.',
    settings: {
      group: 'Chat and Twitch',
      rest: {
        'live.api_key': 'Twitch extension: key of your channel',
        'live.format': 'Twitch extension: what viewers read',
        'live.delay': 'Twitch extension: wait before a track',
        'live.url': 'Twitch extension: address of the backend',
        'live.auth_url': 'Twitch extension: address of the sign-in',
        'live.client_id': 'Twitch extension: client id',
      },
    },
    steps: () => [
      { text: 'Get the key of your channel once, in a terminal', copy: 'deckcast live setup' },
      { text: 'Type the key', set: ['live.api_key'] },
    ],
  },
  check: (settings) =>
    /[^!-~]/.test(readLive(settings, 'live.api_key').reveal())
      ? [{ where: '--live.api_key', what: 'a key has no blanks and only plain letters, digits and signs' }]
      : [],
  async diagnose(settings, tools, signal) {
    if (readLive(settings, 'live.api_key').isEmpty || !tools.licensed) {
      return [];
    }
    const { reachedFinding } = await import('../clients/examine.ts');
    const health = new URL('health', readLive(settings, 'live.url').replace(/\/?$/, '/'));
    const without = 'viewers of the live extension see no track';
    return [await reachedFinding('the live backend', health, without, tools, signal)];
  },
  async create(settings, tools) {
    if (readLive(settings, 'live.api_key').isEmpty || !tools.licensed) {
      return undefined;
    }
    const [{ LiveBackend }, { Throttle }] = await Promise.all([
      import('../clients/live/backend.ts'),
      import('../clients/throttle.ts'),
    ]);
    const pace = new Throttle('the live backend', tools.clock);
    return {
      kind: 'message',
      delayMs: () => readLive(settings, 'live.delay'),
      newestOnly: true,
      async publish(publication, signal) {
        const message = fillTemplate(readLive(settings, 'live.format'), publication);
        if (message.trim() === '') {
          return;
        }
        await pace.acquire(signal);
        pace.pause(DISTANCE_MS);
        const { artist, title } = publication.track;
        const track = {
          message: shortened(message, MAX_MESSAGE_BYTES),
          artist: shortened(artist, MAX_NAME_BYTES),
          title: shortened(title, MAX_NAME_BYTES),
        };
        await new LiveBackend(readLive(settings, 'live.url'), tools).publish(
          readLive(settings, 'live.api_key'),
          track,
          signal,
        );
      },
    };
  },
};

/** The licensed features that these settings switch on, with their names for people. */
export function licensedWishes(settings: Pick<Settings, 'live.api_key'>): string[] {
  return readLive(settings, 'live.api_key').isEmpty ? [] : ['live sink'];
}

/** At most `maxBytes` bytes as a JSON string, without half a character at the end. */
function shortened(value: string, maxBytes: number): string {
  const size = (part: string): number => Buffer.byteLength(JSON.stringify(part));
  if (size(value) <= maxBytes) {
    return value;
  }
  let kept = '';
  let left = maxBytes - size('…');
  for (const character of value) {
    left -= size(character) - 2;
    if (left < 0) {
      break;
    }
    kept += character;
  }
  return `${kept}…`;
}
