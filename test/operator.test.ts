import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listen } from '../src/core/listening.ts';
import { cleanUps, type Later, shared } from './support/clean-up.ts';
import { Namespaces } from './support/namespaces.ts';
import { type StartedProgram, startProgram } from './support/program.ts';
import { type Show, startShow } from './support/show.ts';
import { waitFor, waitForFile } from './support/wait.ts';
import { EXAMPLES } from './support/wire-examples.ts';

const later = cleanUps();

const TRACK = { artist: 'Mira Vale', title: 'Low Tide' };
const NAMES = /Mira Vale|Low Tide/;
const TOKEN = 'correct-horse';

/** A show with the featured file `now.txt` and without a session store, which would take half of the start. */
async function open(until: Later, ...args: string[]): Promise<Show> {
  const usual = ['--outfile.featured=now.txt', '--placeholder.art.internal=note', '--session.filename='];
  const show = await startShow([...usual, ...args]);
  until(() => show.program.stop());
  return show;
}

/** Shared by the tests that need nothing else. Its set continues from test to test. */
const usual = shared((until) => open(until, '--log.level=info'));

async function ctl(
  show: Show,
  ...args: string[]
): Promise<StartedProgram & { readonly status: number | null }> {
  const program = await startProgram(['ctl', ...args, `--url=${show.url}`]);
  later(() => program.stop());
  const { status } = await program.ended;
  return Object.assign(program, { status });
}

function fileShows(show: Show, text: string): Promise<string> {
  return waitForFile(show.file('now.txt'), (content) => content === text);
}

/** All public answers as one text. */
async function everythingPublic(show: Show): Promise<string> {
  const paths = ['now', 'history', 'history/json', 'history/youtube', 'health'];
  const answers = await Promise.all(
    paths.map(async (path) => (await fetch(`${show.url}/api/v1/${path}`)).text()),
  );
  return [...answers, await readFile(show.file('now.txt'), 'utf8'), show.messages.at(-1)].join('\n');
}

async function artOf(show: Show): Promise<string> {
  // `web/wire/events.ts` defines the shape; anything else fails the test.
  const now = (await (await fetch(`${show.url}/api/v1/now`)).json()) as { track: { art: { url: string } } };
  return show.url + now.track.art.url;
}

describe('deckcast ctl', () => {
  test('reports why an action was not done, with exit status 1', async () => {
    const show = usual();
    const skipped = await ctl(show, 'skip');
    expect([skipped.status, skipped.stdout]).toEqual([1, '']);
    expect(skipped.stderr).toContain('nothing is held');
    const decks = await ctl(show, 'onair', '2');
    expect([decks.status, decks.stderr]).toEqual([1, expect.stringContaining('this source has no decks')]);
    const empty = await ctl(show, 'edit');
    expect([empty.status, empty.stderr]).toEqual([2, expect.stringContaining('--artist')]);
  });

  test('does every verb and answers with one line', async () => {
    const show = usual();
    const answerTo = async (...args: string[]): Promise<string> => {
      const program = await ctl(show, ...args);
      return `${program.status}: ${program.stdout}`;
    };
    expect(await answerTo('now')).toBe('0: nothing\n');
    await show.post('track', TRACK);
    await fileShows(show, 'Mira Vale - Low Tide');
    expect(await answerTo('now')).toBe('0: Mira Vale - Low Tide\n');
    expect(await answerTo('hide')).toBe('0: hidden\n');
    expect(await answerTo('now')).toBe('0: a hidden track\n');
    expect(await answerTo('recall')).toBe('1: ');
    expect(await answerTo('reveal')).toBe('0: shown\n');
    expect(await answerTo('recall')).toBe('0: shown again\n');
    expect(await answerTo('edit', '--artist=', '--title=High Tide')).toBe('0: corrected\n');
    expect(await answerTo('now')).toBe('0: High Tide\n');
    // Later plays of the track have these names.
    expect(await answerTo('edit', '--artist=Mira Vale', '--title=Low Tide')).toBe('0: corrected\n');
    expect(await answerTo('end')).toBe('0: nothing is on air; the set keeps its tracks\n');
    expect(await answerTo('now')).toBe('0: nothing\n');
    await fileShows(show, '');
    await show.post('track', TRACK);
    await fileShows(show, 'Mira Vale - Low Tide');
    expect(await answerTo('health')).toMatch(/^0: ok: Another program: watches .*; \d+ sinks?; 1 overlay\n$/);
  });

  test('reports why there is no art, with exit status 0', async () => {
    const { lastSuccessAt: earlier = 0, ...native } = EXAMPLES.health.enrichment[0] ?? {};
    const failing = { ...native, lastError: 'the cover cannot be read (EACCES)', lastErrorAt: earlier + 1 };
    const running = createServer((_request, response) => {
      response.end(JSON.stringify({ ...EXAMPLES.health, enrichment: [failing] }));
    });
    const port = await listen(running, { host: '127.0.0.1', port: 0 });
    later(() => running.close());
    const program = await startProgram(['ctl', 'health', `--url=http://127.0.0.1:${port}`]);
    later(() => program.stop());
    const { status } = await program.ended;
    expect([status, program.stdout]).toEqual([
      0,
      'ok: Denon DJ / Engine OS players: watches 1 device; 1 sink; 2 overlays; no art from native: the cover cannot be read (EACCES)\n',
    ]);
  });

  test('prints its token, and reports a wrong one', async () => {
    const show = await open(later, `--http.token=${TOKEN}`, '--delay=3600');
    expect((await ctl(show, 'skip')).stderr).toContain('give the --http.token');
    expect((await ctl(show, 'skip', '--http.token=wrong-horse')).stderr).toContain('another --http.token');
    expect((await ctl(show, 'skip', `--http.token=${TOKEN}`)).stderr).toContain('nothing is held');
  });

  test('takes address and token from a broken file, and says what it ignores', async () => {
    const show = await open(later, `--http.token=${TOKEN}`, '--delay=3600');
    const content = [
      `http.addr: ${new URL(show.url).host}`,
      'hide.regex.artist: [',
      'delay: soon',
      `http.token: ${TOKEN}`,
    ];
    const program = await startProgram(['ctl', 'skip', '--conf=conf.yaml'], {
      files: { 'conf.yaml': content.join('\n') },
    });
    later(() => program.stop());
    await program.ended;
    expect(program.stderr).toContain('nothing is held');
    expect(program.stderr).toMatch(
      /level=warn .*conf\.yaml:2.*never closed \(ignored: this command uses the rest\)/,
    );
  });

  test('tells how to start the program when none runs', async () => {
    const program = await startProgram(['ctl', 'hide', '--http.addr=127.0.0.1:9']);
    later(() => program.stop());
    expect(await program.ended).toEqual({ status: 1, signal: null });
    expect(program.stderr).toMatch(
      /no deckcast answers at http:\/\/127\.0\.0\.1:9: start it with .*deckcast start/,
    );
  });
});

