/**
 * "My controller" with the real program. Chromium has no MIDI devices here, so `navigator.requestMIDIAccess` gives ports of
 * the test; everything behind it is real.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { MidiStateMessage } from '../../src/web/wire/midi.ts';
import { cleanUps } from '../support/clean-up.ts';
import { startProgram } from '../support/program.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';
import { testPages } from './browser.ts';

const later = cleanUps();
const pages = testPages();

/** Runs in the page before its scripts. */
function controllers(): void {
  interface Port {
    readonly id: string;
    readonly name: string;
    state: string;
    onmidimessage: ((event: { readonly data: Uint8Array }) => void) | null;
  }
  const inputs = new Map<string, Port>();
  const access = { inputs, onstatechange: (): void => undefined };
  const midi = {
    plug(name: string): void {
      inputs.set(name, { id: name, name, state: 'connected', onmidimessage: null });
      access.onstatechange();
    },
    unplug(name: string): void {
      inputs.delete(name);
      access.onstatechange();
    },
    send(name: string, ...data: readonly number[]): void {
      inputs.get(name)?.onmidimessage?.({ data: Uint8Array.from(data) });
    },
  };
  Object.assign(globalThis, { midi });
  Object.assign(navigator, { requestMIDIAccess: async () => access });
}

interface Midi {
  plug(name: string): void;
  unplug(name: string): void;
  send(name: string, ...data: readonly number[]): void;
}

function midi<Act extends keyof Midi>(page: Page, act: Act, ...args: Parameters<Midi[Act]>): Promise<void> {
  return page.evaluate(
    ([name, given]) => {
      const { midi } = globalThis as unknown as {
        readonly midi: Record<string, (...args: unknown[]) => void>;
      };
      midi[name]?.(...given);
    },
    [act, args] as const,
  );
}

