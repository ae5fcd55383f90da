import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cleanUps } from '../../../test/support/clean-up.ts';
import { fakeClock } from '../../../test/support/clock.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { httpPeer } from '../../../test/support/http-peer.ts';
import { keptLog } from '../../../test/support/log.ts';
import { SCENE, standInObs } from '../../../test/support/obs.ts';
import { hiddenPublication, played, publication } from '../../../test/support/publication.ts';
import { realTools } from '../../../test/support/server.ts';
import { CLIENT, StreamingAccount } from '../../../test/support/services/streaming-account.ts';
import { OAUTH_CLIENT, TwitchExtension } from '../../../test/support/services/twitch-extension.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { runSource } from '../../../test/support/source.ts';
import { track } from '../../../test/support/tracks.ts';
import { waitFor, waitForFile } from '../../../test/support/wait.ts';
import { createSinks, createSource } from '../../app/create-parts.ts';
import type { SinkTools } from '../../core/contracts/sink.ts';
import { closeServer, listen } from '../../core/listening.ts';
import { Secret } from '../../core/option.ts';
import { recordOf } from '../../core/record.ts';
import type { Clock, Fetch } from '../../core/tools.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { systemClock } from '../../host/clock.ts';
import { Beats } from '../../show/beat/index.ts';
import { createFanout } from '../../show/deliver/fanout.ts';
import { sinkParts } from '../../sinks/index.ts';
import { sourceParts } from '../../sources/index.ts';
import type { WireStep } from '../../web/wire/setup.ts';
import { createArrivals } from '../arrivals.ts';
import { type StartSettings, startOptions } from '../options.ts';
import { createAuthorizations } from './authorizations.ts';
import { createSetup } from './index.ts';
import { SHOWN_MS, ShownTests } from './test-sink.ts';

const later = cleanUps();
const CALLBACK = 'http://127.0.0.1:9090/setup/callback';
const REACH = { here: 'http://127.0.0.1:9090/', host: '192.168.1.20', callback: CALLBACK };

async function open(
  change: Partial<StartSettings>,
  {
    fetch = globalThis.fetch,
    clock = systemClock,
    licensed = false,
  }: { readonly fetch?: Fetch; readonly clock?: Clock; readonly licensed?: boolean } = {},
) {
  const settings: StartSettings = settingsOf(startOptions, { 'session.filename': '', ...change });
  const tools: SinkTools = {
    ...realTools(keptLog()),
    fetch,
    clock,
    audience: { show: () => undefined, changeEarlier: () => undefined },
    beats: new Beats(settings, clock),
    licensed,
    earlierSet: () => undefined,
    setId: () => 'set',
    setNames: () => ({ dj: '', heading: 'Tracklist' }),
    sessions: {
      store: async () => undefined,
      end: async () => undefined,
    } as unknown as SinkTools['sessions'],
  };
  const arrivals = createArrivals();
  const { source, members } = await createSource(settings, tools, arrivals);
  const fanout = createFanout(await createSinks(settings, tools), tools);
  const authorizations = createAuthorizations(systemClock);
  // Searches need an isolated network: `test/found-by-itself.test.ts`.
  const sightings = { of: () => [] };
  const tests = new ShownTests();
  const saved: Readonly<Record<string, string>>[] = [];
  const deps = {
    members,
    arrivals,
    authorizations,
    sightings,
    sinks: () => fanout.health(),
    repeat: fanout.repeat,
    tested: fanout.tested,
    tests,
    configFile: undefined,
    saveSettings: async (values: Readonly<Record<string, string>>) => void saved.push(values),
  };
  const setup = createSetup(settings, tools, deps);
  return { setup, arrivals, source, members, fanout, tests, authorizations, saved };
}

