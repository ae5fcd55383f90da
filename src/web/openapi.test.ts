import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiAnswers, type ApiDescription, type Place } from '../../test/support/api-answers.ts';
import { namesInApi } from '../../test/support/api-names.ts';
import { type Later, shared } from '../../test/support/clean-up.ts';
import { fakeClock } from '../../test/support/clock.ts';
import { deckView, keptControl } from '../../test/support/control.ts';
import { FULL_LENGTH } from '../../test/support/full-length.ts';
import { localPage } from '../../test/support/local-page.ts';
import { keptLog } from '../../test/support/log.ts';
import { openSocket } from '../../test/support/pages.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { type RunningServer, startServer, WELL } from '../../test/support/server.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { keptSetup, sourceCard } from '../../test/support/setup.ts';
import { runSource } from '../../test/support/source.ts';
import { track } from '../../test/support/tracks.ts';
import { EXAMPLES } from '../../test/support/wire-examples.ts';
import { Secret } from '../core/option.ts';
import { entryOf } from '../core/record.ts';
import { deckOptions } from '../decks/options.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { HttpSource } from '../sources/http/source.ts';
import { HttpDecksSource } from '../sources/httpdecks/source.ts';
import { ENDPOINT_LIST, type Handlers } from './endpoints.ts';
import type { SaveOutcome, SettingsStore } from './index.ts';
import { OnAirStore } from './on-air.ts';
import { CALLBACK_PATH } from './operator/setup.ts';
import { createRoutes } from './routes.ts';
import type { SettingsMessage } from './wire/settings.ts';

const TOKEN = 'open sesame';
const MAY = { Authorization: `Bearer ${TOKEN}` };
const ELSEWHERE = { Origin: 'https://elsewhere.example' };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'];
const ART = { png: new Uint8Array([137, 80, 78, 71]), accent: '#58e0b5' };

const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  OnAirRequest: { deck: 1, play: 'hwdevice:1' },
  SkipRequest: { play: 'hwdevice:2' },
  HideRequest: { session: 7, set: 'set 0', position: 3 },
  PlayRequest: { set: 'set 0', position: 3 },
  NewSetRequest: { set: 'set 0', position: 3, next: true },
  HideNextTimeRequest: { set: 'set 0', position: 3, deck: 1, play: 'hwdevice:1', off: true },
  RevealRequest: { session: 7, set: 'set 0', position: 3, earlier: true },
  EditRequest: { session: 7, artist: 'Ada', title: 'Blue', set: 'set 0', position: 3, removed: true },
  RecordingRequest: { path: '/music/friday.mp3' },
  TrackRequest: {
    artist: 'Ada',
    title: 'Blue',
    genre: 'House',
    album: 'LP',
    filename: 'blue.mp3',
    label: 'Harbour',
    remixer: 'Mira',
    comment: 'Opener',
    key: '8A',
    bpm: 127.5,
    year: 1999,
    isrc: 'DEABC2600001',
    duration: 61.5,
  },
  DeckRequest: {
    track: { artist: 'Ada', title: 'Blue' },
    playing: true,
    level: 0.5,
    master: true,
    path: '/music/blue.mp3',
  },
  SignInRequest: { code: 'x'.repeat(22) },
  ConfigureRequest: { code: 'x'.repeat(22) },
  SaveRequest: { revision: 'r1', set: { delay: 5 }, unset: ['osc.host'] },
  PictureRequest: { data: 'd09GMg==', name: 'Brand.woff2', kind: 'font' },
  CheckRequest: { option: 'delay', value: '5', text: 'Blue' },
  AuthorizationRequest: { part: 'streamingsource', source: 'streamingsource' },
  CallbackRequest: { address: 'http://127.0.0.1:9090/setup/callback?code=1' },
  TestRequest: { sink: 'webhook' },
  ObsRequest: {
    url: 'ws://127.0.0.1:4455',
    password: 'p',
    scene: 'Main camera',
    fit: true,
  },
  StartRequest: { on: true },
};

const OPTION: SettingsMessage['options'][number] = {
  name: 'delay',
  title: 'Seconds to wait',
  group: 'Show',
  isCommon: true,
  field: 'duration',
  help: 'how long a track waits',
  words: 'early later',
  range: { min: 0, max: 10, unit: 's' },
  choices: ['0', '5'],
  choiceTitles: { 0: 'at once' },
  default: '0',
  value: '5',
  items: ['5'],
  masked: true,
  isSet: true,
  origin: { from: 'file', place: 'conf.yaml: delay', line: 3 },
  isFixed: true,
  isElsewhere: true,
  effect: 'live',
  isWaiting: false,
};
const PROBLEM = { option: 'delay', where: '--delay', what: 'no duration' };
const SAVED: SaveOutcome = { outcome: 'saved', revision: 'r2', changed: ['delay'], needRestart: [] };
const BY_HAND = { option: 'delay', file: 'conf.ini', line: 3, do: 'change', written: 'delay = 5' } as const;