async function opened(...flags: readonly string[]) {
  const program = await startProgram(['start', '--http.addr=127.0.0.1:0', '--session.filename=', ...flags]);
  later(() => program.stop());
  const [, address = ''] = /setup=(\S+)/.exec(await program.waitForLine('pages ready')) ?? [];
  const { page, errors } = await pages.open(1280, 900, true);
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(controllers);
  await page.goto(address);
  const url = new URL(address).origin;
  return {
    program,
    page,
    errors,
    url,
    async load(deck: number, title: string): Promise<void> {
      const body = JSON.stringify({ track: { artist: 'Ada', title }, playing: true });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${url}/api/v1/decks/${deck}`, { method: 'PUT', headers, body });
    },
    untilOnAir: (title: string) =>
      waitFor(`${title} on air`, async () => {
        const { track } = (await (await fetch(`${url}/api/v1/now`)).json()) as {
          readonly track: { readonly title: string } | null;
        };
        return track?.title === title ? true : undefined;
      }),
  };
}

const PORT = 'DDJ-SB3 MIDI 1';
const FADER_1 = 0xb0;
const FADER_2 = 0xb1;
const NUMBER = 0x13;

test('from "My controller" to the first right change in four actions', async () => {
  const { page, errors, load, untilOnAir, program } = await opened('--source=httpdecks');
  let actions = 0;
  const click = async (name: string): Promise<void> => {
    actions += 1;
    await page.getByRole('button', { name, exact: true }).click();
  };
  actions += 1;
  await page.getByText('My controller', { exact: true }).click();
  await click('Read my controller');
  await midi(page, 'plug', PORT);
  await click('Use these faders');
  await page.getByText('Saved.').first().waitFor();
  await load(1, 'One');
  await load(2, 'Two');
  actions += 1;
  await midi(page, 'send', PORT, FADER_2, NUMBER, 0);
  await midi(page, 'send', PORT, FADER_1, NUMBER, 127);
  await untilOnAir('One');
  expect(actions).toBeLessThanOrEqual(6);
  await page.getByRole('meter', { name: 'Deck 1' }).waitFor();
  await expect
    .poll(() => page.getByRole('meter', { name: 'Deck 1' }).getAttribute('aria-valuenow'))
    .toBe('100');
  await midi(page, 'send', PORT, FADER_2, NUMBER, 127);
  await midi(page, 'send', PORT, FADER_1, NUMBER, 0);
  await untilOnAir('Two');
  const saved = await readFile(join(program.folder, '.config', 'deckcast', 'conf.yaml'), 'utf8');
  expect(saved).toContain('DDJ-SB3 = 1:1/19/51 2:2/19/51 3:3/19/51 4:4/19/51 x:7/31/63');
  expect(errors).toEqual([]);
});

test('teaches an unknown controller by keyboard, tests it, and forgets its faders when it is unplugged', async () => {
  const { page, errors, load, untilOnAir } = await opened('--source=httpdecks', '--midi.input=page');
  const OWN = 'Homemade Faders';
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  await page.locator('#controller > summary').press('Enter');
  await press('Let this page read MIDI');
  await midi(page, 'plug', OWN);
  await press('Teach the faders');
  const sweep = async (number: number): Promise<void> => {
    for (const value of [0, 30, 64, 100, 127, 100, 64, 30, 0]) {
      await midi(page, 'send', OWN, 0xb4, number, value);
      await page.waitForTimeout(25);
    }
  };
  await page.getByText('Move the fader of deck 1 all the way up, then all the way down.').waitFor();
  await sweep(11);
  await page.getByText('Move the fader of deck 2 all the way up, then all the way down.').waitFor();
  await sweep(12);
  await page.getByText('Move the fader of deck 3').waitFor();
  await press('There are only two');
  await page.getByText('Move the crossfader').waitFor();
  await press('There is none');
  await press('Test');
  await load(1, 'One');
  await load(2, 'Two');
  await page
    .getByText('Play on both decks, open deck 1, close deck 2: the overlay must show deck 1.')
    .waitFor();
  await midi(page, 'send', OWN, 0xb4, 12, 0);
  await midi(page, 'send', OWN, 0xb4, 11, 127);
  await untilOnAir('One');
  await page.getByText('open deck 2, close deck 1: the overlay must show deck 2.').waitFor();
  await midi(page, 'send', OWN, 0xb4, 12, 127);
  await midi(page, 'send', OWN, 0xb4, 11, 0);
  await page.getByText('It works: the overlay follows your faders.').waitFor();
  await midi(page, 'unplug', OWN);
  await page.getByText('not connected', { exact: true }).waitFor();
  await page.getByText('Homemade Faders is not connected: where its faders are is unknown').waitFor();
  expect(errors).toEqual([]);
});

test('says in a lesson that no fader is read, and goes on after a lesson of another page', async () => {
  const { page, errors, url } = await opened('--source=httpdecks', '--midi.input=page');
  const OWN = 'Homemade Faders';
  await page.locator('#controller > summary').click();
  await page.getByRole('button', { name: 'Let this page read MIDI', exact: true }).click();
  await midi(page, 'plug', OWN);
  await page.getByRole('button', { name: 'Teach the faders', exact: true }).click();
  await page.getByText('No fader has been read.').waitFor();
  const other = new WebSocket(`${url.replace('http', 'ws')}/api/v1/midi`);
  await new Promise((resolve) => other.once('open', resolve));
  other.send(JSON.stringify({ lesson: { port: OWN, fader: 'x', taken: '' } }));
  const taught = async () => {
    const { lesson } = (await (await fetch(`${url}/api/v1/midi`)).json()) as MidiStateMessage;
    return lesson?.fader;
  };
  await expect.poll(taught).toBe('x');
  other.close();
  await expect.poll(taught).toBe(1);
  await midi(page, 'send', OWN, 0xb4, 11, 0);
  await page.getByText('No fader has been read.').waitFor({ state: 'hidden' });
  expect(errors).toEqual([]);
});

test('keeps a lesson and the faders through stalls of the program and of the page', async () => {
  const { program, page, errors } = await opened('--source=httpdecks', '--midi.input=page');
  const OWN = 'Homemade Faders';
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.locator('#controller > summary').click();
  await click('Let this page read MIDI');
  await midi(page, 'plug', OWN);
  await click('Teach the faders');
  await page.getByText('Move the fader of deck 1 all the way up').waitFor();
  await midi(page, 'send', OWN, 0xb4, 11, 0);
  program.signal('SIGSTOP');
  for (const value of [30, 64, 100, 127, 100, 64, 30, 10]) {
    await midi(page, 'send', OWN, 0xb4, 11, value);
  }
  program.signal('SIGCONT');
  await midi(page, 'send', OWN, 0xb4, 11, 0);
  await page.getByText('Move the fader of deck 2 all the way up').waitFor();
  await click('Skip this fader');
  await click('There are only two');
  await click('There is none');
  const meter = page.getByRole('meter', { name: 'Deck 1' });
  const untilShown = (value: string) =>
    expect.poll(() => meter.getAttribute('aria-valuenow'), { message: `fader at ${value} %` }).toBe(value);
  await midi(page, 'send', OWN, 0xb4, 11, 127);
  await untilShown('100');
  await page.evaluate(() => {
    for (const until = performance.now() + 3_000; performance.now() < until; ) {
      // The server takes the controller for unplugged.
    }
  });
  await program.waitForLine('controller lost');
  await untilShown('100');
  expect(errors).toEqual([]);
});

const JOG_WHEEL = 0x21;

test('sends the faders, and not the jog wheels', async () => {
  const { program, page, errors } = await opened(
    '--source=httpdecks',
    '--midi.input=page',
    `--midi.controllers=${PORT}`,
  );
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  await page.reload();
  await page.locator('#controller > summary').click();
  await page.getByRole('button', { name: 'Let this page read MIDI', exact: true }).click();
  await midi(page, 'plug', PORT);
  await program.waitForLine('controller connected');
  const changesOf = (number: number) => sent.filter((text) => text.includes(`[1,${number},`));
  for (let turn = 0; turn < 200; turn += 1) {
    await midi(page, 'send', PORT, FADER_1, JOG_WHEEL, 63 + (turn % 3));
  }
  await midi(page, 'send', PORT, FADER_1, NUMBER, 127);
  await expect.poll(() => changesOf(NUMBER).length).toBeGreaterThan(0);
  expect(changesOf(JOG_WHEEL)).toEqual([]);
  expect(errors).toEqual([]);
});
