/**
 * Every output of a show with the real sinks and routes: on a clock that stands still, a disk in memory, and services
 * that accept everything.
 */
import { Hono } from 'hono';
import type { WebSocket } from 'ws';
import type { Sink, SinkPart, SinkTools } from '../../src/core/contracts/sink.ts';
import { type OptionTable, Secret, type SettingsOf } from '../../src/core/option.ts';
import { entryOf } from '../../src/core/record.ts';
import { PLACEHOLDERS } from '../../src/core/template.ts';
import type { Fetch, Logger } from '../../src/core/tools.ts';
import type { Picture, SetEntry } from '../../src/core/track.ts';
import { untilAborted } from '../../src/core/waiting.ts';
import { setSoFar } from '../../src/sets/earlier-set.ts';
import { pageFiles } from '../../src/sets/page/files.ts';
import { SetPage } from '../../src/sets/page/set-page.ts';
import { chatSink } from '../../src/sinks/chat.ts';
import { ChatAnswers } from '../../src/sinks/chat-command/answers.ts';
import { commandSinkOptions } from '../../src/sinks/chat-command/options.ts';
import { chatMarkersSink } from '../../src/sinks/chat-markers.ts';
import { cueSink } from '../../src/sinks/cue.ts';
import { fileSink } from '../../src/sinks/file.ts';
import { historySink } from '../../src/sinks/history.ts';
import { liveSink } from '../../src/sinks/live.ts';
import { pageSink } from '../../src/sinks/page/index.ts';
import { radioSink } from '../../src/sinks/radio/index.ts';
import { sessionSink } from '../../src/sinks/session.ts';
import { webhookSink } from '../../src/sinks/webhook.ts';
import { websocketSink } from '../../src/sinks/websocket.ts';
import { EventBroadcaster } from '../../src/web/broadcast.ts';
import type { Env } from '../../src/web/endpoints.ts';
import { SET_FILE_FORMATS } from '../../src/web/export.ts';
import { createHistoryHandlers } from '../../src/web/history.ts';
import { createNowTextHandler } from '../../src/web/now-text.ts';
import type { EventMessage } from '../../src/web/wire/events.ts';
import { Timeline } from '../../themes/shared/v1/timeline.js';
import type { FakeClock } from './clock.ts';
import { memoryDisk } from './disk.ts';
import { TRACKS, token } from './secrets.ts';
import { settingsOf } from './settings.ts';
import { sinkTools } from './sink.ts';

export interface Seen {
  readonly where: string;
  readonly what: unknown;
}

/**
 * Sinks that restart when one of their settings changes. `page` writes nothing on this disk, because its style is
 * missing.
 */
export const REPLACED = [
  'file',
  'history',
  'cue',
  'session',
  'webhook',
  'discord',
  'slack',
  'telegram',
  'answers',
  'markers',
  'live',
  'radio',
  'late-radio',
] as const;

/** Delay of the viewers' stream behind the room. */
const LAG_MS = 7_000;
const EVERY_VARIABLE = encodeURIComponent(PLACEHOLDERS.join(''));
/** Addresses that show the set. Each check reads one of them. */
const ADDRESSES = [
  ...['0s', '5s', '12s', '1m'].map((ago) => `/now.txt?ago=${ago}&format=${EVERY_VARIABLE}`),
  ...SET_FILE_FORMATS.map((format) => `/history/${format}`),
];
/** Chat messages of viewers. */
const QUESTIONS = ['!track', '!last', ...TRACKS.map((number) => `!played ${token(number)}`)];
const WEBHOOK_FIELDS = Object.fromEntries(
  Object.keys(webhookSink.options)
    .filter((name) => name.startsWith('webhook.json.'))
    .map((name) => [name, [name]]),
);

/** A picture that contains this name even in base64. */
export function coverNamed(name: string): Picture {
  return { png: Buffer.from(`iVBORw0KGgoAAAA${name}`, 'base64'), accent: '#58e0b5' };
}

