/** Simulated players over loopback: each audible track is announced once, in order, with the right names. */

import { MEDIUM, PLAY_STATE, SLOT, TRACK_TYPE } from '@deckcast/prodjlink';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SentPacket } from '../../../packages/prodjlink/src/sender.ts';
import { LIBRARY_PATH, type LinkMedium } from '../../../packages/simulator/src/prodjlink/link-medium.ts';
import { memoryDisk } from '../../../test/support/disk.ts';
import { watchedComplaints } from '../../../test/support/link-audit-setup.ts';
import { type KeptLog, keptLog } from '../../../test/support/log.ts';
import { ONE_LIBRARY_PATH, oneLibrary } from '../../../test/support/one-library.ts';
import { LinkPlayers, LOOPBACK, mediumOf, type TestPlayer } from '../../../test/support/prodjlink-players.ts';
import { KEY } from '../../../test/support/rekordbox.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { type RunningSource, runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { Secret } from '../../core/option.ts';
import type { Clock } from '../../core/tools.ts';
import { untilAborted } from '../../core/waiting.ts';
import { systemClock } from '../../host/clock.ts';
import { type ProDjLinkSettings, proDjLinkOptions } from './options.ts';
import { ProDjLinkSource } from './source.ts';

const PICTURE = Buffer.from('a picture of 240 pixels');
const ART = '/PIONEER/Artwork/00001/a1.jpg';
const PICTURE_PATH = 'PIONEER/Artwork/00001/a1_m.jpg';
const DETAILS = {
  label: 'Harbour',
  remixer: 'Night Bus',
  comment: 'Opener',
  key: 'Am',
  bpm: 124.5,
  year: 2019,
  isrc: 'DEABC2600001',
};
const STICK = mediumOf(
  [
    {
      id: 1,
      title: 'Slow Elevator',
      artist: 'Paper Lanterns',
      album: 'Floors',
      genre: 'House',
      duration: 245,
    },
    { id: 2, title: 'Night Bus', artist: 'Mara Quill', fileName: 'night bus.mp3', artworkPath: ART },
    { id: 3, title: '夜のバス', artist: '中村', duration: 200 },
    { id: 4, title: 'Low Tide', artist: 'Mira Vale', ...DETAILS },
  ],
  { [PICTURE_PATH]: PICTURE },
);
const OTHER_STICK = mediumOf([{ id: 1, title: 'Another One', artist: 'Somebody Else', artworkPath: ART }], {
  [PICTURE_PATH]: PICTURE,
});

let players: LinkPlayers;
let log: KeptLog;
let sent: SentPacket[];
let source: ProDjLinkSource;
let running: RunningSource;

beforeEach(async () => {
  players = await LinkPlayers.open();
  log = keptLog();
  sent = [];
});

afterEach(async () => {
  await running.stop();
  players.close();
});

/** Longer than a test, so that a busy computer causes no timeouts and retries. */
const NEVER_LATE_MS = 600_000;

function start(
  change: Partial<ProDjLinkSettings> = {},
  { clock = systemClock }: { readonly clock?: Clock } = {},
): void {
  const settings = settingsOf(proDjLinkOptions, { 'prodjlink.interface': 'lo', ...change });
  const tools = { clock, log, disk: memoryDisk(), fetch, userAgent: 'deckcast/test' };
  source = new ProDjLinkSource(settings, tools, {
    network: {
      ports: players.ports,
      listenMs: 50,
      intervalMs: 100,
      retryMs: 100,
      silenceMs: 1_500,
      onSent: (packet) => sent.push(packet),
      localInterfaces: () => [LOOPBACK],
    },
    files: { portmapPort: players.network.portmapPort, restMs: 0, answerMs: NEVER_LATE_MS },
    database: { queryPort: players.network.databasePort, answerMs: NEVER_LATE_MS, notReadyMs: [] },
  });
  running = runSource(source);
}

function deckOf(player: TestPlayer) {
  return source.decks().find(({ deck }) => deck === String(player.number));
}

