/** Posts every featured track as JSON to an address of the user's. */
import { unescape as percentDecoded } from 'node:querystring';
import { basicAuthorization, exchange, StatusError } from '../clients/http.ts';
import type { SinkPart } from '../core/contracts.ts';
import { UpstreamError } from '../core/errors.ts';
import { defineOptions, readLive, Secret, type SettingsOf } from '../core/option.ts';
import { detailsOf, recordOf } from '../core/record.ts';
import { fillTemplate } from '../core/template.ts';
import { list, secret, text, url } from '../settings/kinds.ts';
import { streamDelay } from '../settings/shared.ts';
import { clashingPaths, type KeyPath, webhookBody } from './webhook-body.ts';

function pathOption(field: string, path: KeyPath) {
  return {
    kind: list,
    default: path,
    help: `key path of the ${field} in the webhook's JSON`,
  } as const;
}

const pathOptions = defineOptions('Sinks', {
  'webhook.json.album': pathOption('album', []),
  'webhook.json.art': pathOption('album art', ['art']),
  'webhook.json.artist': pathOption('artist', ['artist']),
  'webhook.json.bpm': pathOption('tempo in beats a minute', []),
  'webhook.json.comment': pathOption('comment', []),
  'webhook.json.deck': pathOption("deck's label", []),
  'webhook.json.duration': pathOption('duration', ['duration']),
  'webhook.json.elapsed': pathOption('elapsed time', ['elapsed']),
  'webhook.json.epoch': pathOption('epoch timestamp', ['timestamp_epoch']),
  'webhook.json.format': pathOption('custom format field', []),
  'webhook.json.genre': pathOption('genre', ['genre']),
  'webhook.json.isrc': pathOption('recording code (ISRC)', []),
  'webhook.json.key': pathOption('musical key', []),
  'webhook.json.label': pathOption('label', []),
  'webhook.json.position': pathOption('position in the set', []),
  'webhook.json.remixer': pathOption('remixer', []),
  'webhook.json.streaming': pathOption('streaming code', ['streaming_code']),
  'webhook.json.timestamp': pathOption('timestamp', ['timestamp']),
  'webhook.json.title': pathOption('title', ['title']),
  'webhook.json.year': pathOption('year', []),
});

const options = defineOptions('Sinks', {
  'webhook.url': { kind: url, default: '', help: 'address that gets a POST for each featured track' },
  'webhook.format': {
    kind: text,
    default: '$ARTIST$ - $SONG$',
    help: 'what the custom format field holds',
    live: true,
  },
  'webhook.delay': streamDelay('how long to wait before a track is posted'),
  'webhook.secret': {
    kind: secret,
    default: new Secret(''),
    help: 'key that signs the body in X-Deckcast-Signature (HMAC-SHA256)',
  },
  ...pathOptions,
});

type Settings = SettingsOf<typeof options>;

const REQUEST_LIMIT_MS = 10_000;

