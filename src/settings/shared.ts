/** Read by several kinds of parts; other options belong beside their part. */
import { defineOptions, readLive, type SettingsOf } from '../core/option.ts';
import { durationUpTo, hexColor, links, pageAddress, pictureFile, text, uint, url } from './kinds.ts';

/** Longer than the delay of any broadcast. */
const LONGEST_DELAY_MS = 10 * 60_000;

export function streamDelay(help: string) {
  return {
    kind: durationUpTo(LONGEST_DELAY_MS),
    default: 0,
    help,
    live: true,
    group: 'Sinks',
  } as const;
}

/** Read by the server, the sink that writes the page elsewhere, and code that tells its address. */
export const pageOptions = defineOptions('Sinks', {
  'page.title': {
    kind: text,
    default: 'Tracklist',
    help: "heading of the set's page",
    live: true,
  },
  'page.links': {
    kind: links,
    default: [],
    help: "addresses that the set's page links to, such as those of your profiles",
    live: true,
  },
  'page.logo': {
    kind: pictureFile,
    default: '',
    help: "picture file of your logo, for the set's page: PNG, JPEG, WebP or SVG",
    live: true,
  },
  'page.color': {
    kind: hexColor,
    default: 'ff5a36',
    help: "your color on the set's page, which lights it while no cover does",
    live: true,
  },
  'page.delay': {
    ...streamDelay(
      "how long to wait before the set's page shows a track; a track that is hidden meanwhile never gets there",
    ),
    default: 10_000,
  },
  'page.address': {
    kind: pageAddress,
    default: '',
    help: "where readers open the set's page, for its QR code; this deckcast if empty",
    sends: [],
    live: true,
  },
});

export function pageText(
  settings: SettingsOf<
    Pick<typeof pageOptions, 'page.title' | 'page.links' | 'page.address' | 'page.logo' | 'page.color'>
  >,
) {
  return {
    logo: readLive(settings, 'page.logo'),
    color: readLive(settings, 'page.color'),
    title: readLive(settings, 'page.title'),
    links: readLive(settings, 'page.links'),
    address: readLive(settings, 'page.address'),
  };
}

/** Read by enrichment, the account source and `streaming setup`. */
export const streamingAddresses = defineOptions('Enrichment', {
  'streaming.api_url': {
    kind: url,
    default: 'https://api.spotify.com',
    help: "base address of the streaming service's API",
    sends: ['streaming.id', 'streaming.secret', 'streamingsource.refresh', 'streamingsource.tokenfile'],
  },
  'streaming.auth_url': {
    kind: url,
    default: 'https://accounts.spotify.com',
    help: "base address of the streaming service's sign-in",
    sends: [
      'streaming.id',
      'streaming.secret',
      'streamingsource.id',
      'streamingsource.secret',
      'streamingsource.refresh',
      'streamingsource.tokenfile',
    ],
  },
});

const SOCIETIES = 'report gema gvl prs ppl suisa akm ascap bmi sesac royalties';

/** Facts for collecting societies, known to the user alone. Read by `deckcast export` and the server. */
export const reportOptions = defineOptions('Sinks', {
  'report.service': {
    kind: text,
    default: '',
    help: 'name of the station or the event, for reports to collecting societies',
    words: SOCIETIES,
    live: true,
  },
  'report.channel': {
    kind: text,
    default: '',
    help: 'name of the channel, the program or the venue, for the same reports',
    words: SOCIETIES,
    live: true,
  },
  'report.category': {
    kind: text,
    default: '',
    help: "SoundExchange's transmission category of the service, a letter",
    live: true,
  },
  'report.hours': {
    kind: uint({ unit: 'hours' }),
    default: 0,
    help: "hours that all listeners together heard, for SoundExchange's report",
    live: true,
  },
});

export function reportHeader(settings: SettingsOf<typeof reportOptions>) {
  return {
    service: readLive(settings, 'report.service'),
    channel: readLive(settings, 'report.channel'),
    category: readLive(settings, 'report.category'),
    hours: readLive(settings, 'report.hours'),
  };
}