const shows = (player: TestPlayer, title: string) =>
  waitFor(
    `player ${player.number} to show ${JSON.stringify(title)}`,
    () => {
      const deck = deckOf(player);
      return deck?.play !== undefined && deck.track.title === title ? deck : undefined;
    },
    () => JSON.stringify([source.decks(), source.health(), log.lines], undefined, 1),
  );

const warnings = (what = 'cannot read track names from this medium') =>
  log.lines.filter(({ message, level }) => level === 'warn' && message === what).map(({ fields }) => fields);

/** Waits for the loaded track's names, and plays it. */
async function plays(player: TestPlayer, trackId: number, title: string): Promise<void> {
  player.loads(trackId);
  await shows(player, title);
  player.play();
}

const knows = (name: string, state: RegExp) =>
  waitFor(
    `${name} to be ${state}`,
    () =>
      source
        .health()
        .details?.some((detail) => String(detail.name) === name && state.test(String(detail.state))) ||
      undefined,
    () => JSON.stringify([source.health(), log.lines], undefined, 1),
  );

test("announces a fade when the other channel closes, with names from another player's stick, and reads the picture once", async () => {
  const mixer = await players.mixer();
  const one = await players.player(1, { usb: STICK });
  const two = await players.player(2);
  start();
  one.loads(1);
  await shows(one, 'Slow Elevator');
  mixer.opens(1);
  one.play();
  await running.announces(1);
  two.loads(2, 1);
  await shows(two, 'Night Bus');
  two.play();
  mixer.opens(1, 2);
  await waitFor('both to be on air', () => deckOf(two)?.level === 1 || undefined);
  expect(running.announced).toHaveLength(1);
  mixer.opens(2);
  await running.announces(2);
  expect(running.transitions).toMatchObject([
    {
      deck: '1',
      source: 'prodjlink',
      track: {
        title: 'Slow Elevator',
        artist: 'Paper Lanterns',
        album: 'Floors',
        genre: 'House',
        durationMs: 245_000,
      },
    },
    { deck: '2', track: { title: 'Night Bus', artist: 'Mara Quill', filename: 'night bus.mp3' } },
  ]);
  const art = () => running.transitions[1]?.nativeArt?.(new AbortController().signal);
  expect((await art())?.toString()).toBe(PICTURE.toString());
  const before = one.files.calls.length;
  expect((await art())?.toString()).toBe(PICTURE.toString());
  expect(one.files.calls).toHaveLength(before);
  expect(new Set(sent.map(({ kind }) => kind))).toEqual(
    new Set(['keep-alive', 'media-query', 'port-call', 'mount-call', 'lookup-call', 'read-call']),
  );
  expect(one.files.mostInFlight).toBe(1);
});

test('moves the deck of a player that changes its number, without a new announcement', async () => {
  const one = await players.player(1, { usb: STICK });
  start();
  await plays(one, 1, 'Slow Elevator');
  await running.announces(1);
  one.number = 3;
  await waitFor('the deck of the new number', () => deckOf(one)?.playing || undefined);
  await waitFor('the old one to be gone', () => source.decks().length === 1 || undefined);
  expect(source.decks()[0]).toMatchObject({ deck: '3' });
  expect(new Set(running.transitions.map(({ playId }) => playId)).size).toBe(1);
  expect(running.transitions.map(({ deck }) => deck)).toEqual(['1', '3']);
});

test('queries the slots of a player that knows deckcast from an earlier run', async () => {
  await players.player(1, { usb: STICK });
  const queried = () => waitFor('the query', () => sent.find(({ kind }) => kind === 'media-query'));
  start();
  await queried();
  await running.stop();
  sent = [];
  start();
  await queried();
});

