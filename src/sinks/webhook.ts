import { unescape as percentDecoded } from 'node:querystring';
import { basicAuthorization, exchange, StatusError } from '../clients/http.ts';
import type { SinkPart } from '../core/contracts/sink.ts';
import { UpstreamError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { defineOptions, readLive, Secret, type SettingsOf } from '../core/option.ts';
import { detailsOf, recordOf } from '../core/record.ts';
import { fillTemplate } from '../core/template.ts';
import { list, secret, template, url } from '../settings/kinds.ts';
import { streamDelay } from '../settings/shared.ts';
import { clashingPaths, type KeyPath, type WebhookFields, webhookBody } from './webhook-body.ts';

/**
 * Fields in order: suffix of the option for its place, name in help and on the settings page, and whether it is sent by
 * default under its own name.
 */
const FIELDS = {
  artist: { option: 'artist', help: 'artist', title: 'the artist', usual: true },
  title: { option: 'title', help: 'title', title: 'the title', usual: true },
  genre: { option: 'genre', help: 'genre', title: 'the genre', usual: true },
  art: { option: 'art', help: 'album art', title: 'the cover', usual: true },
  streaming_code: { option: 'streaming', help: 'streaming code', title: 'the Spotify code', usual: true },
  duration: { option: 'duration', help: 'duration', title: 'the duration', usual: true },
  timestamp: { option: 'timestamp', help: 'timestamp', title: 'the time', usual: true },
  timestamp_epoch: { option: 'epoch', help: 'epoch timestamp', title: 'the time as a number', usual: true },
  elapsed: { option: 'elapsed', help: 'elapsed time', title: 'the time in the set', usual: true },
  album: { option: 'album', help: 'album', title: 'the album', usual: false },
  label: { option: 'label', help: 'label', title: 'the label', usual: false },
  remixer: { option: 'remixer', help: 'remixer', title: 'the remixer', usual: false },
  comment: { option: 'comment', help: 'comment', title: 'the comment', usual: false },
  key: { option: 'key', help: 'musical key', title: 'the musical key', usual: false },
  bpm: { option: 'bpm', help: 'tempo in beats a minute', title: 'the tempo', usual: false },
  year: { option: 'year', help: 'year', title: 'the year', usual: false },
  isrc: { option: 'isrc', help: 'recording code (ISRC)', title: 'the ISRC', usual: false },
  deck: { option: 'deck', help: "deck's label", title: 'the deck', usual: false },
  position: { option: 'position', help: 'position in the set', title: 'the number in the set', usual: false },
  format: { option: 'format', help: 'custom format field', title: 'your own text', usual: false },
} as const satisfies Record<keyof WebhookFields, unknown>;

type Field = keyof typeof FIELDS;
type PlaceOption = `webhook.json.${(typeof FIELDS)[Field]['option']}`;

const PLACES = Object.entries(FIELDS)
  .map(([field, { option, ...about }]) => ({ field, name: `webhook.json.${option}` as const, ...about }))
  .sort((one, other) => (one.name < other.name ? -1 : 1));

function placeOption({ field, help, usual }: (typeof PLACES)[number]) {
  const path: KeyPath = usual ? [field] : [];
  return { kind: list, default: path, help: `key path of the ${help} in the webhook's JSON` };
}

const options = defineOptions('Sinks', {
  'webhook.url': {
    kind: url,
    default: '',
    help: 'address that gets a POST for each featured track',
    sends: ['webhook.secret'],
  },
  'webhook.format': {
    kind: template,
    default: '$ARTIST$ - $SONG$',
    help: 'text of the custom format field; $ARTIST$ and $SONG$ stand for the names, $ALBUM$, $BPM$, $KEY$ and more for other data of the track',
    live: true,
  },
  'webhook.delay': streamDelay('how long to wait before a track is posted'),
  'webhook.secret': {
    kind: secret,
    default: new Secret(''),
    help: 'key that signs the body in X-Deckcast-Signature (HMAC-SHA256)',
  },
  ...(Object.fromEntries(PLACES.map((place) => [place.name, placeOption(place)])) as {
    readonly [Name in PlaceOption]: ReturnType<typeof placeOption>;
  }),
});

type Settings = SettingsOf<typeof options>;

const REQUEST_LIMIT_MS = 10_000;

export const webhookSink: SinkPart<typeof options> = {
  name: 'webhook',
  options,
  card: {
    title: 'Webhook',
    about: say('webhook.request-each-track-program-service-yours'),
    settings: {
      group: 'Other programs',
      common: {
        'webhook.url': 'Webhook: address',
        'webhook.delay': 'Webhook: wait before a track',
      },
      rest: {
        'webhook.format': 'Webhook: your own text',
        'webhook.secret': 'Webhook: key that signs',
        ...Object.fromEntries(PLACES.map(({ name, title }) => [name, `Webhook: place of ${title}`])),
      },
    },
    steps: () => [{ text: say('webhook.type-address-takes-request'), set: ['webhook.url'] }],
  },
  check: (settings) => clashingPaths(Object.fromEntries(PLACES.map(({ name }) => [name, settings[name]]))),
  async diagnose(settings, tools, signal) {
    if (settings['webhook.url'] === '') {
      return [];
    }
    const { reachedFinding } = await import('../clients/examine.ts');
    const { address: url, headers } = addressOf(settings['webhook.url']);
    const without = say('webhook.program-gets-no-tracks');
    return [await reachedFinding(WEBHOOK, { url, headers }, without, tools, signal)];
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
      // The request's own limit has a better message.
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
          // Redirects turn POST into GET, and take the signature to another host.
          redirect: 'manual',
          timeLimitMs: REQUEST_LIMIT_MS,
          maxBytes: 0,
          signal,
        } as const;
        await exchange(WEBHOOK, request, tools).catch(refuseThisOneOnly);
      },
    };
  },
};

const WEBHOOK = say('webhook.name');

/** Never stops the sink: the receiver may accept the next track. */
function refuseThisOneOnly(error: unknown): never {
  if (error instanceof StatusError && error.advice !== 'retry') {
    const text = say('webhook.refused', { status: error.status, url: { option: 'webhook.url' } });
    throw new UpstreamError(text, 'drop', { cause: error });
  }
  throw error;
}

/** `fetch` rejects credentials in an address; makes them an Authorization header. */
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

function pathsOf(settings: Settings): Readonly<Record<Field, KeyPath>> {
  const paths = Object.entries(FIELDS).map(([field, { option }]) => [
    field,
    settings[`webhook.json.${option}`],
  ]);
  return Object.fromEntries(paths) as Record<Field, KeyPath>;
}