describe('cards', () => {
  test('list enabled sources first, and show one as arrived after its first track', async () => {
    const { setup, arrivals } = await open({ source: ['http', 'dummy'] });
    arrivals.arrived({ playId: '1', track: UNKNOWN_TRACK, source: 'dummy', at: 1_000, hidden: false });
    const { sources } = await setup.cards(REACH);
    expect(sources.slice(0, 2)).toMatchObject([
      { name: 'http', state: 'waiting', trackAt: null },
      { name: 'dummy', state: 'arrived', trackAt: 1_000 },
    ]);
    expect(new Set(sources.map(({ name }) => name)).size).toBe(sourceParts.length);
    expect(sources.slice(2).every(({ state }) => state === 'off')).toBe(true);
  });

  test('show when the newest track arrived, though its source reports an earlier one again', async () => {
    const { setup, arrivals } = await open({ source: ['dummy'] });
    for (const [at, playId] of ['1', '2', '1', '2'].entries()) {
      arrivals.arrived({ playId, track: UNKNOWN_TRACK, source: 'dummy', at: 1_000 + at, hidden: false });
    }
    expect((await setup.cards(REACH)).sources[0]).toMatchObject({ name: 'dummy', trackAt: 1_001 });
  });

  test('do not show a track as new that its restarted source reports as another play', () => {
    const begun = new Map<string, number>();
    const arrivals = createArrivals(({ track }) => begun.get(track.title));
    const report = { track: track({ title: 'Blue' }), source: 'dummy', hidden: false };
    arrivals.arrived({ ...report, playId: '1', at: 1_000 });
    begun.set('Blue', 1_000);
    arrivals.arrived({ ...report, playId: '2', at: 90_000 });
    expect(arrivals.lastOf('dummy')).toBe(1_000);
  });

  test('show findings of the doctor about the source, and the remedy', async () => {
    const { setup } = await open({ source: ['softa'], 'softa.filename': '/no/such/now.txt' });
    const [card] = (await setup.cards(REACH)).sources;
    expect(card).toMatchObject({
      name: 'softa',
      state: 'waiting',
      findings: [{ severity: 'warning', todo: expect.stringContaining('play a track') }],
    });
  });

  test('explain why a source cannot start, until it runs', async () => {
    const other = createServer();
    const port = await listen(other, { host: '127.0.0.1', port: await freePort(2) });
    const clock = fakeClock();
    const { setup, source, members } = await open(
      { source: ['icecast', 'http'], 'icecast.addr': { host: '127.0.0.1', port } },
      { clock },
    );
    const running = runSource(source);
    const card = async () => (await setup.cards(REACH)).sources[0];
    await waitFor('the failure', () => members[0]?.failure);
    expect(await card()).toMatchObject({
      state: 'trouble',
      findings: [{ severity: 'fault', finding: expect.stringContaining(`${port} is in use by`) }],
    });
    expect(await card()).not.toHaveProperty('problem');
    await closeServer(other);
    source.settingsChanged?.();
    await waitFor('another try', () => members[0]?.isTried || undefined);
    // The source holds the port, even while it may still fail.
    expect((await card())?.findings).not.toContainEqual(expect.objectContaining({ severity: 'fault' }));
    await waitFor('the source', async () => {
      await clock.advance(100);
      return members[0]?.failure === undefined ? true : undefined;
    });
    expect(await card()).toMatchObject({
      state: 'waiting',
      findings: [{ finding: 'no program is broadcasting now', waits: true }],
    });
    await running.stop();
  });

  test.each<[string, Partial<StartSettings>]>([
    ['virtualdj', { 'virtualdj.url': 'http://127.0.0.1:9' }],
    ['mpd', { 'mpd.addr': { host: '127.0.0.1', port: 9 } }],
    [
      'rekordbox',
      { 'rekordbox.database': '/no/such/master.db', 'rekordbox.key': new Secret('a'.repeat(64)) },
    ],
  ])('show a missing program as waiting, and as trouble once it was present: %s', async (name, change) => {
    const { setup, arrivals, source } = await open({ source: [name], ...change });
    const running = runSource(source);
    const found = async () => {
      const [card] = (await setup.cards(REACH)).sources;
      const { finding = '', waits = false, severity = '' } = card?.findings[0] ?? {};
      return finding === '' ? undefined : { state: card?.state, severity, waits };
    };
    expect(await waitFor('the finding', found)).toEqual({
      state: 'waiting',
      severity: 'fault',
      waits: true,
    });
    arrivals.arrived({ playId: '1', track: UNKNOWN_TRACK, source: name, at: 1_000, hidden: false });
    expect(await found()).toEqual({ state: 'trouble', severity: 'fault', waits: false });
    await running.stop();
  });

  test('show a program that does not broadcast after a restart as no problem', async () => {
    const { setup, arrivals, source } = await open({
      source: ['icecast'],
      'icecast.addr': { host: '127.0.0.1', port: 0 },
    });
    const running = runSource(source);
    arrivals.arrived({ playId: '1', track: UNKNOWN_TRACK, source: 'icecast', at: 1_000, hidden: false });
    const [card] = (await setup.cards(REACH)).sources;
    expect(card).toMatchObject({
      state: 'arrived',
      findings: [{ finding: 'no program is broadcasting now', severity: 'warning' }],
    });
    await running.stop();
  });

  test('explain the last failed delivery of a sink', async () => {
    const answer = { status: 404 };
    const peer = await httpPeer(() => answer);
    const { setup, fanout } = await open({ source: ['dummy'], 'webhook.url': peer.url });
    const card = async () => (await setup.cards(REACH)).sinks.find(({ name }) => name === 'webhook');
    const health = () => fanout.health().find(({ name }) => name === 'webhook');
    expect(await card()).not.toHaveProperty('problem');
    fanout.publish(played('One', 1));
    await waitFor('the failure', () => health()?.failed || undefined);
    expect(await card()).toMatchObject({ on: true, problem: expect.stringContaining('404') });
    answer.status = 200;
    fanout.publish(played('Two', 2));
    await waitFor('the success', () => health()?.delivered || undefined);
    expect(await card()).not.toHaveProperty('problem');
  });

  test('show the addresses to enter in other software', async () => {
    const { setup } = await open({ source: ['mediacontroltcp'], 'mediacontroltcp.addr': { port: 9191 } });
    const { sources } = await setup.cards(REACH);
    expect(sources[0]?.steps.map(({ copy }) => copy)).toContain(
      'media-control stream | nc 192.168.1.20 9191',
    );
    const http = sources.find(({ name }) => name === 'http');
    expect(http?.steps[0]?.copy).toContain('http://127.0.0.1:9090/api/v1/track');
  });

  test.each<[string, Partial<StartSettings>, string]>([
    ['icecast', { 'icecast.addr': { host: '127.0.0.1', port: 8000 } }, '127.0.0.1:8000'],
    ['icecast', { 'icecast.addr': { port: 8100 } }, '192.168.1.20:8100'],
    ['icecast', { 'icecast.addr': { host: '0.0.0.0', port: 8100 } }, '192.168.1.20:8100'],
    ['osc', { 'osc.in.addr': { host: '::', port: 4460 } }, '192.168.1.20:4460'],
  ])('show an address of %s that other programs can use', async (name, change, shown) => {
    const { setup } = await open({ source: [name], 'icecast.password': new Secret('x'), ...change });
    const { sources } = await setup.cards(REACH);
    expect(sources[0]?.steps.map(({ copy }) => copy)).toContain(shown);
  });

  test('name no command for other computers that cannot reach the port', async () => {
    const { setup } = await open({
      source: ['mediacontroltcp'],
      'mediacontroltcp.addr': { host: '127.0.0.1', port: 9191 },
    });
    const { sources } = await setup.cards(REACH);
    expect(sources[0]?.steps.map(({ copy }) => copy).join()).not.toContain('nc ');
    expect(sources[0]?.steps).toContainEqual(
      expect.objectContaining({ set: ['mediacontroltcp.addr'], network: ':9191' }),
    );
  });

  test.each([
    [1608, false],
    [1700, true],
  ])("say how Tuna's script gets the port %i", async (port, changes) => {
    const { setup } = await open({ source: ['browser'], 'browser.addr': { host: '127.0.0.1', port } });
    const { sources } = await setup.cards(REACH);
    expect(`${sources[0]?.steps[0]?.text}`.includes(`"var port" to ${port}`)).toBe(changes);
  });

  test('say which programs need the password of broadcasts, and how other computers broadcast', async () => {
    const texts = async (password: string, address: { host?: string; port: number }) => {
      const { setup } = await open({
        source: ['icecast'],
        'icecast.password': new Secret(password),
        'icecast.addr': address,
      });
      const { sources } = await setup.cards(REACH);
      return sources[0]?.steps.map(({ text }) => text).join('\n');
    };
    const local = await texts('', { host: '127.0.0.1', port: 8000 });
    expect(local).toContain('Password: any, because programs on this computer need none');
    expect(local).toContain('choose a password above and press the button below');
    const network = await texts('x', { port: 8000 });
    expect(network).toContain('the one that is saved here, also for programs on this computer');
    expect(network).toContain(
      'Other computers in your network can broadcast to the address in the first step',
    );
  });

  test('tell a user of rekordbox where to get rkbx_link, and no other user', async () => {
    const { setup } = await open({ source: ['osc'], 'osc.in.preset': 'rkbx_link' });
    const card = (await setup.cards(REACH)).sources.find(({ name }) => name === 'osc');
    expect(card).toMatchObject({
      title: 'rekordbox (rkbx_link)',
      findings: [{ plain: 'nothing has arrived from rkbx_link yet. Follow the steps below' }],
    });
    const stepsFor = (preset: string) =>
      card?.steps.filter(({ when }) => when === undefined || when.is.includes(preset)) ?? [];
    expect(stepsFor('rkbx_link').map(({ copy }) => copy)).toEqual(
      expect.arrayContaining(['https://github.com/grufkork/rkbx_link/releases', '127.0.0.1:4460']),
    );
    expect(JSON.stringify(stepsFor('deckcast'))).not.toContain('rkbx_link');
    expect(stepsFor('rkbx_link').flatMap(({ set = [] }) => set)).toEqual(['osc.in.addr']);
  });

  test('cover every option of their part, and every option that their steps set', async () => {
    const { setup } = await open({ source: ['dummy'] });
    const { sources, sinks } = await setup.cards(REACH);
    const cards = [...sources, ...sinks];
    const shown = new Set(cards.flatMap(({ options }) => options));
    const all = [...sourceParts, ...sinkParts].flatMap(({ options }) => Object.keys(options));
    expect(all.filter((name) => !shown.has(name))).toEqual([]);
    for (const { steps, options } of cards) {
      const set = steps.flatMap((step) => step.set ?? []);
      expect(Object.keys(startOptions)).toEqual(expect.arrayContaining(set));
      expect(options).toEqual(expect.arrayContaining(set));
    }
    const byEar = sources.find(({ name }) => name === 'hear');
    expect(byEar?.options).toEqual(expect.arrayContaining(['hear.library', 'hear.input', 'hear.command']));
  });
});

