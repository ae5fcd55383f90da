/** The faders of a controller move the overlay of the real program. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { HealthMessage } from '../src/web/wire/health.ts';
import type { MidiStateMessage } from '../src/web/wire/midi.ts';
import { cleanUps } from './support/clean-up.ts';
import { startProgram } from './support/program.ts';
import { SESSION_HEAD, type SeratoEntry, sessionEntry } from './support/serato.ts';
import { type Show, showAt } from './support/show.ts';
import { waitFor } from './support/wait.ts';

const later = cleanUps();

async function start(
  settings: readonly string[],
  before: (folder: string) => Promise<void> = async () => undefined,
): Promise<Show> {
  const program = await startProgram([
    'start',
    '--http.addr=127.0.0.1:0',
    '--session.filename=',
    ...settings,
  ]);
  later(() => program.stop());
  await before(program.folder);
  return showAt(await program.waitForLine('overlay ready'), program);
}

async function onAir({ url }: Show): Promise<string> {
  // `web/wire/` defines the shape; anything else fails the test.
  const now = (await (await fetch(`${url}/api/v1/now`)).json()) as {
    readonly track: { title: string } | null;
  };
  return now.track?.title ?? '';
}

function untilOnAir(show: Show, title: string): Promise<true> {
  return waitFor(`${title} on air`, async () => ((await onAir(show)) === title ? true : undefined));
}

async function pageOf({ url }: Show) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/midi`);
  const states: MidiStateMessage[] = [];
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'midi') {
      states.push(message);
    }
  });
  await new Promise((resolve) => socket.once('open', resolve));
  later(() => socket.close());
  return { states, closed, says: (message: object) => socket.send(JSON.stringify(message)) };
}

async function putDeck({ url }: Show, deck: number, title: string): Promise<void> {
  const body = JSON.stringify({ track: { artist: 'Ada', title }, playing: true });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/api/v1/decks/${deck}`, { method: 'PUT', headers, body });
}

describe('Serato DJ 3 with a command that prints messages', () => {
  const row = (number: number, deck: number, title: string): SeratoEntry => ({
    row: number,
    title,
    deck,
    start: Math.floor(Date.now() / 1_000) + number,
    played: false,
  });

  test('the deck whose fader is open is on air, before Serato counts its track', async () => {
    let session = '';
    let lines = '';
    const show = await start(
      [
        '--source=softb',
        '--midi.input=command',
        '--midi.command=touch lines && exec tail -n +1 -f lines',
        '--midi.controllers=DDJ-SB3',
      ],
      async (folder) => {
        const sessions = join(folder, 'Music', '_Serato_', 'History', 'Sessions');
        await mkdir(sessions, { recursive: true });
        session = join(sessions, '1.session');
        lines = join(folder, 'lines');
        await writeFile(session, SESSION_HEAD);
      },
    );
    await show.program.waitForLine('watching DJ software');
    await appendFile(session, sessionEntry(row(1, 1, 'One')));
    await writeFile(lines, 'B0 13 7F\nB1 13 00\n');
    await untilOnAir(show, 'One');
    await appendFile(session, sessionEntry(row(2, 2, 'Two')));
    await appendFile(lines, 'B1 13 7F\n');
    await waitFor('the other deck to open', async () => {
      const { decks } = (await (await fetch(`${show.url}/api/v1/decks`)).json()) as {
        readonly decks: readonly { readonly level: number | null }[];
      };
      return decks[1]?.level === 1 ? true : undefined;
    });
    expect(await onAir(show)).toBe('One');
    await appendFile(lines, 'B0 13 00\n');
    await untilOnAir(show, 'Two');
  });
});

describe('a page that reads a controller', () => {
  const PORT = 'DDJ-SB3 MIDI 1';

  test('moves the decks of a program that knows no levels', async () => {
    const show = await start(['--source=httpdecks', '--midi.input=page', '--midi.controllers=DDJ-SB3']);
    const page = await pageOf(show);
    page.says({ ports: [PORT] });
    page.says({
      port: PORT,
      changes: [
        [1, 19, 127],
        [2, 19, 0],
      ],
    });
    await putDeck(show, 1, 'One');
    await putDeck(show, 2, 'Two');
    await untilOnAir(show, 'One');
    page.says({
      port: PORT,
      changes: [
        [2, 19, 127],
        [1, 19, 0],
      ],
    });
    await untilOnAir(show, 'Two');
    expect(page.states.at(-1)).toMatchObject({ readsPages: true, isIgnored: false });
  });

  test('proposes the preset of a controller, and reads its faders once it is set up', async () => {
    const show = await start(['--source=httpdecks', '--midi.input=page']);
    const page = await pageOf(show);
    page.says({ ports: [PORT] });
    const proposed = await waitFor('a proposal', () =>
      page.states.find(({ controllers }) => controllers.length > 0),
    );
    expect(proposed.controllers).toMatchObject([
      {
        name: 'DDJ-SB3',
        isSetUp: false,
        preset: {
          title: 'Pioneer DDJ-SB3',
          entry: 'DDJ-SB3 = 1:1/19/51 2:2/19/51 3:3/19/51 4:4/19/51 x:7/31/63',
        },
      },
    ]);
  });

  test('is missed in the health until it reads a controller', async () => {
    const show = await start(['--source=httpdecks', '--midi.input=page']);
    const troubles = async () =>
      ((await (await fetch(`${show.url}/api/v1/health`)).json()) as HealthMessage).troubles?.map(
        ({ title, problem }) => `${title}: ${problem}`,
      );
    await waitFor('the trouble', async () =>
      (await troubles())?.find((one) => one.startsWith('Controller: no page reads the controller')),
    );
    const page = await pageOf(show);
    page.says({ ports: ['DDJ-SB3 MIDI 1'] });
    await waitFor('another one', async () =>
      (await troubles())?.find((one) => one.startsWith('Controller: no controller is set up')),
    );
  });

  test('is refused while pages are no input, and for other messages', async () => {
    const off = await pageOf(await start(['--source=httpdecks']));
    off.says({ ports: [] });
    expect(await off.closed).toBe(4001);
    const strange = await pageOf(await start(['--source=httpdecks', '--midi.input=page']));
    strange.says({ hello: 1 });
    expect(await strange.closed).toBe(4002);
  });
});
