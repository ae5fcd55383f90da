import type { Setup } from '../../src/web/index.ts';
import type { SinkCard, SourceCard } from '../../src/web/wire/setup.ts';

/** Set-up that shows given values and records requests. */
export interface KeptSetup extends Setup {
  readonly calls: unknown[];
  sources: readonly SourceCard[];
  sinks: readonly SinkCard[];
  isOn: boolean;
}

export function keptSetup(): KeptSetup {
  const setup: KeptSetup = {
    calls: [],
    sources: [],
    sinks: [],
    isOn: false,
    cards: async () => ({ sources: setup.sources, sinks: setup.sinks }),
    host: async () => '192.168.1.20',
    async authorize(part, callback) {
      setup.calls.push({ part, callback });
      return { page: 'https://accounts.example/authorize?state=x' };
    },
    async authorized(answer) {
      setup.calls.push(Object.fromEntries(answer));
      return 'Authorized.';
    },
    async test(sink) {
      setup.calls.push({ sink });
      return 'Delivered.';
    },
    async addToObs(request) {
      setup.calls.push(request);
      return 'Added.';
    },
    scenes: async () => ['Main camera', 'Full camera'],
    startsWithComputer: async () => ({
      on: setup.isOn,
      file: '/home/dj/.config/systemd/user/a-folder-with-a-long-name/deckcast.service',
    }),
    async startWithComputer(on) {
      setup.isOn = on;
    },
  };
  return setup;
}

export function sourceCard(change: Partial<SourceCard> = {}): SourceCard {
  return {
    name: 'http',
    title: 'Another program',
    about: 'Anything that sends a web request.',
    steps: [],
    options: [],
    state: 'off',
    trackAt: null,
    findings: [],
    ...change,
  };
}
