/** The page of the set for everybody, written to a web server or a store, whose cache serves any number of readers. */
import { problemOfStore } from '../../clients/files/address.ts';
import type { SinkPart } from '../../core/contracts.ts';
import type { Finding } from '../../core/finding.ts';
import { defineOptions } from '../../core/option.ts';
import { serviceAddress } from '../../settings/kinds.ts';
import { pageOptions } from '../../settings/shared.ts';

const options = defineOptions('Sinks', {
  'page.url': {
    kind: serviceAddress(problemOfStore),
    default: '',
    help: "where the set's page is written, with name and password: https://user:password@host/folder/ for WebDAV, s3://key:secret@endpoint/bucket/folder/?region=us-east-1 for stores that speak S3",
    sends: [],
  },
  ...pageOptions,
});

/** Where it is written tells nobody where it is read. */
const WITHOUT_ADDRESS: Finding = {
  area: 'services',
  severity: 'note',
  finding: 'the QR code leads to the page in your own network, not to the one on the web server',
  means: 'guests elsewhere cannot open it, and viewers who ask for the tracklist get no answer',
  todo: 'say where readers open the page: --page.address',
  plain:
    'The QR code leads to the page in your own network. Say where readers open the one on the web server',
};

export const pageSink: SinkPart<typeof options> = {
  name: 'page',
  options,
  card: {
    title: 'A page for everybody',
    about: 'What is on, and what was, on a web server of yours. In your own network it is at /page/ anyway.',
    settings: {
      group: 'Page for everybody',
      common: {
        'page.title': 'Heading of the page',
        'page.links': 'Links on the page',
        'page.address': 'Address that guests open',
        'page.delay': 'Wait before the page shows a track',
      },
      rest: {
        'page.url': 'Web server that gets the page',
      },
    },
    steps: () => [
      { text: 'Type where its files are written', set: ['page.url'] },
      { text: 'Say where readers open it, for its QR code', set: ['page.address'] },
      { text: 'Say how much later than the room it shows a track', set: ['page.delay'] },
      { text: 'Give it a heading and links', set: ['page.title', 'page.links'] },
    ],
  },
  async diagnose(settings, tools, signal) {
    if (settings['page.url'] === '') {
      return [];
    }
    const [{ fileStore }, { serviceFinding }] = await Promise.all([
      import('../../clients/files/store.ts'),
      import('../../clients/examine.ts'),
    ]);
    const store = fileStore(settings['page.url'], tools);
    const about = { service: `the place of the page, ${store.name},`, without: 'readers see no new tracks' };
    return [
      await serviceFinding(about, async () => {
        // It comes and goes, as on a disk.
        await store.put('deckcast-try.txt', { type: 'text/plain', body: 'try', seconds: 0 }, signal);
        await store.remove('deckcast-try.txt', signal);
      }),
      ...(settings['page.address'] === '' ? [WITHOUT_ADDRESS] : []),
    ];
  },
  async create(settings, tools) {
    if (settings['page.url'] === '') {
      return undefined;
    }
    const { PageWriter } = await import('./writer.ts');
    return new PageWriter(settings['page.url'], settings, tools);
  },
};