test('reads a stick in an all-in-one once for both players', async () => {
  const one = await players.player(1, { name: 'XDJ-XZ', usb: STICK });
  const two = await players.player(2, { name: 'XDJ-XZ', beside: one });
  two.insert('usb');
  start();
  one.loads(1);
  await shows(one, 'Slow Elevator');
  two.loads(3, 1);
  await shows(two, '夜のバス');
  two.loads(4, 2);
  expect((await shows(two, 'Low Tide')).track).toMatchObject(DETAILS);
  const known = 'the rekordbox library of a medium is known';
  await waitFor('the library', () => log.lines.some(({ message }) => message === known) || undefined);
  expect(log.lines.filter(({ message }) => message === known)).toHaveLength(1);
  expect(one.files.calls.filter((call) => call === 'mount')).toHaveLength(1);
  one.pull();
  two.set({ usb: MEDIUM.empty });
  await waitFor('both to forget it', () => source.health().details?.length === 2 || undefined);
});

test('separates tracks with equal ids in two slots', async () => {
  const picture = Buffer.from('another picture');
  const tracks = [{ id: 2, title: 'Harbour Lights', artist: 'Night Ferry', artworkPath: ART }];
  const one = await players.player(1, { usb: STICK });
  one.put(mediumOf(tracks, { [PICTURE_PATH]: picture }), 'sd');
  start();
  await plays(one, 2, 'Night Bus');
  await running.announces(1);
  one.loads(2, 1, { slot: SLOT.sd });
  await shows(one, 'Harbour Lights');
  one.play();
  await running.announces(2);
  expect(running.announced).toEqual(['Mara Quill - Night Bus', 'Night Ferry - Harbour Lights']);
  const art = await running.transitions[1]?.nativeArt?.(new AbortController().signal);
  expect(art?.toString()).toBe(picture.toString());
});

const forgets = (name: string) =>
  waitFor(
    `${name} to be forgotten`,
    () => source.health().details?.every((detail) => detail.name !== name) || undefined,
    () => JSON.stringify([source.health(), log.lines], undefined, 1),
  );