describe('authorization of a streaming account', () => {
  async function prepare(change: Partial<StartSettings> = {}) {
    const account = new StreamingAccount(systemClock);
    const tokenfile = join(await testFolder(), 'token.json');
    const { setup } = await open(
      {
        'streamingsource.id': new Secret(CLIENT.id),
        'streamingsource.secret': new Secret(CLIENT.secret),
        'streamingsource.tokenfile': tokenfile,
        ...change,
      },
      { fetch: account.fetch },
    );
    const agree = async (page: string) => {
      const { headers } = await account.fetch(page);
      return new URL(headers.get('location') ?? '').searchParams;
    };
    const isAuthorized = async () =>
      (await setup.cards(REACH)).sources.find(({ name }) => name === 'streamingsource')?.authorized;
    return { setup, account, agree, isAuthorized, tokenfile };
  }

  test('stores the token where the source finds it', async () => {
    const { setup, account, agree, isAuthorized, tokenfile } = await prepare();
    expect(await isAuthorized()).toBe(false);
    const { page } = await setup.authorize('streamingsource', CALLBACK);
    expect(new URL(page).searchParams.get('redirect_uri')).toBe(CALLBACK);
    await setup.authorized(await agree(page));
    expect(await isAuthorized()).toBe(true);
    expect(JSON.parse(await readFile(tokenfile, 'utf8')).refresh_token).toBe([...account.refreshTokens][0]);
  });

  test('reports a missing client id, and the error of the service', async () => {
    const without = await prepare({ 'streamingsource.secret': new Secret('') });
    await expect(without.setup.authorize('streamingsource', CALLBACK)).rejects.toThrow('enter the client id');
    await expect(without.setup.authorize('http', CALLBACK)).rejects.toThrow('http needs no authorization');
    const { setup, isAuthorized } = await prepare();
    const refused = new URL((await setup.authorize('streamingsource', CALLBACK)).page).searchParams;
    const denial = new URLSearchParams({ error: 'access_denied', state: refused.get('state') ?? '' });
    await expect(setup.authorized(denial)).rejects.toThrow('you refused');
    expect(await isAuthorized()).toBe(false);
  });
});

