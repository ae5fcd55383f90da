/** The HTTP listener: the overlay, its WebSockets, the API, and the operator's page. */
import { EventEmitter } from 'node:events';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import type { Control, GetEarlierSet, StoredSessions, Tap } from '../core/contracts.ts';
import type { Finding } from '../core/finding.ts';
import { isFailing } from '../core/health.ts';
import { KEEP_ALIVE } from '../core/listening.ts';
import { readLive } from '../core/option.ts';
import { printableData } from '../core/printable.ts';
import type { Clock, Disk, Tools } from '../core/tools.ts';
import { pause, unlessAborted } from '../core/waiting.ts';
import { packageFolder } from '../host/package/package-folder.ts';
import { SetPage } from '../sets/page/set-page.ts';
import { reportHeader } from '../settings/shared.ts';
import { EventBroadcaster } from './broadcast.ts';
import { limitConnections } from './connections.ts';
import { decksFeed } from './decks.ts';
import type { Handlers } from './endpoints.ts';
import { type HearingView, hearFeed, takeSound } from './hear.ts';
import { createHistoryHandlers } from './history.ts';
import {
  answerAsItIs,
  close,
  followAnswers,
  keepOperators,
  type ListeningAt,
  open,
  reachableUrl,
  refuseBadHost,
  runsAlready,
  serializeRequests,
  tryAddress,
} from './listener.ts';
import { createNowTextHandler } from './now-text.ts';
import { createConfigureHandlers } from './operator/configure.ts';
import { createDoctorHandlers, type Doctor } from './operator/doctor.ts';
import { OperatorFeed } from './operator/feed.ts';
import { createAuthorizer, createGuard, OPERATOR_PROTOCOL } from './operator/index.ts';
import type { LocalPass } from './operator/local-pass.ts';
import { createPhoneHandlers } from './operator/phone.ts';
import { createSettingsHandlers, type SettingsStore } from './operator/settings.ts';
import { createCallback, createSetupHandlers, type Setup } from './operator/setup.ts';
import { createVerbHandlers } from './operator/verbs.ts';
import type { ServerSettings } from './options.ts';
import { createRoutes } from './routes.ts';
import { createSetPage } from './set-page.ts';
import { acceptSockets } from './sockets.ts';
import { createStateHandlers } from './state.ts';
import { followTheme, selectedTheme } from './theme/follow.ts';
import { listThemes, sizeOf } from './theme/list.ts';
import { ownFiles } from './theme/own.ts';
import { WIRE_VERSION } from './wire/events.ts';
import type { HealthMessage } from './wire/health.ts';
import type { WireTheme } from './wire/themes.ts';

export type { HearingView } from './hear.ts';
export type { Doctor } from './operator/doctor.ts';
export { LocalPass } from './operator/local-pass.ts';
export type { ReadSettings, SaveOutcome, SettingsStore } from './operator/settings.ts';
export type { Setup } from './operator/setup.ts';
export type { ServerSettings } from './options.ts';
export { type ListeningAt, tryAddress };

export interface ServerDeps {
  /** What the pages show. */
  readonly audience: EventBroadcaster;
  readonly version: string;
  /** The current health of the rest of the program. */
  readonly health: () => ProgramHealth;
  /** What the operator can do. */
  readonly control: Control;
  /** Whether the session store has what was hidden; waits for it a moment. */
  readonly hidesStored: () => Promise<boolean>;
  /** Reads the program's own files, from the disk that it runs from. */
  readonly ownDisk: Disk;
  /** The sets of earlier runs. */
  readonly sessions: StoredSessions;
  readonly doctor: Doctor;
  /** What hears the room now. */
  readonly hearing: () => HearingView;
  /** Absent in a program that reads no configuration file. */
  readonly settings: SettingsStore | undefined;
  /** Loads the code of the set-up page. */
  readonly setup: () => Promise<Setup>;
  /** What lets pages on this computer configure; it outlives the server. */
  readonly pass: LocalPass;
}

export type ProgramHealth = Pick<HealthMessage, 'problem' | 'source' | 'enrichment' | 'sinks'>;