export const webhookSink: SinkPart<typeof options> = {
  name: 'webhook',
  options,
  card: {
    title: 'Webhook',
    about: 'A request with each track to a program or a service of yours.',
    settings: {
      group: 'Other programs',
      common: {
        'webhook.url': 'Webhook: address',
        'webhook.delay': 'Webhook: wait before a track',
      },
      rest: {
        'webhook.format': 'Webhook: your own text',
        'webhook.secret': 'Webhook: key that signs',
        'webhook.json.album': 'Webhook: place of the album',
        'webhook.json.art': 'Webhook: place of the cover',
        'webhook.json.artist': 'Webhook: place of the artist',
        'webhook.json.bpm': 'Webhook: place of the tempo',
        'webhook.json.comment': 'Webhook: place of the comment',
        'webhook.json.deck': 'Webhook: place of the deck',
        'webhook.json.duration': 'Webhook: place of the duration',
        'webhook.json.elapsed': 'Webhook: place of the time in the set',
        'webhook.json.epoch': 'Webhook: place of the time as a number',
        'webhook.json.format': 'Webhook: place of your own text',
        'webhook.json.genre': 'Webhook: place of the genre',
        'webhook.json.isrc': 'Webhook: place of the ISRC',
        'webhook.json.key': 'Webhook: place of the musical key',
        'webhook.json.label': 'Webhook: place of the label',
        'webhook.json.position': 'Webhook: place of the number in the set',
        'webhook.json.remixer': 'Webhook: place of the remixer',
        'webhook.json.streaming': 'Webhook: place of the Spotify code',
        'webhook.json.timestamp': 'Webhook: place of the time',
        'webhook.json.title': 'Webhook: place of the title',
        'webhook.json.year': 'Webhook: place of the year',
      },
    },
    steps: () => [{ text: 'Type the address that takes the request', set: ['webhook.url'] }],
  },
  check: (settings) => clashingPaths(pathsByOption(settings)),
  async diagnose(settings, tools, signal) {
    if (settings['webhook.url'] === '') {
      return [];
    }
    const { reachedFinding } = await import('../clients/examine.ts');
    const { address } = addressOf(settings['webhook.url']);
    return [await reachedFinding('the webhook', address, 'your program gets no tracks', tools, signal)];
  },
  create(settings, tools) {
    if (settings['webhook.url'] === '') {
      return undefined;
    }
    const { address, headers } = addressOf(settings['webhook.url']);
    const paths = pathsOf(settings);
    return {
      kind: 'message',
      delayMs: () => readLive(settings, 'webhook.delay'),
      // The request has its own limit, with a better message.
      timeLimitMs: REQUEST_LIMIT_MS + 1_000,
      async publish(publication, signal) {
        const format = fillTemplate(readLive(settings, 'webhook.format'), publication);
        const body = webhookBody({ ...recordOf(publication), ...detailsOf(publication), format }, paths);
        const request = {
          url: address,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': tools.userAgent,
            ...headers,
            ...(await signatureOf(body, settings['webhook.secret'])),
          },
          body,
          // Following a redirection would turn the POST into a GET and send the signature to another host.
          redirect: 'manual',
          timeLimitMs: REQUEST_LIMIT_MS,
          maxBytes: 0,
          signal,
        } as const;
        await exchange('the webhook', request, tools).catch(refuseThisOneOnly);
      },
    };
  },
};

/** The receiver may accept the next track: a refusal never stops the sink. */
function refuseThisOneOnly(error: unknown): never {
  if (error instanceof StatusError && error.advice === 'stop') {
    throw new UpstreamError(error.message, 'drop', { cause: error });
  }
  throw error;
}

/** `fetch` rejects a name and password inside an address, so they are sent as an Authorization header. */
function addressOf(given: string): { address: URL; headers: Record<string, string> } {
  const address = new URL(given);
  if (address.username === '' && address.password === '') {
    return { address, headers: {} };
  }
  const headers = basicAuthorization(percentDecoded(address.username), percentDecoded(address.password));
  address.username = '';
  address.password = '';
  return { address, headers };
}

async function signatureOf(body: string, key: Secret): Promise<Record<string, string>> {
  if (key.isEmpty) {
    return {};
  }
  const { createHmac } = await import('node:crypto');
  return {
    'x-deckcast-signature': `sha256=${createHmac('sha256', key.reveal()).update(body).digest('hex')}`,
  };
}

function pathsByOption(settings: Settings): Record<string, KeyPath> {
  return Object.fromEntries(
    // Every name comes from the table above.
    Object.keys(pathOptions).map((name) => [name, settings[name as keyof typeof pathOptions]]),
  );
}

function pathsOf(settings: Settings) {
  return {
    artist: settings['webhook.json.artist'],
    title: settings['webhook.json.title'],
    genre: settings['webhook.json.genre'],
    art: settings['webhook.json.art'],
    streaming_code: settings['webhook.json.streaming'],
    duration: settings['webhook.json.duration'],
    timestamp: settings['webhook.json.timestamp'],
    timestamp_epoch: settings['webhook.json.epoch'],
    elapsed: settings['webhook.json.elapsed'],
    album: settings['webhook.json.album'],
    label: settings['webhook.json.label'],
    remixer: settings['webhook.json.remixer'],
    comment: settings['webhook.json.comment'],
    key: settings['webhook.json.key'],
    bpm: settings['webhook.json.bpm'],
    year: settings['webhook.json.year'],
    isrc: settings['webhook.json.isrc'],
    deck: settings['webhook.json.deck'],
    position: settings['webhook.json.position'],
    format: settings['webhook.json.format'],
  };
}