/** `record` receives everything that leaves the computer. */
export async function openOutputs(
  clock: FakeClock,
  log: Logger,
  record: (where: string, what: unknown) => void,
) {
  const none = () => undefined;
  const broadcast = new EventBroadcaster(clock, { options: {} }, new SetPage(() => LAG_MS), {
    shown: none,
    id: () => '',
  });
  const disk = memoryDisk();
  /** Latest title sent to each service. */
  const titles = new Map<string, unknown>();
  const stored = new Map<number, SetEntry>();
  const tools: SinkTools = {
    ...sinkTools(),
    clock,
    log,
    disk,
    audience: broadcast,
    fetch: services((where, what) => {
      record(where, what);
      titles.set(where, what);
    }),
    sessions: {
      store: async (publication) => void stored.set(publication.position, entryOf(publication)),
      noteHistory: () => undefined,
      end: async () => undefined,
      close: () => undefined,
      list: async () => [],
      entries: async () => [],
      resumableSet: async () => undefined,
    },
  };
  const made = async (name: string, again: (given: SinkTools) => Promise<Sink>) => ({
    name,
    again,
    sink: await again(tools),
  });
  const make = <Options extends OptionTable>(
    name: string,
    part: SinkPart<Options>,
    change: Partial<SettingsOf<Options>>,
  ) =>
    made(name, async (given) => {
      const sink = await part.create(settingsOf(part.options, change), given);
      if (sink === undefined) {
        throw new Error(`these settings leave the sink ${name} off`);
      }
      return sink;
    });
  const chat = (service: 'discord' | 'slack' | 'telegram', delayMs: number) =>
    make(service, chatSink, {
      'chat.service': service,
      'chat.token': new Secret('token'),
      'chat.channel': '42',
      'chat.url': `http://${service}`,
      'chat.format': PLACEHOLDERS.join(', '),
      'chat.cover': true,
      'chat.delay': delayMs,
    });
  const twitch = {
    'chat.service': 'twitch',
    'chat.token': new Secret('token'),
    'chat.channel': 'ada',
    'chat.url': 'http://twitch',
  } as const;
  const answersOf = (given: SinkTools): ChatAnswers =>
    new ChatAnswers(
      settingsOf(commandSinkOptions, {
        ...twitch,
        'chat.command': '!track',
        'chat.answer': PLACEHOLDERS.join(', '),
      }),
      async () => ({
        channel: 'ada',
        url: 'http://twitch',
        tokens: { current: async () => 'token', renewed: async () => 'token', changed: untilAborted },
      }),
      given,
    );
  let answers = answersOf(tools);
  const sinks = await Promise.all([
    make('websocket', websocketSink, {}),
    make('file', fileSink, { 'outfile.featured': 'now.txt', 'outfile.art': 'art.png' }),
    make('history', historySink, { 'history.filename': 'history.txt' }),
    make('cue', cueSink, { 'cue.filename': 'set.cue' }),
    make('session', sessionSink, { 'session.filename': 'sessions.db' }),
    make('webhook', webhookSink, {
      'webhook.url': 'http://webhook/',
      'webhook.delay': 3_000,
      ...WEBHOOK_FIELDS,
    }),
    chat('discord', LAG_MS),
    chat('slack', 0),
    chat('telegram', 0),
    made('answers', async (given) => {
      answers = answersOf(given);
      // Without the reading part, because there is no chat.
      const { kind } = answers;
      return { kind, publish: answers.publish.bind(answers), earlier: answers.earlier.bind(answers) };
    }),
    make('markers', chatMarkersSink, { ...twitch, 'chat.markers': true }),
    make('live', liveSink, {
      'live.url': 'http://live',
      'live.api_key': new Secret('key'),
      'live.delay': LAG_MS,
    }),
    make('radio', radioSink, {
      'radio.url': ['icecast://:password@radio/live'],
      'radio.format': PLACEHOLDERS.join(', '),
    }),
    make('page', pageSink, { 'page.url': 'http://user:password@page/', 'page.delay': LAG_MS }),
    make('late-radio', radioSink, {
      'radio.url': ['icecast://:password@late-radio/live'],
      'radio.format': PLACEHOLDERS.join(', '),
      'radio.delay': LAG_MS,
    }),
  ]);

  const overlay = new Timeline();
  const pictures = new Set<string>();
  broadcast.records.add(
    page((message) => record('/ws', message)),
    broadcast.recordGreeting,
  );
  broadcast.events.add(
    page((message) => {
      record('events', message);
      // Sent by the server.
      const event = JSON.parse(message) as EventMessage;
      overlay.apply(event, clock.now());
      if ('track' in event) {
        pictures.add(event.track?.art?.url ?? '');
      }
    }),
    broadcast.eventGreeting(),
  );
  const history = createHistoryHandlers({
    onAir: broadcast.onAir,
    set: () => broadcast.set,
    commandsStored: async () => true,
    kept: tools.sessions,
    cueHeader: () => ({ performer: '', title: '', file: '', filetype: 'WAVE' }),
    names: () => ({ dj: '', heading: 'Tracklist' }),
    reportHeader: () => ({ service: 'Station', channel: 'Night', category: 'A', hours: 100 }),
  });
  const routes = new Hono<Env>()
    .get('/history', history['GET /history'])
    .get('/history/:format', history['GET /history/:format'])
    .get('/now.txt', createNowTextHandler(broadcast.air, clock)['GET /now.txt']);
  const textAt = async (address: string): Promise<Seen> => ({
    where: address,
    what: await (await routes.request(address)).text(),
  });
  let lookUps = 0;

  return {
    sinks,
    /** Outputs that show the current track. */
    now(): readonly Seen[] {
      const { onAir, recordGreeting } = broadcast;
      return [
        { where: 'on air', what: [onAir.track, recordGreeting?.toString()] },
        ...['now.txt', 'art.png'].map((name) => ({ where: name, what: disk.files.get(name) })),
        { where: 'what listeners of the radio read', what: titles.get('radio/admin/metadata') },
      ];
    },
    /**
     * Outputs that also name earlier tracks, with their current contents. Delayed outputs still show an earlier track
     * as current.
     */
    async records(): Promise<readonly Seen[]> {
      const { onAir } = broadcast;
      const view = broadcast.page.view(clock.monotonic());
      const page = pageFiles(
        view,
        { title: '', links: [], address: '', logo: '', color: 'ff5a36' },
        clock.now(),
      );
      lookUps += 1;
      return [
        ...[...page].map(([name, make]) => ({ where: `page/${name}`, what: make().body })),
        { where: 'what listeners of the late radio read', what: titles.get('late-radio/admin/metadata') },
        { where: 'greeting', what: broadcast.eventGreeting().toString() },
        { where: 'overlay', what: overlay.sceneAt(clock.now(), { delayMs: LAG_MS, showMs: 0 }) },
        { where: 'answers', what: QUESTIONS.map((text) => answers.answerTo(text)?.text) },
        { where: 'stored set', what: [...stored.values()] },
        { where: 'set.cue', what: disk.files.get('set.cue') },
        ...[...pictures].map((url) => ({
          where: url,
          what: onAir.picture(url.replace(/^\/art\/|\.png$/g, '')),
        })),
        await textAt('/history?removed=1'),
        await textAt(ADDRESSES[lookUps % ADDRESSES.length] ?? ''),
      ];
    },
    /** Append-only files. */
    unchanging: (): readonly Seen[] => [{ where: 'history.txt', what: disk.files.get('history.txt') }],
    /** The sink of this name, restarted during the set. */
    async again(name: (typeof REPLACED)[number]): Promise<Sink> {
      const one = sinks.find((sink) => sink.name === name);
      if (one === undefined) {
        throw new Error(`there is no sink ${name}`);
      }
      return one.again({ ...tools, earlierSet: setSoFar(broadcast) });
    },
  };
}