describe('track name', () => {
  test('stays during an emergency loop after its stick was pulled, without queries to the next stick', async () => {
    const one = await players.player(1, { usb: STICK });
    start();
    await plays(one, 1, 'Slow Elevator');
    await running.announces(1);
    one.set({ emergencyLoop: true, playState: PLAY_STATE.emergencyLoop });
    await waitFor('it to be heard', () => deckOf(one)?.playing || undefined);
    one.set({ usb: MEDIUM.empty });
    one.set({ usb: MEDIUM.mounted });
    one.put(OTHER_STICK);
    await knows('USB of player 1', /waiting/);
    const before = one.files.calls.filter((call) => call !== 'unmount').length;
    one.set({ trackId: 2, sourcePlayer: 1 });
    await waitFor('the other track', () => (deckOf(one)?.track.title === '' ? true : undefined));
    expect(one.files.calls.filter((call) => call !== 'unmount')).toHaveLength(before);
    expect(running.announced[0]).toBe('Paper Lanterns - Slow Elevator');
    expect(running.learned.filter(({ track }) => track.title !== '')).toEqual([]);
  });

  test('stays on another player after the stick was replaced', async () => {
    const one = await players.player(1, { usb: STICK });
    const two = await players.player(2);
    start();
    two.loads(1, 1);
    await shows(two, 'Slow Elevator');
    one.pull();
    one.put(OTHER_STICK);
    await knows('USB of player 1', /1 tracks/);
    one.loads(1);
    await shows(one, 'Another One');
    expect(deckOf(two)?.track.title).toBe('Slow Elevator');
  });

  test('is empty for an emergency loop that began before deckcast, because the stick may have changed', async () => {
    const one = await players.player(1, { usb: OTHER_STICK });
    const two = await players.player(2);
    one.loads(1, 1, { emergencyLoop: true });
    one.set({ playState: PLAY_STATE.emergencyLoop, flags: 0xc4 });
    start();
    await running.announces(1);
    one.set({ playState: PLAY_STATE.playing, emergencyLoop: false });
    await knows('USB of player 1', /1 tracks/);
    two.loads(1, 1);
    await shows(two, 'Another One');
    expect(deckOf(one)?.track.title).toBe('');
    expect(running.announced).toEqual([' - ']);
  });

  test('is empty if medium or model cannot tell it, with a finding for each', async () => {
    const newer = { 'PIONEER/rekordbox/exportLibrary.db': Buffer.from('encrypted') };
    const all = [
      await players.player(1, { usb: { name: '', tracks: [], files: {} } }),
      await players.player(2, { usb: { name: '', tracks: STICK.tracks, files: newer } }),
      await players.player(3, { usb: STICK, name: 'XDJ-AZ' }),
      await players.player(4, { usb: STICK, name: 'OMNIS-DUO' }),
    ];
    start({ 'prodjlink.metadata': 'nfs' });
    for (const player of all) {
      player.loads(1);
      player.play();
    }
    await running.announces(1);
    expect(running.announced).toEqual([' - ']);
    expect(source.decks().map(({ track }) => track.title)).toEqual(['', '', '', '']);
    expect([all[2]?.files.calls, all[3]?.files.calls]).toEqual([[], []]);
    await waitFor('both warnings', () => warnings().length === 2 || undefined);
    expect(warnings()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ medium: 'USB of player 1', problem: 'it has no rekordbox library' }),
        expect.objectContaining({ hint: expect.stringContaining('export.pdb') }),
      ]),
    );
    expect(warnings('cannot read track names from this player')).toContainEqual(
      expect.objectContaining({
        problem: expect.stringMatching(/^titles of player 3 \(XDJ-AZ\) are unknown: .*OneLibrary/),
        hint: expect.stringMatching(/--prodjlink\.metadata=auto.*--prodjlink\.key/),
      }),
    );
    const unknown = (await source.findings()).filter(({ finding }) =>
      /^titles .* unknown/.test(String(finding)),
    );
    expect(unknown.map(({ finding }) => /player \d/.exec(String(finding))?.[0]).sort()).toEqual([
      'player 1',
      'player 2',
      'player 3',
      'player 4',
    ]);
  });

  test('is empty for a file with the id of a rekordbox track', async () => {
    const one = await players.player(1, { usb: STICK });
    start();
    await knows('USB of player 1', /4 tracks/);
    one.loads(1, 1, { trackType: 2 });
    one.play();
    await running.announces(1);
    expect(running.announced).toEqual([' - ']);
  });

  test('is not queried with --prodjlink.metadata=off', async () => {
    const one = await players.player(1, { usb: STICK });
    start({ 'prodjlink.metadata': 'off' });
    one.loads(1);
    one.play();
    await running.announces(1);
    expect(one.files.calls).toEqual([]);
  });
});

test('reports a damaged library in health, and shows its readable names', async () => {
  const tracks = Array.from({ length: 200 }, (_, index) => ({ id: index + 1, title: `Tide ${index + 1}` }));
  const stick = mediumOf(tracks);
  const library = Buffer.from(stick.files[LIBRARY_PATH] ?? []);
  const page = library.lastIndexOf('Tide 100') & ~0xfff;
  library.fill(0, page, page + 0x1000);
  const one = await players.player(1, { usb: { ...stick, files: { [LIBRARY_PATH]: library } } });
  start();
  one.loads(200);
  await shows(one, 'Tide 200');
  await waitFor('the problem', () => source.health().problem);
  expect(source.health().problem).toMatch(
    /^some titles from USB of player 1 are unknown: its library is damaged: 1\d\d tracks/,
  );
  one.loads(1);
  await shows(one, 'Tide 1');
});

/** The libraries number the tracks differently. Players' databases know the newer ids. */
async function stickWithBoth(): Promise<LinkMedium> {
  const renumbered = STICK.tracks.map((track, index, all) => ({ ...track, id: all.length - index }));
  return {
    ...mediumOf(renumbered),
    files: { ...STICK.files, [ONE_LIBRARY_PATH]: await oneLibrary(renumbered) },
  };
}