export interface Server {
  readonly name: 'server';
  /** How the program is doing, as `/api/v1/health` says it. */
  health(): HealthMessage;
  /** What went wrong since the listener was opened. */
  findings(): readonly Finding[];
  /** Where the overlay is, once the listener is open; rejects when it cannot be opened. */
  readonly listening: Promise<ListeningAt>;
  /** Live settings have changed: pages reload when the theme did. */
  settingsChanged(): void;
  /** Resolves when every request that came before has its answer. */
  answered(): Promise<void>;
  /** Listens until the signal fires. Rejects with a RunError when it cannot listen on the address. */
  run(signal: AbortSignal): Promise<void>;
}

const PING_EVERY_MS = 15_000;
/** A sleeping page cannot answer the closing handshake; the stop waits for it no longer than this. */
const FAREWELL_MS = 500;

/** What the pages show; the WebSocket sink publishes to it. */
export function createAudience(
  settings: ServerSettings,
  clock: Clock,
  earlierSet: GetEarlierSet,
  tap?: Pick<Tap, 'shown'>,
): EventBroadcaster {
  const page = new SetPage(() => readLive(settings, 'page.delay'));
  return new EventBroadcaster(clock, selectedTheme(settings), page, earlierSet, tap);
}

/** How long a request may take to arrive, in milliseconds, and how often that is looked at. */
const PATIENCE = {
  headersTimeout: 10_000,
  // The largest body at 20 kB a second, slower than any phone network that still loads a page.
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
};