interface Show {
  readonly running: RunningServer;
  /** Lacks no right, except for the endpoint that needs a token. */
  readonly send: (
    place: Place,
    init?: Omit<RequestInit, 'headers'> & { at?: string; headers?: Readonly<Record<string, string>> },
  ) => Promise<Response>;
}

async function start(until: Later, token = '', change: Partial<typeof WELL> = {}): Promise<Show> {
  const address = { host: token === '' ? '127.0.0.1' : '0.0.0.0', port: 0 };
  const settings = {
    'http.addr': address,
    'http.token': new Secret(token),
    'http.admin_token': new Secret(token && `${token} wide`),
  };
  const running = await startServer(settings, { ...WELL, health: () => EXAMPLES.health, ...change });
  until(running.stop);
  const page = token === '' ? await localPage(running.url) : {};
  return {
    running,
    send: ({ path, method }, { at = path, headers, ...init } = {}) =>
      fetch(`${running.url}${at.slice(1)}`, {
        method: method.toUpperCase(),
        // Kept connections may close in the moment of their reuse.
        headers: { connection: 'close', ...page, ...headers },
        ...init,
      }),
  };
}

/** `outcomes`: in order. */
function storeWith(outcomes: SaveOutcome[]): SettingsStore {
  return {
    read: async () => ({
      file: { path: '/conf.yaml', exists: true },
      revision: 'r1',
      groups: ['Show'],
      options: [OPTION],
      problems: [PROBLEM],
    }),
    save: async () => outcomes.shift() ?? SAVED,
    check: async () => ({ done: true, matches: true, captured: 'Blue' }),
    paths: async (folder) => [`${folder}x`],
    keepPicture: async () => ({
      done: true,
      path: '/conf/pictures/Brand.woff2',
      family: 'Brand',
      reason: 'no',
    }),
  };
}

function fullControl(until: Later) {
  const source = new HttpSource({ clock: fakeClock(), log: keptLog() });
  until(runSource(source).stop);
  const control = keptControl();
  control.deckViews = [deckView(), deckView({ deck: '2', hidden: true, hiddenBy: 'rule' })];
  control.heldNow = {
    play: 'hwdevice:2',
    track: track({ title: 'Blue' }),
    deck: '2',
    hidden: false,
    hiddenBy: undefined,
    listed: false,
    until: 5,
  };
  control.lines.push({ seq: 1, at: 5, level: 'info', message: 'connected', fields: { device: 'prime4' } });
  const decks = new HttpDecksSource(settingsOf(deckOptions, {}), { clock: fakeClock(), log: keptLog() });
  until(runSource(decks).stop);
  return Object.assign(control, {
    track: (body: unknown) => source.accept(body),
    deck: (deck: string, report: unknown) => decks.acceptDeck(deck, report),
  });
}

const endpointOf = ({ path, method }: Place) =>
  ENDPOINT_LIST.find(
    (one) =>
      `/api/v1${one.route.replaceAll(/:(\w+)/g, '{$1}')}` === path && one.method.toLowerCase() === method,
  );
const bodyOf = (place: Place) => {
  const type = endpointOf(place)?.body;
  return type === undefined ? {} : { body: JSON.stringify(BODIES[type]) };
};
const place = (text: string): Place => {
  const [method = '', path = ''] = text.split(' ');
  return { method, path };
};