describe('with the OneLibrary key', () => {
  const withKey = (key = KEY, change: Partial<ProDjLinkSettings> = { 'prodjlink.metadata': 'nfs' }) =>
    start({ 'prodjlink.key': new Secret(key), ...change });

  test('each model gets names and pictures from the library that it reads', async () => {
    const stick = await stickWithBoth();
    const one = await players.player(1, { usb: stick, name: 'XDJ-AZ' });
    const two = await players.player(2, { usb: stick });
    const newerAlone = { ...STICK, files: { [ONE_LIBRARY_PATH]: await oneLibrary(STICK.tracks) } };
    const three = await players.player(3, { usb: newerAlone, name: 'CDJ-3000' });
    const four = await players.player(4, { usb: STICK, name: 'XDJ-AZ' });
    withKey();
    await plays(one, 3, 'Night Bus');
    await running.announces(1);
    const [transition] = running.transitions;
    expect(transition?.track).toMatchObject({ artist: 'Mara Quill', filename: 'night bus.mp3' });
    expect(await transition?.nativeArt?.(new AbortController().signal)).toEqual(PICTURE);
    two.loads(3);
    await shows(two, '夜のバス');
    three.loads(1);
    await shows(three, 'Slow Elevator');
    four.loads(1);
    await waitFor('the warning', () => warnings()[0]);
    expect(warnings()).toMatchObject([
      {
        medium: 'USB of player 4',
        problem: expect.stringContaining('it has no newer library (OneLibrary)'),
        hint: expect.stringContaining('have rekordbox also write OneLibrary'),
      },
    ]);
    expect(deckOf(four)?.track.title).toBe('');
    // Player 2 reads the other library, where this id is another track.
    two.loads(4, 1);
    await waitFor('it to be unknown', () => deckOf(two)?.track.title === '' || undefined);
    three.loads(2);
    await shows(three, 'Night Bus');
    expect(deckOf(two)?.track.title).toBe('');
  });

  test('a wrong key is reported once, without its value', async () => {
    const one = await players.player(1, { usb: await stickWithBoth(), name: 'XDJ-AZ' });
    withKey('sesame');
    one.loads(1);
    one.play();
    await waitFor('the warning', () => warnings()[0]);
    await running.announces(1);
    expect(running.announced).toEqual([' - ']);
    expect(warnings()).toEqual([
      {
        medium: 'USB of player 1',
        problem: 'its library cannot be read: the key does not open it',
        hint: expect.stringContaining('--prodjlink.key'),
      },
    ]);
    expect(JSON.stringify([log.lines, source.health(), await source.findings()])).not.toContain('sesame');
  });

  test('a wrong key leads to database queries if the player answers every client', async () => {
    const one = await players.player(1, { usb: await stickWithBoth(), name: 'XDJ-AZ' });
    withKey('sesame', {});
    one.loads(1);
    await shows(one, 'Low Tide');
    expect(warnings()).toEqual([]);
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        message: 'medium library unreadable; querying the player',
        fields: expect.objectContaining({ problem: expect.stringContaining('the key does not open it') }),
      }),
    );
  });
});

const NO_LIBRARY: LinkMedium = { ...STICK, files: {} };
const queries = () => sent.filter(({ kind }) => kind.startsWith('database')).map(({ kind }) => kind);