function page(receive: (message: string) => void): WebSocket {
  const socket = {
    readyState: 1,
    bufferedAmount: 0,
    on: () => undefined,
    send: (message: Buffer) => receive(message.toString()),
  };
  // Everything that a hub uses.
  return socket as unknown as WebSocket;
}

/** All services: accept everything from known clients, and know no other address. */
function services(record: (where: string, what: unknown) => void): Fetch {
  return async (url, init) => {
    init?.signal?.throwIfAborted();
    const { hostname, pathname, search } = new URL(url);
    const body = init?.body;
    record(
      `${hostname}${pathname}`,
      body instanceof FormData ? [...body] : (body ?? decodeURIComponent(search)),
    );
    for (const part of body instanceof FormData ? body.values() : []) {
      if (part instanceof File) {
        record(`${hostname}${pathname}`, Buffer.from(await part.arrayBuffer()));
      }
    }
    return Response.json({
      ok: true,
      upload_url: 'http://slack/upload',
      file_id: 'F1',
      client_id: 'client',
      login: 'ada',
      user_id: '7',
      scopes: ['channel:manage:broadcast'],
      data: [],
    });
  };
}

/** Readable text of a value, including base64 of bytes. */
export function textIn(what: unknown): string {
  if (what instanceof Uint8Array) {
    const bytes = Buffer.from(what);
    return `${bytes.toString()} ${bytes.toString('base64')}`;
  }
  if (typeof what === 'object' && what !== null) {
    return Object.values(what).map(textIn).join('\n');
  }
  return String(what);
}