/** Tests do not depend on changes by other tests. */
const made = shared(async (until) => {
  const evening = [publication({ position: 1 }), hiddenPublication({ position: 2, playId: 'secret' })];
  const setup = keptSetup();
  setup.sources = [
    sourceCard({
      steps: [{ text: 'Open it', copy: 'x', set: ['delay'], authorize: true }],
      problem: 'no port',
      authorized: false,
    }),
  ];
  setup.sinks = [
    {
      ...{ name: 'osc', title: 'OSC', about: 'Lights', steps: [], options: ['osc.host'], on: true },
      ...{ code: { page: 'https://tv.example/activate', code: 'ABCD' }, refused: 'it expired' },
    },
  ];
  const finding = { area: 'ports', severity: 'fault', finding: 'no port', means: 'x', todo: 'y' } as const;
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-test-'));
  until(() => rm(folder, { recursive: true, force: true }));
  const recording = join(folder, 'friday.mp3');
  await writeFile(recording, 'sound');
  const fileOf = async (session: number) => (session === 1 ? recording : undefined);
  const open = await start(until, '', {
    recordings: { ...WELL.recordings, fileOf },
    control: fullControl(until),
    sessions: {
      list: async () => [{ id: 1, startedAt: 5, tracks: 2 }],
      entries: async (session) => (session === 1 ? evening.map(entryOf) : []),
    },
    settings: storeWith([
      SAVED,
      { outcome: 'refused', reason: 'no', problems: [PROBLEM], byHand: BY_HAND },
      { outcome: 'conflict', reason: 'no', revision: 'r2' },
      { outcome: 'failed', reason: 'the disk' },
    ]),
    setup: async () => setup,
    doctor: { examine: async () => [finding], report: async () => new Uint8Array([80, 75]) },
  });
  open.running.server.audience.show(publication({ seq: 1, position: 1, playId: 'one', art: ART }));
  open.running.server.audience.show(hiddenPublication({ seq: 2, position: 2, playId: 'two' }));
  open.running.server.audience.show(
    publication({ seq: 3, position: 3, playId: 'three', art: ART, code: ART }),
  );
  const locked = await start(until, TOKEN);
  const quiet = keptControl();
  quiet.isFeatured = false;
  const failing = () => Promise.reject(new Error('it does not answer'));
  const bare = await start(until, '', {
    control: Object.assign(quiet, {
      onAir: undefined,
      track: undefined,
      edit: () => false,
      hideNextTime: async () => 'nothing is on air',
    }) as typeof WELL.control,
    recordings: {
      ...WELL.recordings,
      begin: () => 'it runs',
      correct: async () => 'no such track',
      change: async () => 'no such track',
    },
    setup: async () => ({
      ...setup,
      authorize: failing,
      authorized: failing,
      test: failing,
      addToObs: failing,
      scenes: failing,
      startWithComputer: failing,
    }),
  });
  const response = await open.send(place('get /api/v1/openapi.json'));
  const answers = new ApiAnswers((await response.json()) as ApiDescription);
  return { open, locked, bare, answers };
});

let { open, locked, bare, answers } = {} as ReturnType<typeof made>;

beforeEach(() => {
  ({ open, locked, bare, answers } = made());
});

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone({ ...answers.description }));
  expect({ valid, errors, version: validator.version }).toEqual({ valid: true, version: '3.1' });
});

test('no type is a part of itself except by a field: typed clients would not compile', () => {
  const { schemas } = answers.description.components;
  const partsOf = (schema: object): string[] =>
    Object.entries(schema).flatMap(([key, value]) => {
      if (key === '$ref') {
        return [String(value).replace('#/components/schemas/', '')];
      }
      return ['anyOf', 'oneOf', 'allOf', 'items'].includes(key) ? [value].flat().flatMap(partsOf) : [];
    });
  const isPartOfItself = (name: string): boolean => {
    const parts = new Set(partsOf(schemas[name] ?? {}));
    for (const part of parts) {
      for (const one of partsOf(schemas[part] ?? {})) {
        parts.add(one);
      }
    }
    return parts.has(name);
  };
  expect(schemas).toHaveProperty('WireValue');
  expect(Object.keys(schemas).filter(isPartOfItself)).toEqual([]);
});

