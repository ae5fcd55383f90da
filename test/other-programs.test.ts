/** The files of the guide for other programs, as those programs use them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { cleanUps } from './support/clean-up.ts';
import { ROOT } from './support/files.ts';
import { startProgram } from './support/program.ts';
import { waitFor } from './support/wait.ts';

const later = cleanUps();

const MOVES = v.picklist(['pageup', 'pagenum', 'pagedown']);
/** An action as the module *Generic HTTP Requests* takes it. */
const POST = v.object({
  type: v.literal('action'),
  definitionId: v.literal('post'),
  connectionId: v.string(),
  options: v.object({
    url: v.string(),
    body: v.string(),
    header: v.literal(''),
    contenttype: v.literal('application/json'),
  }),
});
const BUTTON = v.object({
  type: v.literal('button'),
  style: v.object({ text: v.string(), color: v.number(), bgcolor: v.number() }),
  steps: v.object({ 0: v.object({ action_sets: v.object({ down: v.tuple([POST]), up: v.tuple([]) }) }) }),
});
/** A page as Companion 4 exports and imports it: the first version of its files with entities, which later ones read too. */
const PAGE = v.object({
  version: v.literal(7),
  type: v.literal('page'),
  page: v.object({
    name: v.string(),
    controls: v.record(v.string(), v.record(v.string(), v.union([v.object({ type: MOVES }), BUTTON]))),
  }),
  instances: v.record(
    v.string(),
    v.object({
      instance_type: v.literal('generic-http'),
      label: v.string(),
      config: v.object({ prefix: v.string() }),
    }),
  ),
});
/** A macro as Advanced Scene Switcher imports it, with a file at an address as its condition. */
const MACROS = v.object({
  macros: v.tuple([
    v.object({
      name: v.string(),
      conditions: v.tuple([
        v.object({
          id: v.literal('file'),
          logic: v.literal(0),
          fileType: v.literal(1),
          condition: v.literal(0),
          onlyMatchIfChanged: v.literal(true),
          regexConfig: v.object({ enable: v.literal(true), partial: v.literal(true) }),
          file: v.string(),
          text: v.string(),
        }),
      ]),
      actions: v.array(v.never()),
    }),
  ]),
});

async function fileOf(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(ROOT, 'docs/guide', name), 'utf8'));
}

/** A program with Ada on deck 1, which plays, and Bo on deck 2. */
async function playing() {
  const program = await startProgram([
    'start',
    '--source=httpdecks',
    '--http.addr=127.0.0.1:0',
    '--session.filename=',
  ]);
  later(() => program.stop());
  const address = /url=(\S+)/.exec(await program.waitForLine('overlay ready'))?.[1] ?? '';
  const put = (deck: number, artist: string, isPlaying: boolean) =>
    fetch(new URL(`api/v1/decks/${deck}`, address), {
      method: 'PUT',
      body: JSON.stringify({ track: { artist, title: 'One' }, playing: isPlaying }),
    });
  // Deck 2 first: its names are complete when those of deck 1 are, which is then on air.
  await put(2, 'Bo', false);
  await put(1, 'Ada', true);
  await program.waitForLine('position=1');
  return { address };
}

test('the page for Companion has a button for each verb and deck, and each does it', async () => {
  const { page, instances } = v.parse(PAGE, await fileOf('deckcast.companionconfig'));
  const { address } = await playing();
  const buttons = Object.values(page.controls)
    .flatMap((row) => Object.values(row))
    .filter((one) => one.type === 'button');
  /** As the module sends it: the address of the connection before the one of the action. */
  async function press(text: string): Promise<number> {
    const button = buttons.find(({ style }) => style.text.replace('\\n', ' ') === text);
    const [action] = button?.steps[0].action_sets.down ?? [];
    const url = new URL(`${instances[action?.connectionId ?? '']?.config.prefix}${action?.options.url}`);
    expect(url.origin).toBe('http://127.0.0.1:9090');
    const response = await fetch(new URL(url.pathname, address), {
      method: 'POST',
      headers: { 'Content-Type': action?.options.contenttype ?? '' },
      body: action?.options.body ?? '',
    });
    return response.status;
  }
  let last = '';
  const shows = (text: string) =>
    waitFor(
      `${text} on air`,
      async () => {
        last = (await (await fetch(new URL('api/v1/now.txt', address))).text()).trim();
        return last === text || undefined;
      },
      () => last,
    );
  expect(buttons.map(({ style }) => style.text)).toHaveLength(8);
  expect(await press('HIDE')).toBe(200);
  await shows('ID - ID');
  expect(await press('REVEAL')).toBe(200);
  await shows('Ada - One');
  expect(await press('DECK 2 ON AIR')).toBe(200);
  await shows('Bo - One');
  expect(await press('DECK 1 ON AIR')).toBe(200);
  await shows('Ada - One');
  expect(await press('SHOW AGAIN')).toBe(200);
  // Nothing waits, and nobody plays there.
  expect(await press('NEXT NOW')).toBe(409);
  expect(await press('DECK 3 ON AIR')).toBe(409);
  expect(await press('DECK 4 ON AIR')).toBe(409);
});

test('the macro for Advanced Scene Switcher is met by a track, and not by silence', async () => {
  const {
    macros: [{ conditions }],
  } = v.parse(MACROS, await fileOf('scene-switcher.json'));
  const [{ file, text }] = conditions;
  const { address } = await playing();
  const { origin, pathname } = new URL(file);
  expect(origin).toBe('http://127.0.0.1:9090');
  const now = await (await fetch(new URL(pathname, address))).text();
  expect(now).toMatch(new RegExp(text));
  expect('').not.toMatch(new RegExp(text));
});
