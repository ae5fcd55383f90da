/** Real server object on a free loopback port. */

import type { GetEarlierSet } from '../../src/core/contracts/set.ts';
import { Secret } from '../../src/core/option.ts';
import type { Tools } from '../../src/core/tools.ts';
import type { Publication } from '../../src/core/track.ts';
import { systemClock } from '../../src/host/clock.ts';
import { nodeDisk } from '../../src/host/disk/node-disk.js';
import type { SettingsMap } from '../../src/settings/kinds.ts';
import { pageOptions } from '../../src/settings/shared.ts';
import {
  createAudience,
  createServer,
  LocalPass,
  type ServerDeps,
  type ServerSettings,
} from '../../src/web/index.ts';
import { afterTest } from './clean-up.ts';
import { keptControl } from './control.ts';
import { type KeptLog, keptLog } from './log.ts';
import { settingsOf } from './settings.ts';
import { keptSetup } from './setup.ts';

const NO_OPTIONS: SettingsMap = {};

export function serverSettings(change: Partial<ServerSettings> = {}): ServerSettings {
  return {
    ...settingsOf(pageOptions, { 'page.delay': 0 }),
    'http.addr': { host: '127.0.0.1', port: 0 },
    'http.token': new Secret(''),
    'http.phone_token': new Secret(''),
    'http.admin_token': new Secret(''),
    'http.proxy': [],
    'theme.internal': 'default',
    'theme.dir': '',
    'theme.files': '',
    'theme.looks': NO_OPTIONS,
    'theme.options': NO_OPTIONS,
    'report.service': '',
    'report.channel': '',
    'report.category': '',
    'report.hours': 0,
    ...change,
  };
}

type Deps = Omit<ServerDeps, 'audience' | 'pass'> & {
  readonly earlierSet: GetEarlierSet;
};

/** Ids: `set 0`, `set 1`. */
export const setsOf = ({ earlierSet }: Pick<Deps, 'earlierSet'>) => ({
  shown: earlierSet,
  id: ({ set = 0 }: Pick<Publication, 'set'>) => `set ${set}`,
});

export const WELL: Deps = {
  version: '1.2.3',
  control: keptControl(),
  beats: { follow: () => () => undefined, now: () => undefined },
  commandsStored: async () => true,
  ownDisk: nodeDisk,
  sessions: { list: async () => [], entries: async () => [] },
  isSetShown: Promise.resolve(),
  cueHeader: (recording) => ({
    performer: 'Ada',
    title: 'Evening',
    file: recording || 'set.mp3',
    filetype: 'MP3',
  }),
  recordings: {
    state: () => ({ path: '', step: 'none', done: null, secondsLeft: null, session: null, problem: '' }),
    begin: () => undefined,
    stop: () => undefined,
    recent: async () => [],
    correct: async () => undefined,
    change: async () => undefined,
    remove: async () => undefined,
    fileOf: async () => undefined,
  },
  earlierSet: () => undefined,
  settings: undefined,
  doctor: { examine: async () => [], report: async () => new Uint8Array() },
  setup: async () => keptSetup(),
  hearing: () => ({ doors: () => [], collection: () => undefined, openPage: () => undefined }),
  midi: () => ({
    state: () => ({ readsPages: false, isIgnored: true, controllers: [], lesson: null, problems: [] }),
    openPage: () => undefined,
  }),
  health: () => ({
    source: { name: 'dummy', parts: [], watching: 'nothing', lastHeardAt: 0 },
    enrichment: [],
    sinks: [],
  }),
};

export function realTools(log: KeptLog): Tools {
  return { log, clock: systemClock, disk: nodeDisk, fetch, userAgent: 'deckcast/test' };
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** Stopped after the running test. */
export async function testServer(...args: Parameters<typeof startServer>): Promise<RunningServer> {
  const running = await startServer(...args);
  afterTest(running.stop);
  return running;
}

/** Stop it in every exit path of the test. */
export async function startServer(
  change: Partial<ServerSettings> = {},
  deps: Deps = WELL,
  patience?: Parameters<typeof createServer>[3],
) {
  const log = keptLog();
  const settings = serverSettings(change);
  const audience = createAudience(settings, systemClock, setsOf(deps));
  const pass = new LocalPass(systemClock);
  const server = createServer(settings, realTools(log), { ...deps, audience, pass }, patience);
  const stopping = new AbortController();
  const ended = server.run(stopping.signal);
  const at = await Promise.race([server.listening, ended.then(() => server.listening)]);
  return {
    ...at,
    pass,
    server: { ...server, audience },
    log,
    /** `ws://127.0.0.1:<port>` and the path. */
    socketUrl: (path: string) => `ws://127.0.0.1:${at.port}${path}`,
    /** Changes settings while the server runs. */
    change(changed: Partial<ServerSettings>): void {
      Object.assign(settings, changed);
      server.settingsChanged(Object.keys(changed));
    },
    async stop(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}