test("contains exactly the server's routes", () => {
  const { routes } = createRoutes({
    log: keptLog(),
    disks: { own: nodeDisk, users: nodeDisk },
    onAir: new OnAirStore('run'),
    packageFolder: '',
    theme: { internal: 'default', custom: '', files: '' },
    standIn: { isShown: false },
    looks: () => ({}),
    guard: () => (_context, next) => next(),
    callback: async () => new Response(),
    setPage: async () => undefined,
    // No handler is called.
    handlers: Object.fromEntries(
      ENDPOINT_LIST.map(({ name }) => [name, () => new Response()]),
    ) as unknown as Handlers,
  });
  const isFolder = (path: string) => path.endsWith('*') || ['/favicon.ico', CALLBACK_PATH].includes(path);
  const served = routes
    .filter(({ path, method }) => !isFolder(path) && method !== 'ALL')
    .map(({ path, method }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)(\{.+?\})?$/g, '{$1}')}`);
  expect(new Set(answers.places.map(({ path, method }) => `${method} ${path}`))).toEqual(new Set(served));
});

test('keeps every address and field of version 0.2', async () => {
  const names = namesInApi({ ...answers.description });
  const released = (await readFile('test/golden/api-v1.txt', 'utf8')).trim().split('\n');
  expect(released.filter((name) => !names.has(name))).toEqual([]);
});

test.each(['[]', '[{}]', 'null', '"x"', '7', '{'])(
  'every address with a body refuses %s with status 400',
  async (body) => {
    const taking = answers.places.filter((where) => endpointOf(where)?.body !== undefined);
    expect(taking.length).toBeGreaterThan(15);
    for (const where of taking) {
      const { status } = await open.send(where, { at: where.path.replace('{deck}', '1'), body });
      expect(status, `${where.method} ${where.path}`).toBe(400);
    }
  },
);

test.each(['part', 'source'])('starts an authorization for the part in %s', async (field) => {
  const authorize = place('post /api/v1/setup/authorize');
  const answer = await open.send(authorize, { body: JSON.stringify({ [field]: 'streamingsource' }) });
  expect(await answer.json()).toMatchObject({ done: true, page: expect.any(String) });
});

test('accepts names of a thousand characters, counted in code points', async () => {
  const edit = place('post /api/v1/edit');
  const statusOf = async (title: string) =>
    (await open.send(edit, { body: JSON.stringify({ title }) })).status;
  expect([await statusOf('🎧'.repeat(1_000)), await statusOf('🎧'.repeat(1_001))]).toEqual([200, 400]);
});

test('every answer matches its description, and every described answer occurs', async () => {
  const check = async (where: Place, answering: Promise<Response>) => answers.check(where, await answering);

  for (const where of answers.places) {
    const endpoint = endpointOf(where);
    const body = bodyOf(where);
    if (endpoint === undefined) {
      continue;
    }
    for (const format of endpoint.path?.format ?? ['']) {
      const at = where.path.replace('{format}', format).replace('{deck}', '1');
      await check(where, open.send(where, { at, ...body }));
      await check(where, bare.send(where, { at, ...body }));
    }
    if (endpoint.access !== 'everyone') {
      const at = `${where.path.replace('{format}', 'csv').replace('{deck}', '1')}?session=1`;
      await check(where, open.send(where, { at, ...body }));
      await check(where, locked.send(where, { at, ...body }));
      await check(where, open.send(where, { at, ...body, headers: ELSEWHERE }));
    }
    if (endpoint.method !== 'GET') {
      await check(where, open.send(where, { body: '[' }));
      await check(where, open.send(where, { body: ' '.repeat((endpoint.mostBytes ?? 1_048_576) + 1) }));
    }
  }
  const sound = place('get /api/v1/recording/sound');
  const behind = { at: '/api/v1/recording/sound?session=1', headers: { Range: 'bytes=9-' } };
  await check(sound, open.send(sound, behind));
  const save = place('patch /api/v1/settings');
  for (let outcome = 1; outcome < 4; outcome += 1) {
    await check(save, open.send(save, bodyOf(save)));
  }
  const phone = place('post /api/v1/phone');
  const shown = await locked.send(phone, { headers: MAY });
  const { url } = (await shown.clone().json()) as { readonly url: string };
  await check(phone, Promise.resolve(shown));
  const signIn = place('post /api/v1/sign-in');
  await check(signIn, locked.send(signIn, { body: JSON.stringify({ code: url.split('=')[1] }) }));
  const configure = place('post /api/v1/configure');
  await check(configure, locked.send(configure, bodyOf(configure)));
  await check(configure, open.send(configure, { ...bodyOf(configure), headers: ELSEWHERE }));
  for (const path of ['/api/v1/history', '/api/v1/history/{format}']) {
    const at = `${path.replace('{format}', 'csv')}?session=77`;
    await check({ path, method: 'get' }, open.send({ path, method: 'get' }, { at }));
  }
  const report = place('get /api/v1/history/{format}');
  await check(report, open.send(report, { at: '/api/v1/history/prs?since=soon' }));
  const text = place('get /api/v1/now.txt');
  await check(text, open.send(text, { at: '/api/v1/now.txt?ago=soon' }));
  const now = (await (await open.send(place('get /api/v1/now'))).json()) as typeof EXAMPLES.now;
  const art = place('get /art/{file}');
  await check(art, open.send(art, { at: now.track?.art?.url ?? '' }));
  await check(art, open.send(art, { at: '/art/none.png' }));
  await check(place('get /ws'), open.send(place('get /ws')));

  for (const path of [
    '/ws',
    '/api/v1/events',
    '/api/v1/decks',
    '/api/v1/beat',
    '/api/v1/operator',
    '/api/v1/hear',
    '/api/v1/midi',
  ]) {
    const page = await openSocket(open.running.socketUrl(path));
    if (path === '/api/v1/events') {
      const { audience } = open.running.server;
      audience.show(publication({ kind: 'correction', seq: 4, position: 3, playId: 'three', art: ART }));
      await open.send(place('post /api/v1/recall'));
      audience.show(hiddenPublication({ kind: 'hide', seq: 5, position: 3, playId: 'three' }));
    }
    answers.checkMessages(path, await page.first(path === '/api/v1/events' ? 4 : 1));
  }
  answers.checkMessages('/api/v1/events', Object.values(EXAMPLES.events));

  expect(answers.problems).toEqual([]);
  expect(answers.unmet()).toEqual([]);
});

test('every body matches its description, and others are refused', async () => {
  for (const { name, body: type, route, method } of ENDPOINT_LIST) {
    if (type === undefined) {
      continue;
    }
    const where = { path: `/api/v1${route.replace(':deck', '1')}`, method: method.toLowerCase() };
    const schema = ['components', 'schemas', type];
    const example = BODIES[type] ?? {};
    const properties = Object.keys(answers.description.components.schemas[type]?.properties ?? {});
    expect([type, Object.keys(example).toSorted()]).toEqual([type, properties.toSorted()]);
    const statusOf = async (body: object) => (await open.send(where, { body: JSON.stringify(body) })).status;
    expect([name, answers.allows(schema, example)]).toEqual([name, true]);
    expect(await statusOf(example)).not.toBe(400);
    for (const property of properties) {
      const wrong = { ...example, [property]: [[]] };
      expect([name, property, answers.allows(schema, wrong)]).toEqual([name, property, false]);
      expect([name, property, await statusOf(wrong)]).toEqual([name, property, 400]);
    }
  }
});

describe('every path', () => {
  test('refuses other methods and lists the allowed ones', async () => {
    const paths = new Set(answers.places.map(({ path }) => path).filter((path) => path.startsWith('/api/')));
    for (const [index, path] of [...paths].entries()) {
      const known = answers.places
        .filter((one) => one.path === path)
        .map(({ method }) => method.toUpperCase());
      const allow = [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted();
      const others = METHODS.filter((one) => !known.includes(one));
      // One method per run: the same code refuses all.
      for (const method of FULL_LENGTH ? others : others.slice(index % others.length).slice(0, 1)) {
        const response = await open.send(
          { path, method },
          { at: path.replace('{format}', 'csv').replace('{deck}', '1') },
        );
        const allowed = response.headers.get('allow')?.split(', ').toSorted();
        expect([path, method, response.status, allowed]).toEqual([path, method, 405, allow]);
        expect(await response.json()).toEqual({ v: 1, done: false, reason: expect.any(String) });
      }
    }
  });

  test('lets pages of any origin read unrestricted addresses, and no others', async () => {
    for (const { access, method, route } of ENDPOINT_LIST) {
      const path = `/api/v1${route.replace(':format', 'csv').replace(':deck', '1')}`;
      for (const at of access === 'session' ? [path, `${path}?session=1`] : [path]) {
        const isOpen = method === 'GET' && (access === 'everyone' || (access === 'session' && at === path));
        const origin = isOpen ? '*' : null;
        for (const headers of [ELSEWHERE, { ...ELSEWHERE, ...MAY }]) {
          const response = await locked.send({ path, method }, { at, headers });
          // Node 24 raises an uncaught error for an unread body at the connection's end.
          await response.body?.cancel();
          expect([method, at, response.headers.get('access-control-allow-origin')]).toEqual([
            method,
            at,
            origin,
          ]);
        }
      }
    }
  });

  test('refuses malformed and unauthorized WebSockets in JSON', async () => {
    const opening = ({ running }: Show, path: string, headers = {}) =>
      openSocket(running.socketUrl(path), { headers });
    await expect(opening(open, '/api/v1/now')).rejects.toThrow(/^404 {"v":1,"done":false,"reason":".+"}$/);
    const guarded = ENDPOINT_LIST.filter(({ access, messages }) => messages && access !== 'everyone');
    expect(guarded.length).toBeGreaterThan(1);
    for (const { route } of guarded) {
      const path = `/api/v1${route}`;
      await expect(opening(open, path, ELSEWHERE)).rejects.toThrow(/^403 {"v":1,"done":false/);
      await expect(opening(locked, path)).rejects.toThrow(
        /^401 {"v":1,"done":false,"reason":".*--http\.token.*"}$/,
      );
    }
  });
});
