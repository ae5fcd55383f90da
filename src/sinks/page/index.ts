/** A web server or object store serves any number of readers. */

import { problemOfStore } from '../../clients/files/address.ts';
import type { SinkPart } from '../../core/contracts/sink.ts';
import type { Finding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { defineOptions } from '../../core/option.ts';
import { serviceAddress } from '../../settings/kinds.ts';
import { pageOptions } from '../../settings/shared.ts';

const options = defineOptions('Sinks', {
  'page.url': {
    kind: serviceAddress(problemOfStore, 'name'),
    default: '',
    help: "where the set's page is written, with name and password: https://user:password@host/folder/ for WebDAV, s3://key:secret@endpoint/bucket/folder/?region=us-east-1 for stores that speak S3",
    sends: [],
  },
  ...pageOptions,
});

const WITHOUT_ADDRESS: Finding = {
  area: 'services',
  severity: 'note',
  finding: say('page.qr-code-leads-page-your-own'),
  means: say('page.guests-elsewhere-cannot-open-viewers-who'),
  todo: say('page.say-where-readers-open-page-page'),
  plain: say('page.qr-code-leads-page-your-own-2'),
};

export const pageSink: SinkPart<typeof options> = {
  name: 'page',
  options,
  card: {
    title: 'The page on a web server',
    about: say('page.web-server-yours-your-own-network'),
    settings: {
      group: 'Page for everybody',
      common: {
        'page.title': 'Heading of the page',
        'page.logo': 'Your logo on the page',
        'page.color': 'Your color on the page',
        'page.links': 'Links on the page',
        'page.address': 'Address that guests open',
        'page.delay': 'Wait before the page shows a track',
      },
      rest: {
        'page.url': 'Web server that gets the page',
      },
    },
    steps: () => [
      { text: say('page.type-where-files-written'), set: ['page.url'] },
      { text: say('page.say-where-readers-open-qr-code'), set: ['page.address'] },
      { text: say('page.say-how-much-later-room-shows'), set: ['page.delay'] },
      { text: say('page.give-heading-links'), set: ['page.title', 'page.links'] },
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
    const about = {
      service: say('page.place', { name: store.name }),
      without: say('page.readers-see-no-new-tracks'),
      url: settings['page.url'],
    };
    return [
      await serviceFinding(about, async () => {
        // The disk test does the same.
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