describe('sign-in to Twitch', () => {
  async function prepare(change: Partial<StartSettings> = {}) {
    const twitch = new TwitchExtension();
    const peer = await httpPeer(twitch.behavior);
    const tokenfile = join(await testFolder(), 'chat-token.json');
    const clock = fakeClock();
    const { setup, authorizations, saved } = await open(
      {
        source: ['dummy'],
        'chat.auth_url': peer.url,
        'chat.client_id': OAUTH_CLIENT,
        'chat.tokenfile': tokenfile,
        ...change,
      },
      { clock },
    );
    const askAgain = () => clock.advance(twitch.interval * 1_000);
    const stop = new AbortController();
    const running = authorizations.run(stop.signal);
    onTestFinished(() => {
      stop.abort();
      return running;
    });
    const card = async (name = 'chat') =>
      (await setup.cards(REACH)).sinks.find((one) => one.name === name) ?? {};
    return {
      ...{ twitch, setup, saved, tokenfile, card, askAgain },
      /** Resolves to the saved values. */
      async signIn(name: string) {
        await setup.authorize(name, CALLBACK);
        twitch.agree('42');
        await askAgain();
        return waitFor('the sign-in', () => saved[0]);
      },
    };
  }

  test('shows a code until the user has agreed, and stores the sign-in for all parts that need one', async () => {
    const { setup, twitch, card, saved, tokenfile, askAgain } = await prepare();
    expect(await card()).toMatchObject({ authorized: false });
    const shown = await setup.authorize('chat', CALLBACK);
    expect(shown).toEqual({ page: expect.stringContaining('twitch.tv/activate'), code: 'ABCDEFGH' });
    expect(await card()).toMatchObject({ authorized: false, code: shown });
    twitch.agree('42');
    await askAgain();
    await waitFor('the sign-in', () => saved[0]);
    expect(JSON.parse(await readFile(tokenfile, 'utf8'))).toMatchObject({
      access_token: [...twitch.tokens.keys()][0],
      client_id: OAUTH_CLIENT,
    });
    for (const name of ['chat', 'chat-command', 'chat-markers']) {
      const used = await card(name);
      expect(used).toMatchObject({ authorized: true, account: 'dj42' });
      expect(used).not.toHaveProperty('code');
    }
  });

  test('offers the channel and the answers to viewers on the card of the chat, for Twitch alone', async () => {
    const { card } = await prepare();
    const { steps } = { steps: [], ...(await card()) } as { steps: readonly WireStep[] };
    expect(steps.filter(({ when }) => when?.is.includes('twitch')).slice(-2)).toMatchObject([
      { set: ['chat.channel'] },
      { set: ['chat.command'], offers: '!track' },
    ]);
  });

  test.each<[string, Partial<StartSettings>, Readonly<Record<string, string>>]>([
    ['chat', {}, { 'chat.service': 'twitch', 'chat.channel': 'dj42' }],
    // Enabling answers posts no track.
    [
      'chat-command',
      {},
      { 'chat.service': 'twitch', 'chat.channel': 'dj42', 'chat.format': '', 'chat.command': '!track' },
    ],
    [
      'chat-markers',
      {},
      { 'chat.service': 'twitch', 'chat.channel': 'dj42', 'chat.format': '', 'chat.markers': 'true' },
    ],
    // Removes another service's values, and keeps choices for Twitch.
    [
      'chat',
      { 'chat.token': new Secret('of Discord'), 'chat.channel': '99' },
      { 'chat.service': 'twitch', 'chat.channel': 'dj42', 'chat.token': '' },
    ],
    ['chat-command', { 'chat.service': 'twitch', 'chat.channel': 'ada', 'chat.command': '!id' }, {}],
    [
      'chat',
      { 'chat.service': 'twitch', 'chat.channel': 'ada', 'chat.format': '', 'chat.command': '!id' },
      { 'chat.format': '$ARTIST$ - $SONG$' },
    ],
  ])('enables only the features requested on the card: %s %o', async (name, change, wanted) => {
    const { signIn } = await prepare(change);
    expect(await signIn(name)).toEqual(wanted);
  });

  test.each([
    ['chat-command', {}, { 'chat.service': 'twitch', 'chat.format': '' }],
    ['chat-markers', { 'chat.service': 'twitch' }, { 'chat.service': 'twitch', 'chat.format': '' }],
    // Another service, or posting on Twitch, is in use.
    ['chat-command', { 'chat.token': new Secret('of Discord'), 'chat.channel': '99' }, {}],
    ['chat-command', { 'chat.service': 'twitch', 'chat.channel': 'ada' }, {}],
    ['chat', { 'chat.format': '' }, { 'chat.format': '$ARTIST$ - $SONG$' }],
    ['chat', {}, {}],
  ] as const)('implies the service of the card, and what it posts: %s %o', async (name, change, implied) => {
    const { card } = await prepare(change);
    expect(await card(name)).toMatchObject({ implied });
  });

  test('reports a missing application, and a refusal by Twitch', async () => {
    const without = await prepare({ 'chat.client_id': '' });
    const { steps } = { steps: [], ...(await without.card('chat-command')) };
    expect(JSON.stringify(steps)).toMatch(/no Twitch application.*dev\.twitch\.tv.*chat\.client_id/is);
    await expect(without.setup.authorize('chat-command', CALLBACK)).rejects.toThrow('enter the client id');
    const wrong = await prepare({ 'chat.client_id': 'unknown' });
    await expect(wrong.setup.authorize('chat', CALLBACK)).rejects.toThrow(
      'rejects the client id: invalid client (check --chat.client_id)',
    );
    const [, step] = { steps: [], ...(await wrong.card('chat')) }.steps as readonly unknown[];
    expect(step).toMatchObject({ set: ['chat.client_id'] });
    const { setup, twitch, card, askAgain } = await prepare();
    expect(JSON.stringify({ ...(await card('chat')) })).not.toMatch(/register/i);
    await setup.authorize('chat', CALLBACK);
    twitch.refuse();
    await askAgain();
    const refused = await waitFor('the refusal', async () => {
      const shown = await card('chat');
      return 'refused' in shown ? shown.refused : undefined;
    });
    expect(refused).toBe('the code has expired, or was refused or used');
  });
});