describe('a CDJ-3000 with firmware 3.30', () => {
  const NEW = { name: 'CDJ-3000', firmware: '3.30' };

  test('reads the newer of two libraries with the key', async () => {
    const stick = await stickWithBoth();
    const one = await players.player(1, { ...NEW, usb: stick });
    const two = await players.player(2, { name: 'CDJ-3000', firmware: '3.22', usb: stick });
    const three = await players.player(3, { ...NEW, usb: STICK });
    start({ 'prodjlink.key': new Secret(KEY), 'prodjlink.metadata': 'nfs' });
    one.loads(1);
    await shows(one, 'Low Tide');
    two.loads(1);
    await shows(two, 'Slow Elevator');
    three.loads(2);
    await shows(three, 'Night Bus');
    // The firmwares read different libraries of one stick, so ids cannot be trusted.
    two.loads(2, 1);
    await waitFor('it to be unknown', () => deckOf(two)?.track.title === '' || undefined);
  });

  test('is queried without the key, and has no names if queries are forbidden', async () => {
    const one = await players.player(1, { ...NEW, usb: await stickWithBoth() });
    start({ 'prodjlink.metadata': 'nfs' });
    one.loads(1);
    await waitFor('the warning', () => warnings()[0]);
    expect(warnings()).toMatchObject([
      {
        medium: 'USB of player 1',
        problem: expect.stringContaining('newer library (OneLibrary)'),
        hint: expect.stringMatching(/--prodjlink\.key.*3\.22/),
      },
    ]);
    expect(deckOf(one)?.track.title).toBe('');
    expect(queries()).toEqual([]);
    await running.stop();
    start();
    await shows(one, 'Low Tide');
    expect(queries()).toContain('database-query');
  });
});

describe('newest players without a key', () => {
  test('CDJ-3000X keeps its track although every second status lacks it, and is queried and announced once', async () => {
    const one = await players.player(1, { name: 'CDJ-3000X', usb: NO_LIBRARY });
    const two = await players.player(2, { name: 'CDJ-3000X' });
    start();
    one.loads(1);
    await shows(one, 'Slow Elevator');
    const play = deckOf(one)?.play;
    one.play();
    await running.announces(1);
    two.loads(3, 1);
    await shows(two, '夜のバス');
    expect(deckOf(one)?.play).toBe(play);
    expect(running.announced).toEqual(['Paper Lanterns - Slow Elevator']);
    expect(await source.findings()).not.toContainEqual(
      expect.objectContaining({ severity: expect.stringMatching(/warning|fault/) }),
    );
    expect(queries().filter((kind) => kind === 'database-set-up')).toHaveLength(2);
  });

  test('XDJ-AZ is queried about its second USB slot and streamed tracks at each load', async () => {
    const one = await players.player(1, { name: 'XDJ-AZ' });
    const four = await players.player(4, { name: 'XDJ-AZ', beside: one });
    one.put(NO_LIBRARY, 'usb2');
    one.host.insert(SLOT.beatport, OTHER_STICK);
    start();
    one.loads(1, 1, { slot: SLOT.secondUsb });
    four.loads(2, 1, { slot: SLOT.secondUsb });
    await shows(one, 'Slow Elevator');
    await shows(four, 'Night Bus');
    // No status reports the change of the stick.
    one.put({ ...OTHER_STICK, files: {} }, 'usb2');
    one.unload();
    await waitFor('it to be empty', () => deckOf(one)?.play === undefined || undefined);
    one.loads(1, 1, { slot: SLOT.secondUsb });
    await shows(one, 'Another One');
    four.loads(1, 1, { slot: SLOT.beatport, trackType: TRACK_TYPE.streaming });
    await shows(four, 'Another One');
    expect(one.files.calls).toEqual([]);
  });

  test('OMNIS-DUO is not queried, because it answers only players', async () => {
    const one = await players.player(1, { name: 'OMNIS-DUO', usb: NO_LIBRARY });
    start();
    one.loads(1);
    one.play();
    await running.announces(1);
    expect(queries()).toEqual([]);
    expect(warnings('cannot read track names from this player')).toMatchObject([
      { hint: expect.stringMatching(/^set --prodjlink\.key/) },
    ]);
  });
});