describe('the HTTP API', () => {
  test('hides the track in every output at once, and reveals it again', async () => {
    const show = usual();
    await show.post('track', TRACK);
    await fileShows(show, 'Mira Vale - Low Tide');
    const art = await artOf(show);
    expect((await fetch(art)).status).toBe(200);
    expect(await everythingPublic(show)).toMatch(NAMES);

    const before = show.program.stderr.length;
    await show.post('hide');
    await fileShows(show, '');
    await show.quiet();
    expect(JSON.parse(show.messages.at(-1) ?? '')).toMatchObject({
      artist: '',
      title: '',
      streaming_code: '',
    });
    expect(await everythingPublic(show)).not.toMatch(NAMES);
    expect((await fetch(art)).status).toBe(404);
    expect(show.program.stderr.slice(before)).toContain('track hidden');
    expect(show.program.stderr.slice(before)).not.toMatch(NAMES);

    await show.post('reveal');
    await fileShows(show, 'Mira Vale - Low Tide');
    expect((await fetch(await artOf(show))).status).toBe(200);
  });

  test('ends the hold on skip', async () => {
    const show = await open(later, '--delay=3600');
    await show.post('track', TRACK);
    expect(await (await fetch(`${show.url}/api/v1/now`)).json()).toMatchObject({ state: 'idle' });
    await show.post('skip');
    await fileShows(show, 'Mira Vale - Low Tide');
    await expect(show.post('skip')).rejects.toThrow('409');
  });
});

test('the operator puts a deck on air, regardless of faders', async () => {
  const namespaces = new Namespaces();
  later(() => namespaces.remove());
  const run = async (args: readonly string[], files = {}): Promise<StartedProgram> => {
    const program = await startProgram(args, { within: namespaces.within('booth'), files });
    later(() => program.stop());
    return program;
  };
  await run(['simulate', '--set=set.jsonl'], { 'set.jsonl': TWO_DECKS });
  const start = await run(['start', '--hwdevice.discovery.interface=lo', '--delay=2', '--session.filename=']);
  await start.waitForLine(/track featured.*Slow Elevator/);

  const operate = async (...args: string[]): Promise<string> => {
    const program = await run(['ctl', ...args]);
    const { status } = await program.ended;
    return `${status}: ${program.stdout}`;
  };
  await waitFor('deck 2 to be known', async () =>
    (await operate('onair', '2')).startsWith('0') ? true : undefined,
  );
  expect(await operate('now')).toBe('0: Night Ferry - Harbour Lights\n');
  expect(await operate('onair', '4')).toBe('1: ');
});

/** Deck 1 plays, deck 2 is cued with its fader closed. */
const TWO_DECKS = [
  { set: 'two decks', waitForClient: true },
  { track: 'one', artist: 'Paper Lanterns', title: 'Slow Elevator' },
  { track: 'two', artist: 'Night Ferry', title: 'Harbour Lights' },
  { at: 0, do: 'load', deck: 1, track: 'one' },
  { at: 0.2, do: 'fader', deck: 1, level: 1 },
  { at: 0.4, do: 'play', deck: 1 },
  { at: 1, do: 'load', deck: 2, track: 'two' },
  { at: 1.2, do: 'fader', deck: 2, level: 0 },
  { at: 600, do: 'pause', deck: 1 },
]
  .map((line) => JSON.stringify(line))
  .join('\n');