describe('test of a sink', () => {
  test('that lacks only the sign-in asks for it', async () => {
    const off = 'it is off: follow its steps and save first';
    const folder = await testFolder();
    const chosen = { source: ['dummy'], 'chat.tokenfile': join(folder, 'chat-token.json') };
    const { setup } = await open({ ...chosen, 'chat.service': 'twitch' });
    await expect(setup.test('chat')).rejects.toThrow('sign in first');
    await expect(setup.test('chat-markers')).rejects.toThrow('sign in first');
    await expect((await open({ ...chosen, 'chat.service': 'discord' })).setup.test('chat')).rejects.toThrow(
      off,
    );
    const signIn = {
      access_token: 'a',
      refresh_token: 'r',
      expires_at: new Date().toISOString(),
      client_id: 'id',
    };
    await writeFile(chosen['chat.tokenfile'], JSON.stringify(signIn));
    await expect(setup.test('chat')).rejects.toThrow(off);
  });

  test('uses the real sink, says that it is a test, and returns the answer of the other side', async () => {
    const peer = await httpPeer(() => ({ status: 201 }));
    const { setup } = await open({ source: ['dummy'], 'webhook.url': peer.url });
    expect(await setup.test('webhook')).toBe('Delivered. Answer: 201 Created.');
    const { art: none } = recordOf(publication());
    expect(peer.requests.map(({ body }) => JSON.parse(body))).toMatchObject([
      { artist: 'deckcast', title: 'Test', art: expect.not.stringContaining(none) },
    ]);
  });

  test.each([
    [
      'OSC, which never answers',
      'osc',
      { 'osc.host': '127.0.0.1', 'osc.address.song': '/title' },
      /^Sent\. The receiver never/,
    ],
    [
      'timecode without a track',
      'artnet',
      { 'artnet.host': '127.0.0.1' },
      /^timecode is sent while a track plays/,
    ],
  ])('claims no delivery of %s', async (_, sink, settings, answer) => {
    const { setup } = await open({ source: ['dummy'], ...settings });
    expect(String(await setup.test(sink))).toMatch(answer);
  });

  test('returns the reason for a failure', async () => {
    const peer = await httpPeer(() => ({ status: 404 }));
    const { setup } = await open({ source: ['dummy'], 'webhook.url': peer.url });
    await expect(setup.test('webhook')).rejects.toThrow('404');
    await expect(setup.test('osc')).rejects.toThrow('it is off: follow its steps and save first');
    await expect(setup.test('no such')).rejects.toThrow('there is no sink no such');
  });

  describe('that failed', () => {
    async function failed() {
      let status = 404;
      const peer = await httpPeer(() => ({ status }));
      const opened = await open({ source: ['dummy'], 'webhook.url': peer.url });
      const problem = async () =>
        (await opened.setup.cards(REACH)).sinks.find(({ name }) => name === 'webhook')?.problem;
      const isOver = () =>
        waitFor('the end of the problem', async () => (await problem()) === undefined || undefined);
      await expect(opened.setup.test('webhook')).rejects.toThrow('404');
      expect(String(await problem())).toContain('404');
      status = 200;
      return { ...opened, problem, isOver };
    }

    test('stays the problem of its card until a delivery succeeds', async () => {
      const { fanout, problem, isOver } = await failed();
      fanout.retry('webhook');
      fanout.settingsChanged(() => 'none');
      expect(String(await problem())).toContain('404');
      fanout.publish(publication());
      await isOver();
    });

    test('is forgotten after another test', async () => {
      const { setup, problem } = await failed();
      await setup.test('webhook');
      expect(await problem()).toBeUndefined();
    });

    test("is forgotten when the output's settings change", async () => {
      const { fanout, problem } = await failed();
      fanout.settingsChanged(() => 'live');
      expect(await problem()).toBeUndefined();
    });
  });

  test.each([
    ['nothing', [], ''],
    ['the track', [publication()], 'Nightjar Avenue - Paper Lanterns'],
    ['nothing of a hidden track', [publication(), hiddenPublication({ kind: 'hide', seq: 2 })], ''],
  ])('is shown by an on-air output for a while, and then %s again', async (_, published, truth) => {
    const file = join(await testFolder(), 'now.txt');
    const clock = fakeClock();
    const { setup, fanout } = await open({ source: ['dummy'], 'outfile.featured': file }, { clock });
    for (const one of published) {
      fanout.publish(one);
      const shown = one.hidden ? '' : 'Nightjar Avenue - Paper Lanterns';
      await waitForFile(file, (text) => text === shown);
    }
    await setup.test('file');
    expect(await readFile(file, 'utf8')).toBe('deckcast - Test');
    await clock.advance(SHOWN_MS);
    await waitForFile(file, (text) => text === truth);
  });

  test.each([
    ['nothing is on air', [], ['Test', '']],
    [
      'a track is on air, which follows',
      [publication({ at: Date.UTC(2026, 0, 1, 20) })],
      ['Paper Lanterns', 'Test', '', 'Paper Lanterns'],
    ],
  ])(
    "is removed from the pages of the live extension's viewers, which would list it, while %s",
    async (_, published, titles) => {
      const peer = await httpPeer(() => ({ status: 202 }));
      const clock = fakeClock();
      const settings = { source: ['dummy'], 'live.api_key': new Secret('dcl_key'), 'live.url': peer.url };
      const { setup, fanout } = await open(settings, { clock, licensed: true });
      for (const one of published) {
        fanout.publish(one);
        await peer.waitForRequests(1);
      }
      await setup.test('live');
      await waitFor('the track', async () => {
        await clock.advance(250);
        return peer.requests.length >= titles.length || undefined;
      });
      expect(peer.requests.map(({ body }) => JSON.parse(body).title)).toEqual(titles);
    },
  );

  test('ends when the program stops', async () => {
    const file = join(await testFolder(), 'now.txt');
    const { setup, tests } = await open({ source: ['dummy'], 'outfile.featured': file });
    const stop = new AbortController();
    const running = tests.run(stop.signal);
    await setup.test('file');
    expect(await readFile(file, 'utf8')).toContain('deckcast - Test');
    stop.abort();
    await running;
    expect(await readFile(file, 'utf8')).toBe('');
  });

  test('ends for good, even if an output repeats each title later', async () => {
    const peer = await httpPeer();
    const clock = fakeClock();
    const settings = { source: ['dummy'], 'radio.url': [`${peer.url.replace('http', 'icecast')}/live`] };
    const { setup, fanout } = await open(settings, { clock });
    const delivered = (count: number) =>
      waitFor(`${count} deliveries`, () =>
        fanout.health().find((sink) => sink.name === 'radio' && sink.delivered === count),
      );
    fanout.publish(publication({ at: clock.now() }));
    await delivered(1);
    await setup.test('radio');
    await clock.advance(SHOWN_MS);
    await delivered(2);
    await clock.advance(60_000);
    await peer.waitForRequests(4);
    const track = 'Nightjar Avenue - Paper Lanterns';
    const titles = peer.requests.map(({ path }) => new URL(path, peer.url).searchParams.get('song'));
    expect(titles.slice(0, 3)).toEqual([track, 'deckcast - Test', track]);
    // The clock may have passed the time limit of a repeat that was on its way: it is then tried again.
    expect(new Set(titles.slice(3))).toEqual(new Set([track]));
    await fanout.replace('radio', async () => undefined);
  });

  test('leaves the records of a set alone, and checks whether they can be written', async () => {
    const folder = await testFolder();
    const file = join(folder, 'set.cue');
    const { setup } = await open({ source: ['dummy'], 'cue.filename': file });
    expect(await setup.test('cue')).toContain('It can be written.');
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    const bad = await open({ source: ['dummy'], 'cue.filename': '/proc/no/set.cue' });
    await expect(bad.setup.test('cue')).rejects.toThrow('/proc/no');
  });
});