describe('with --prodjlink.metadata=database', () => {
  const KINDS_OF_A_TRACK = ['database-port-query', 'database-greeting', 'database-set-up', 'database-query'];

  test('queries what files cannot tell, if the database answers every number, and ends with a goodbye', async () => {
    const one = await players.player(1, { name: 'CDJ-3000', usb: NO_LIBRARY });
    const two = await players.player(2, { name: 'CDJ-3000', usb: STICK });
    start({ 'prodjlink.metadata': 'database' });
    two.loads(1);
    await shows(two, 'Slow Elevator');
    expect(queries()).toEqual([]);
    one.loads(3);
    await shows(one, '夜のバス');
    expect(deckOf(one)?.track).toMatchObject({ artist: '中村', durationMs: 200_000 });
    await waitFor('the goodbye', () => one.host.database.goodbyes === 1 || undefined);
    expect(queries()).toEqual([...KINDS_OF_A_TRACK, 'database-query', 'database-goodbye']);
    expect(one.host.queries).toMatchObject([{ player: 1, slot: 3, number: 7 }]);
  });

  test('queries an older player only under the number of a player, which the user must set', async () => {
    const one = await players.player(1, { usb: NO_LIBRARY });
    start({ 'prodjlink.metadata': 'database' });
    one.loads(1);
    one.play();
    await running.announces(1);
    await knows('USB of player 1', /it has no rekordbox library/);
    expect(queries()).toEqual([]);
    await running.stop();
    start({ 'prodjlink.metadata': 'database', 'prodjlink.number': 4 });
    await shows(one, 'Slow Elevator');
    expect(watchedComplaints.splice(0)).toEqual(
      expect.arrayContaining([expect.stringMatching(/the number 4\b/)]),
    );
  });

  test('queries a rekordbox collection under our own number', async () => {
    const one = await players.player(1);
    await players.rekordbox(17, STICK);
    start({ 'prodjlink.metadata': 'database' });
    await waitFor('rekordbox', () => log.lines.some(({ fields }) => fields.number === 7) || undefined);
    one.loads(2, 17, { slot: 4 });
    await shows(one, 'Night Bus');
  });

  /** Waits before queries last until `wake`. */
  function startAsleep() {
    const awake = new AbortController();
    const clock: Clock = {
      ...systemClock,
      async sleep(ms, signal = new AbortController().signal) {
        await untilAborted(AbortSignal.any([awake.signal, signal]));
        await systemClock.sleep(ms, signal);
      },
    };
    start({ 'prodjlink.metadata': 'database' }, { clock });
    return { wake: () => awake.abort() };
  }

  test('does not query a track that was unloaded while waiting', async () => {
    const one = await players.player(1, { name: 'CDJ-3000', usb: NO_LIBRARY });
    const { wake } = startAsleep();
    one.loads(1);
    const first = await waitFor('it to be loaded', () => deckOf(one)?.play);
    one.loads(3);
    await waitFor('the other one', () => deckOf(one)?.play !== first || undefined);
    wake();
    await shows(one, '夜のバス');
    expect(queries().filter((kind) => kind === 'database-set-up')).toHaveLength(1);
  });

  test('shows no name on another player if the stick was replaced before the answer', async () => {
    const one = await players.player(1, { name: 'CDJ-3000', usb: NO_LIBRARY });
    const two = await players.player(2, { name: 'CDJ-3000' });
    const { wake } = startAsleep();
    two.loads(1, 1);
    const play = await waitFor('it to be loaded', () => deckOf(two)?.play);
    one.pull();
    await forgets('USB of player 1');
    one.put({ ...OTHER_STICK, files: {} });
    one.loads(1);
    wake();
    await shows(one, 'Another One');
    expect(deckOf(two)).toMatchObject({ play, track: { title: '' } });
  });

  test('drops an answer about the previous stick', async () => {
    const one = await players.player(1, { name: 'CDJ-3000', usb: NO_LIBRARY });
    one.host.database.faults.silent = true;
    start({ 'prodjlink.metadata': 'database' });
    one.loads(1);
    await waitFor('the question', () => queries().includes('database-set-up') || undefined);
    one.set({ trackId: 0, playState: PLAY_STATE.empty, flags: 0x84 });
    one.pull();
    await forgets('USB of player 1');
    one.host.database.faults.silent = false;
    one.put({ ...OTHER_STICK, files: {} });
    one.loads(1);
    await shows(one, 'Another One');
    expect(source.decks().map(({ track }) => track.title)).not.toContain('Slow Elevator');
  });
});