export function createServer(
  settings: ServerSettings,
  tools: Tools,
  deps: ServerDeps,
  patience = PATIENCE,
): Server {
  const { clock, log } = tools;
  const { audience, control } = deps;
  const address = settings['http.addr'];
  const theme = selectedTheme(settings);
  const changes = new EventEmitter();
  const folder = packageFolder();
  const startedAt = clock.monotonic();
  /** Our pages, for this computer; the port is known once we listen. */
  let here = reachableUrl(address.host, address.port);
  const authorizer = createAuthorizer(settings, deps.pass);

  function health(): HealthMessage {
    // Names of devices, addresses and answers of services, escaped for pages and terminals.
    const { problem, source, enrichment, sinks } = printableData(deps.health());
    const inTrouble =
      problem !== undefined ||
      source.problem !== undefined ||
      sinks.some((sink) => sink.stopped || isFailing(sink));
    return {
      v: WIRE_VERSION,
      status: inTrouble ? 'trouble' : 'ok',
      version: deps.version,
      ...(problem === undefined ? {} : { problem }),
      uptimeMs: Math.round(clock.monotonic() - startedAt),
      source,
      enrichment,
      sinks,
      overlays: { records: audience.records.size, events: audience.events.size },
    };
  }

  function announce({ url }: ListeningAt, { width, height }: WireTheme['size']): void {
    log.info('overlay ready', { url, hint: `add it to OBS as a browser source, ${width} x ${height}` });
    log.info('pages ready', {
      setup: `${url}setup/`,
      looks: `${url}overlay/`,
      operator: `${url}dashboard/`,
      help: `${url}help/`,
    });
  }

  /** The disk of a custom theme may take long to answer. */
  async function announceCustom(at: ListeningAt, signal: AbortSignal): Promise<void> {
    const size = await unlessAborted(sizeOf(theme.custom, tools.disk), signal);
    if (size !== undefined) {
      announce(at, size);
    }
  }

  const feed = new OperatorFeed(clock, control, health);
  const decks = decksFeed(clock, () => control.decks());
  const room = hearFeed(clock, deps.hearing, () => control.audible());
  const operatorsOnly = (request: IncomingMessage) => authorizer.denialOf('operate', request);
  const disks = { own: deps.ownDisk, users: tools.disk };
  const place = { here: () => here, listenHost: address.host };
  const host = async (): Promise<string> => (await deps.setup()).host();
  const { onAir } = audience;
  const handlers: Handlers = {
    ...createStateHandlers({
      onAir,
      health,
      themes: () => listThemes(join(folder, 'themes'), theme, disks),
      own: () => ownFiles(theme.files, disks.users),
    }),
    'GET /decks': (context) => context.json(decks.message()),
    ...createNowTextHandler(audience.air, clock),
    ...createHistoryHandlers({
      onAir,
      kept: deps.sessions,
      reportHeader: () => reportHeader(settings),
    }),
    'GET /hear': (context) => context.json(room.message()),
    ...createVerbHandlers(audience, control, deps.hidesStored),
    ...createDoctorHandlers(deps.doctor, health),
    ...createConfigureHandlers(authorizer, deps.pass),
    ...createSettingsHandlers(deps.settings, authorizer),
    ...createSetupHandlers(deps.setup, place),
    ...createPhoneHandlers({ ...place, token: settings['http.token'], clock, host }),
  };
  const routes = createRoutes({
    log,
    disks,
    onAir,
    packageFolder: folder,
    theme,
    looks: () => readLive(settings, 'theme.looks'),
    guard: createGuard(authorizer),
    handlers,
    callback: createCallback(deps.setup),
    setPage: createSetPage(settings, { page: audience.page, clock, ...place, host }),
  });
  // The adaptor creates a plain HTTP server by default.
  const http = createAdaptorServer({
    fetch: (request, env) => answer(request, env),
    // A page waits for the next track for minutes; one that is gone must not keep its place.
    serverOptions: { ...KEEP_ALIVE, ...patience },
  }) as HttpServer;
  const limiter = limitConnections(http, {
    log,
    clock,
    proxies: settings['http.proxy'],
    mayOperate: (request) => operatorsOnly(request) === undefined,
  });
  const answer = limiter.limited(serializeRequests(keepOperators(refuseBadHost(routes.fetch))));
  const answered = followAnswers(http);
  const sockets = acceptSockets(
    [
      { path: '/ws', accept: (page) => audience.records.add(page, audience.recordGreeting) },
      { path: '/api/v1/events', accept: (page) => audience.events.add(page, audience.eventGreeting()) },
      { path: '/api/v1/decks', accept: (page) => decks.add(page) },
      {
        path: '/api/v1/hear',
        refuse: operatorsOnly,
        accept(page) {
          room.add(page);
          takeSound(page, deps.hearing);
        },
      },
      { path: '/api/v1/operator', refuse: operatorsOnly, accept: (page) => feed.add(page) },
    ],
    OPERATOR_PROTOCOL,
  );
  http.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      answerAsItIs(http, request, request.socket);
      return;
    }
    const reason = limiter.admit(request);
    if (reason === undefined) {
      sockets.upgrade(request, socket, head);
    } else {
      sockets.refuseBusy(socket, reason);
    }
  });

  let opened: (at: ListeningAt) => void;
  let failed: (error: unknown) => void;
  const listening = new Promise<ListeningAt>((resolve, reject) => {
    opened = resolve;
    failed = reject;
  });
  // It may have no caller, and `run` rejects too.
  listening.catch(() => undefined);

  return {
    name: 'server',
    health,
    findings: limiter.findings,
    listening,
    settingsChanged: () => changes.emit('changed'),
    answered,
    async run(signal) {
      const builtIn = join(folder, 'themes', theme.internal);
      const size = theme.custom === '' ? await sizeOf(builtIn, deps.ownDisk) : undefined;
      const at = await open(http, address).catch(async (error: unknown) => {
        const explained = await runsAlready(error, address, tools);
        failed(explained);
        throw explained;
      });
      here = at.url;
      opened(at);
      if (address.host === undefined) {
        log.info('the overlay is open to the whole network', {
          hint: `--http.addr=127.0.0.1:${at.port} keeps it to this computer`,
        });
      }
      await Promise.all([
        size === undefined ? announceCustom(at, signal) : announce(at, size),
        pingUntil(signal, audience, clock),
        feed.run(signal),
        decks.run(signal),
        room.run(signal),
        followTheme(theme, changes, signal, tools, audience),
      ]);
      audience.close();
      const cutOff = clock.after(FAREWELL_MS, () => sockets.terminate());
      await close(http);
      cutOff();
    },
  };
}

async function pingUntil(signal: AbortSignal, audience: EventBroadcaster, clock: Clock): Promise<void> {
  while (!signal.aborted) {
    await pause(clock, PING_EVERY_MS, signal);
    audience.ping();
  }
}