describe('OBS', () => {
  test('gets the overlay in the chosen scene', async () => {
    const obs = await standInObs({ password: 'secret' });
    later(() => obs.close());
    const { setup } = await open({ source: ['dummy'] });
    const request = { url: obs.url, password: 'secret', scene: 'Full camera', fit: false };
    expect((await setup.scenes(request))[0]).toBe(SCENE);
    expect(await setup.addToObs(request, REACH.here)).toBe(
      'Added “deckcast” to the scene “Full camera”: 800 x 160, at the bottom left.',
    );
    expect(obs.inputs.get('deckcast')).toMatchObject({ scene: 'Full camera', settings: { url: REACH.here } });
    expect(await setup.addToObs(request, REACH.here)).toContain('now shows');
  });

  test('resizes an existing overlay to the look, and adds none', async () => {
    const obs = await standInObs({ password: 'secret' });
    later(() => obs.close());
    const { setup } = await open({ source: ['dummy'], 'theme.internal': 'portrait' });
    const request = { url: obs.url, password: 'secret', scene: '', fit: true };
    await expect(setup.addToObs(request, REACH.here)).rejects.toThrow('OBS has no source “deckcast”');
    const before = await open({ source: ['dummy'] });
    await before.setup.addToObs({ ...request, fit: false }, REACH.here);
    expect(await setup.addToObs(request, REACH.here)).toMatch(/^“deckcast” in OBS is \d+ x \d+ now\.$/);
    expect(obs.inputs.get('deckcast')?.settings).toMatchObject({ url: REACH.here });
    expect(obs.inputs.get('deckcast')?.settings).not.toMatchObject({ width: 800, height: 160 });
  });

  test('is asked with the saved password unless the request has one', async () => {
    const obs = await standInObs({ password: 'secret' });
    later(() => obs.close());
    const settings = { 'obs.url': obs.url, 'obs.password': new Secret('secret') };
    const { setup } = await open({ source: ['dummy'], ...settings });
    expect(await setup.scenes({ url: '', password: '', scene: '', fit: false })).toContain(SCENE);
    const wrong = { url: '', password: 'wrong', scene: '', fit: false };
    await expect(setup.scenes(wrong)).rejects.toThrow('a different password');
  });

  test('gets the saved password only at the saved address', async () => {
    const obs = await standInObs({ password: 'secret' });
    later(() => obs.close());
    const { setup } = await open({ source: ['dummy'], 'obs.password': new Secret('secret') });
    const request = { url: obs.url, password: '', scene: '', fit: false };
    await expect(setup.scenes(request)).rejects.toThrow('password');
  });
});
