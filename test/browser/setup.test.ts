/** `first-run.test.ts` covers the way from an empty home folder. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { problemOfStore } from '../../src/clients/files/address.ts';
import { problemOfStation } from '../../src/clients/radio/address.ts';
import { notWatched } from '../../src/core/finding.ts';
import { spoken } from '../../src/core/message.ts';
import { byEar } from '../../src/sources/hear/index.ts';
import type { ProgramTrouble, SettingsStore } from '../../src/web/index.ts';
import type { WireFinding } from '../../src/web/wire/doctor.ts';
import type { WireOption } from '../../src/web/wire/settings.ts';
import type { SinkCard, SourceCard, WireStep } from '../../src/web/wire/setup.ts';
import type { ThemesMessage } from '../../src/web/wire/themes.ts';
import { cleanUps } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { FULL_LENGTH } from '../support/full-length.ts';
import { startProgram } from '../support/program.ts';
import { publication } from '../support/publication.ts';
import { WELL } from '../support/server.ts';
import { keptSetup, sourceCard } from '../support/setup.ts';
import { track } from '../support/tracks.ts';
import { waitFor } from '../support/wait.ts';
import { accessibilityProblems, tooSmall, unfold } from './accessibility.ts';
import { desks, keptSettings, wireOption } from './desk.ts';

const later = cleanUps();
const { desk, open: apart } = desks();
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

const FILE = wireOption();
const SOURCE = wireOption({
  name: 'source',
  field: 'choices',
  value: 'http',
  items: ['http'],
  origin: { from: 'file', place: 'conf.yaml: source' },
});
const TEXT_SOURCE = { ...SOURCE, value: 'softa', items: ['softa'] };
/** The default, not chosen by the user. */
const DEFAULT_SOURCE = { ...SOURCE, origin: FILE.origin };

const TEXT_FILE = sourceCard({
  name: 'softa',
  title: 'djay',
  about: 'A text file.',
  options: ['softa.filename'],
  steps: [
    { text: 'Type this there', copy: 'now.txt' },
    { text: 'Choose a file', set: ['softa.filename'] },
  ],
});

const WHAT_THERE_IS = /\/api\/v1\/(settings|themes)$/;

const WRITTEN_FILE = '/Users/dj/Music/djay/djay Media Library.djayMediaLibrary/NowPlaying.txt';
const WRITTEN = spoken<WireFinding>(
  notWatched('softa', 'software', `djay writes its tracks to ${WRITTEN_FILE}`, {
    'softa.filename': WRITTEN_FILE,
  }),
);

async function open({
  width = 1280,
  height = 900,
  source = SOURCE,
  sink = {} as Partial<SinkCard>,
  settings = undefined as SettingsStore | undefined,
  more = [] as readonly WireOption[],
  troubles = [] as readonly ProgramTrouble[],
} = {}) {
  const setup = keptSetup();
  setup.sources = [sourceCard({ state: 'waiting', watching: 'POST /api/v1/track' }), TEXT_FILE];
  setup.sinks = [
    { name: 'webhook', title: 'Webhook', about: 'A request.', options: [], steps: [], on: true, ...sink },
  ];
  const kept = keptSettings(source, FILE, ...more);
  const deps = {
    setup: async () => setup,
    settings: settings ?? kept.settings,
    health: () => ({ ...WELL.health(), troubles }),
  };
  return { ...(await desk('setup/', { width, height, deps })), setup, ...kept };
}

const step = (page: Page, name: RegExp) => page.getByRole('link', { name }).click();
const GEAR = /^1 Gear/;
const LOOK = /^2 Look/;
const OBS = /^3 OBS/;
const OUTPUTS = /^4 More places/;

const everything = (page: Page) => page.getByRole('button', { name: 'Something else' }).click();

describe('the first question', () => {
  test('is answered by a picture, which switches the default source off', async () => {
    const { setup, page, saved, errors } = await open({ source: DEFAULT_SOURCE });
    const card = page.locator('[data-source="softa"]');
    await page.getByText('What do you play with?').waitFor();
    expect(await page.locator('.card:visible').count()).toBe(0);
    setup.sources = [sourceCard({ state: 'waiting' }), { ...TEXT_FILE, findings: [WRITTEN] }];
    const found = page.locator('#products > li', { hasText: /djay[\s\S]*Found/ });
    await found.click();
    await card.getByText('Saved.', { exact: true }).waitFor();
    // Before the answer arrives, the card offers no second press.
    expect(await card.getByRole('button', { name: 'Use it: djay' }).isVisible()).toBe(false);
    expect(saved).toEqual([{ revision: 'none', set: { source: ['softa'], 'softa.filename': WRITTEN_FILE } }]);
    expect(await page.locator('[data-source="http"]').isVisible()).toBe(false);
    expect(errors).toEqual([]);
  });

  test('asks for missing values in the steps of the choice, without mentioning a terminal', async () => {
    const { page, settings } = await open({ source: DEFAULT_SOURCE });
    settings.save = async () => ({
      outcome: 'refused',
      reason: "nothing saved: these settings don't work together",
      problems: [{ option: 'softa.filename', where: '--softa.filename', what: 'name it first' }],
    });
    await page.getByRole('button', { name: /^djay/ }).click();
    const card = page.locator('[data-source="softa"]');
    await card.getByText('It starts as soon as you have filled in the steps above').waitFor();
    await expect
      .poll(() =>
        card.getByLabel('Text file of the DJ software').evaluate((field) => field === document.activeElement),
      )
      .toBe(true);
    await card.getByRole('button', { name: 'Save: djay' }).click();
    await card.getByText('Name it first.').waitFor();
    expect(await page.locator('#steps').innerText()).not.toContain('--');
  });

  test('leaves the focus where the user has moved it while the choice is saved', async () => {
    const { page, settings } = await open({ source: DEFAULT_SOURCE });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    settings.save = async () => {
      await answered;
      return {
        outcome: 'refused',
        reason: 'nothing saved',
        problems: [{ option: 'softa.filename', where: '--softa.filename', what: 'name it first' }],
      };
    };
    await page.getByRole('button', { name: /^djay/ }).click();
    await page.getByText('Saving…').waitFor();
    const elsewhere = page.getByRole('link', { name: LOOK });
    await elsewhere.focus();
    answer();
    await page.getByText('It starts as soon as you have filled in the steps above').waitFor();
    expect(await elsewhere.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  test('is known in the header at once', async () => {
    const program = await startProgram([
      'start',
      '--http.addr=127.0.0.1:0',
      '--hwdevice.discovery.interface=lo',
    ]);
    later(() => program.stop());
    const [, url = ''] = /setup=(\S+)/.exec(await program.waitForLine('pages ready')) ?? [];
    const { page } = await apart(DESK.width, DESK.height, true);
    // Without the header's next reading.
    await page.addInitScript(() => {
      const usual = setInterval;
      Object.assign(globalThis, {
        setInterval: (act: () => void, ms: number) => (ms === 5_000 ? 0 : usual(act, ms)),
      });
    });
    await page.goto(url);
    await page.locator('.air', { hasText: 'No gear chosen yet' }).waitFor();
    await page
      .locator('#products')
      .getByRole('button', { name: /^Mixxx/ })
      .click();
    await page.locator('.air', { hasText: 'Waiting for a track' }).waitFor();
  });

  test('keeps each picked product, and removes one when its picture is pressed again', async () => {
    const { setup, page, saved, errors } = await open({ source: DEFAULT_SOURCE });
    const players = sourceCard({ name: 'prodjlink', title: 'Pioneer DJ' });
    setup.sources = [sourceCard({ state: 'waiting' }), TEXT_FILE, players];
    const picture = (name: RegExp) => page.locator('#products').getByRole('button', { name });
    const pressed = () => page.locator('#products [aria-pressed="true"] b').allInnerTexts();
    await picture(/^djay/).click();
    await expect.poll(pressed).toEqual(['djay']);
    // Pressed at once, before the first is saved, and twice by hasty hands.
    await picture(/^Pioneer/).dblclick();
    await expect.poll(pressed).toEqual(['Pioneer DJ', 'djay']);
    await expect.poll(() => saved.length).toBe(2);
    expect(saved.map(({ set }) => set?.source)).toEqual([['softa'], ['prodjlink', 'softa']]);
    const arrived = { ...players, state: 'arrived', trackAt: Date.now() } as const;
    setup.sources = [arrived, { ...TEXT_FILE, state: 'waiting' }];
    await page.locator('[data-source="prodjlink"][data-state="arrived"]').waitFor();

    await picture(/^djay/).click();
    await page.getByText('djay is switched off. Press the picture again to use it.').waitFor();
    await expect.poll(pressed).toEqual(['Pioneer DJ']);
    expect(saved[2]?.set).toEqual({ source: ['prodjlink'] });
    // A stray press does not end the show.
    await picture(/^Pioneer/).click();
    await page.getByText('Pioneer DJ stays on, because its tracks arrive.').waitFor();
    expect(saved).toHaveLength(3);
    setup.sources = [{ ...players, state: 'waiting' }, TEXT_FILE];
    await page.locator('[data-source="prodjlink"][data-state="waiting"]').waitFor();
    await picture(/^Pioneer/).click();
    await expect.poll(pressed).toEqual([]);
    expect(saved[3]).toMatchObject({ set: {}, unset: ['source'] });
    expect(errors).toEqual([]);
  });

  test('says that a product replaces another one of the same source', async () => {
    const { setup, page } = await open({ source: DEFAULT_SOURCE });
    const findings = [spoken<WireFinding>(notWatched('softb', 'software', 'Serato is here', {}))];
    setup.sources = [sourceCard({ name: 'softb', title: 'Serato DJ or Mixxx', findings })];
    await page.locator('#products > li', { hasText: 'Found' }).waitFor();
    for (const name of [/^Serato/, /^Mixxx/]) {
      await page.locator('#products').getByRole('button', { name }).click();
    }
    await page.getByText('Mixxx takes the place of Serato: deckcast can read only one').waitFor();
    expect(await page.locator('#products [aria-pressed="true"] b').allInnerTexts()).toEqual(['Mixxx']);
  });

  test.each(['picture', 'switch'])('takes what a picture has set out of the file (%s)', async (way) => {
    const preset = wireOption({ name: 'osc.in.preset', value: 'rkbx_link', origin: SOURCE.origin });
    const { setup, page, saved } = await open({
      source: { ...SOURCE, items: ['osc', 'softa'] },
      more: [preset],
    });
    const card = sourceCard({
      name: 'osc',
      title: 'rekordbox',
      state: 'waiting',
      options: ['osc.in.preset'],
    });
    setup.sources = [
      { ...card, watching: 'x (rkbx_link)' },
      { ...TEXT_FILE, state: 'waiting' },
    ];
    await (way === 'picture'
      ? page.locator('#products').getByRole('button', { name: /^rekordbox/, pressed: true })
      : page.getByRole('button', { name: 'Switch off: rekordbox' })
    ).click();
    await expect.poll(() => saved).toMatchObject([{ set: { source: ['softa'] }, unset: ['osc.in.preset'] }]);
  });

  test('lets a page hear the music for a user who plays by ear, and asks for the folders only', async () => {
    const { name, options, title, more = [] } = { ...byEar, ...byEar.card };
    const steps = spoken<WireStep[]>(byEar.card.steps({} as never, {} as never));
    const input = {
      ...SOURCE,
      name: 'hear.input',
      value: '',
      items: [],
      choices: ['icecast', 'page', 'command'],
    };
    const folders = wireOption({ name: 'hear.library', title: 'Folders with your music', value: '' });
    const { setup, page, saved } = await open({ source: DEFAULT_SOURCE, more: [input, folders] });
    setup.sources = [
      sourceCard({ name, title, steps, options: [...more, ...Object.keys(options), 'hear.library'] }),
    ];
    await page.getByRole('button', { name: /^By ear/ }).click();
    const card = page.locator('[data-source="hear"]');
    await expect.poll(() => saved).toMatchObject([{ set: { source: ['hear'], 'hear.input': 'page' } }]);
    const how = card.locator('.todo');
    await how.getByLabel('Folders with your music').waitFor();
    await expect.poll(() => how.locator('input').count()).toBe(1);
    expect(await card.locator('.more [value="page"]').isChecked()).toBe(true);
  });

  test.each([
    ['the list of all', 'Something else'],
    ['its picture', 'djay'],
    ['the other way of another picture', 'VirtualDJ'],
  ])('lights what the user chose by %s, also after a reload', async (_, chosen) => {
    const { setup, page, saved } = await open({ source: DEFAULT_SOURCE });
    const file = '/home/dj/djay and VirtualDJ.txt';
    const programs = sourceCard({ name: 'virtualdj', title: 'VirtualDJ' });
    setup.sources = [programs, TEXT_FILE];
    const pressed = () => page.locator('#products [aria-pressed="true"] b').allInnerTexts();
    const card = page.locator('[data-source="softa"]');
    await page.locator('#products button', { hasText: chosen }).click();
    if (chosen === 'VirtualDJ') {
      await page.locator('#otherwise-use').click();
    } else if (chosen === 'Something else') {
      await card.getByRole('button', { name: 'Use it: djay' }).click();
    }
    await expect.poll(() => saved.at(-1)?.set?.source).toEqual(['softa']);
    setup.sources = [{ ...TEXT_FILE, state: 'waiting', watching: file }, programs];
    await card.getByText(file).waitFor();
    expect(await pressed()).toEqual([chosen]);
    await page.reload();
    await card.getByText(file).waitFor();
    expect(await pressed()).toEqual([chosen]);
  });

  test('lights no picture of a shared source that another browser chose and that has found nothing', async () => {
    const { setup, page } = await open({
      source: { ...SOURCE, value: 'softa,softb', items: ['softa', 'softb'] },
    });
    const watching = { state: 'waiting', watching: 'nothing yet' } as const;
    setup.sources = [{ ...TEXT_FILE, ...watching }, sourceCard({ ...watching, name: 'softb' })];
    await page.locator('[data-source="softb"]').waitFor();
    expect(await page.locator('#products [aria-pressed="true"]').count()).toBe(0);
  });

  test('does not mark a choice that could not be saved', async () => {
    const { page, settings } = await open({ source: DEFAULT_SOURCE });
    settings.save = async () => ({ outcome: 'refused', reason: 'the disk is full' });
    await page.getByRole('button', { name: /^djay/ }).click();
    await page.locator('#products-answer').getByText('The disk is full.').waitFor();
    await expect.poll(() => page.locator('#products [aria-pressed="true"]').count()).toBe(0);
  });

  test('names options in findings by their field titles, and where the others are', async () => {
    const { setup, page } = await open({ source: TEXT_SOURCE });
    const finding = { area: 'files', severity: 'fault', finding: 'it is refused', means: '' } as const;
    setup.sources = [
      {
        ...TEXT_FILE,
        state: 'trouble',
        problem: 'nothing listens (set --http.addr=:9090)',
        findings: [{ ...finding, todo: 'correct --softa.filename' }],
      },
    ];
    const card = page.locator('[data-source="softa"]');
    await card.getByText('It is refused. Correct “Text file of the DJ software”.', { exact: true }).waitFor();
    const other =
      'Nothing listens (set “Address and port of these pages” (:9090)). The page Settings has that field.';
    await card.getByText(other).waitFor();
    expect(await card.innerText()).not.toContain('--');
  });

  test('writes only what was picked, once all was removed and the default source delivers', async () => {
    const card = (name: string, state: SourceCard['state']) =>
      sourceCard({ name, title: name, state, ...(name === 'softb' && { watching: 'Serato DJ 3' }) });
    const source = { ...SOURCE, value: 'softb', items: ['softb'], default: 'hwdevice' };
    const { setup, page, saved } = await open({ source });
    const tile = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
    const isOn = (name: string) => tile(name).getAttribute('aria-pressed');
    setup.sources = [card('softb', 'waiting'), card('hwdevice', 'off'), card('traktor', 'off')];
    await expect.poll(() => isOn('Serato')).toBe('true');
    await tile('Serato').click();
    await expect.poll(() => saved).toMatchObject([{ unset: ['source'] }]);
    setup.sources = [card('hwdevice', 'arrived'), card('softb', 'off'), card('traktor', 'off')];
    await page.locator('#products > li', { hasText: /Denon[\s\S]*Found/ }).waitFor();
    expect(await isOn('Denon DJ')).toBe('false');
    await page.reload();
    await tile('Traktor').click();
    await expect.poll(() => saved[1]).toMatchObject({ set: { source: ['traktor'] } });
    expect(await isOn('Denon DJ')).toBe('false');
  });

  test('keeps a source that delivered a track, below the chosen one', async () => {
    const { setup, page, saved } = await open();
    setup.sources = [sourceCard({ state: 'arrived', trackAt: Date.now() }), TEXT_FILE];
    await page.locator('[data-source="http"]').getByText('A track has arrived').waitFor();
    await page.getByRole('button', { name: /^djay/ }).click();
    await expect.poll(() => saved.length).toBe(1);
    expect(saved).toMatchObject([{ set: { source: ['softa', 'http'] } }]);
  });
});

test.each([{ ...DESK, height: 800 }, PHONE])(
  'brings the sources without a picture into view when they are wanted (%j)',
  async (size) => {
    const { setup, page } = await open({ ...size, source: DEFAULT_SOURCE });
    const named = ['hwdevice', 'prodjlink', 'traktor', 'hear'].map((name) =>
      sourceCard({ name, title: name }),
    );
    setup.sources = [...named, sourceCard({}), TEXT_FILE];
    await everything(page);
    const cards = page.locator('#sources > li');
    await expect.poll(() => cards.count()).toBe(2);
    expect(await cards.first().locator('h3').innerText()).toBe('Another program');
    await expect
      .poll(async () => ((await cards.first().boundingBox())?.y ?? size.height) * 2)
      .toBeLessThan(size.height);
  },
);

test.each([{ ...DESK, height: 800 }, PHONE])(
  'keeps a card under the pointer while it is switched on, and a track arrives (%j)',
  async (size) => {
    const { setup, page, saved, running } = await open(size);
    const others = ['osc', 'mpd', 'rekordbox'].map((name) => sourceCard({ name, title: name }));
    setup.sources = [sourceCard({ state: 'waiting' }), ...others, TEXT_FILE];
    await everything(page);
    const card = page.locator('[data-source="softa"]');
    const button = card.locator('.use');
    await button.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const right = async () => {
      const box = await button.boundingBox();
      return box === null ? undefined : [Math.round(box.x + box.width), Math.round(box.y)];
    };
    const before = await right();
    await button.dblclick();
    // The server names the sources that are on first.
    setup.sources = [sourceCard({ state: 'waiting' }), { ...TEXT_FILE, state: 'waiting' }, ...others];
    running.server.audience.show(publication());
    await card.getByText('Waiting for a track').waitFor();
    await page.locator('#on-air').waitFor();
    expect(await right()).toEqual(before);
    expect(saved).toMatchObject([{ set: { source: ['http', 'softa'] } }]);
  },
);

test('explains set-up in the demo and offers a look around, without a dead button', async () => {
  const { page } = await desk('setup/');
  await page.getByRole('heading', { name: 'This is the demo' }).waitFor();
  expect(await page.locator('#steps').locator('button, input, select').count()).toBe(0);
  await page.getByRole('link', { name: 'All looks' }).click();
  await page.waitForURL('**/overlay/');
});

describe('the set-up page', () => {
  test('shows the obstacle of a source, and is green only after a track arrived', async () => {
    const { setup, page, errors } = await open();
    const card = page.locator('[data-source="http"]');
    await card.getByText('Waiting for a track').waitFor();
    expect(await card.locator('.led').first().getAttribute('class')).toBe('led wait');
    const finding = {
      area: 'software',
      severity: 'fault',
      finding: 'it cannot be read',
      means: '',
      todo: 'let it',
    } as const;
    setup.sources = [sourceCard({ state: 'trouble', findings: [finding] }), TEXT_FILE];
    await page.getByText('It cannot be read. Let it.').waitFor();
    await card.getByText('There is a problem').waitFor();
    expect(await card.locator('.finding .led').getAttribute('class')).toBe('led bad');
    setup.sources = [
      sourceCard({ state: 'waiting', findings: [{ ...finding, severity: 'warning', waits: true }] }),
      TEXT_FILE,
    ];
    await card.getByText('Waiting for a track').waitFor();
    // As on On air.
    const lights = await card.locator('.led').evaluateAll((all) => all.map((one) => one.className));
    expect(lights).toEqual(['led warn', 'led warn']);
    await page.getByRole('link', { name: GEAR }).locator('.led.warn').waitFor();
    setup.sources = [sourceCard({ state: 'arrived', trackAt: Date.now() }), TEXT_FILE];
    await card.getByText('A track has arrived').waitFor();
    expect(await card.locator('.led').first().getAttribute('class')).toBe('led good');
    // The step's state is true now, also after a reload.
    for (const open of [() => undefined, () => page.reload()]) {
      await open();
      await page.getByRole('link', { name: GEAR }).getByText('A track has arrived').waitFor();
    }
    expect(errors).toEqual([]);
  });

  test.each([
    ['a flag', true, 'Close it, or choose another port. Fixed by --icecast.addr: change it there.'],
    ['the file', false, 'Close it, or choose another port.'],
  ])('says where the port is set that another program uses, if that is %s', async (_, isFixed, words) => {
    const origin = isFixed
      ? ({ from: 'flag', place: '--icecast.addr' } as const)
      : ({ from: 'file', place: 'conf.yaml' } as const);
    const address = wireOption({ name: 'icecast.addr', title: 'Port', field: 'address', isFixed, origin });
    const { page, setup } = await open({ more: [address] });
    const taken = spoken<WireFinding>({
      ...notWatched('softa', 'ports', 'TCP port 8000 is in use', {}),
      todo: 'choose another port with --icecast.addr',
      plain: 'Close it, or choose another port',
    });
    setup.sources = [sourceCard({ state: 'waiting', findings: [taken] }), TEXT_FILE];
    await page.locator('.finding .text', { hasText: 'Close it' }).waitFor();
    expect(await page.locator('.finding .text').first().innerText()).toBe(words);
  });

  test('says how a program without faders becomes exact, also after a track arrived and on later visits', async () => {
    const { setup, page } = await open({ source: TEXT_SOURCE });
    for (const state of ['waiting', 'arrived'] as const) {
      setup.sources = [{ ...TEXT_FILE, state, trackAt: Date.now() }];
      await page.reload();
      const card = page.locator(`[data-source="softa"][data-state="${state}"]`);
      await card.getByRole('link', { name: 'let deckcast hear the room' }).waitFor();
      const controller = card.getByRole('link', { name: 'let deckcast read its faders' });
      expect(await controller.getAttribute('href')).toBe('/dashboard/#controller');
    }
  });

  test.each([
    ['hear.input', 'sound of the room', '/dashboard/#listen'],
    ['midi.input', 'your controller', '/dashboard/#controller'],
  ])(
    'says by what a program without faders is exact with %s, and offers nothing then',
    async (name, link, page) => {
      const way = wireOption({ name, field: 'choices', value: 'page', items: ['page'] });
      const { setup, page: at } = await open({ source: TEXT_SOURCE, more: [way] });
      setup.sources = [{ ...TEXT_FILE, state: 'arrived', trackAt: Date.now() }];
      const card = at.locator('[data-source="softa"][data-state="arrived"]');
      const used = card.getByRole('link', { name: link });
      expect(await used.getAttribute('href')).toBe(page);
      expect(await card.locator('.also').innerText()).not.toContain('newest track');
      expect(await card.getByRole('link', { name: /let deckcast/ }).count()).toBe(0);
    },
  );

  test('leads to the field that a source needs when it is switched on without it', async () => {
    const { page, settings } = await open();
    settings.save = async () => ({
      outcome: 'refused',
      reason: 'nothing saved',
      problems: [{ option: 'softa.filename', where: '--softa.filename', what: 'choose the file' }],
    });
    await everything(page);
    const card = page.locator('[data-source="softa"]');
    await page.getByRole('button', { name: 'Use it: djay' }).click();
    await card.getByText('Choose the file.').waitFor();
    await expect
      .poll(() =>
        card.getByLabel('Text file of the DJ software').evaluate((field) => field === document.activeElement),
      )
      .toBe(true);
    const wanted: unknown[] = [];
    settings.save = async ({ set }) => {
      wanted.push(set);
      return { outcome: 'refused', reason: 'nothing saved', problems: [] };
    };
    await card.getByLabel('Text file of the DJ software').fill('/home/dj/now.txt');
    await card.getByRole('button', { name: 'Save: djay' }).click();
    await expect
      .poll(() => wanted)
      .toEqual([{ source: ['http', 'softa'], 'softa.filename': '/home/dj/now.txt' }]);
  });

  test('switches a source on with the entered values, and saves later input', async () => {
    const { setup, page, saved } = await open();
    const card = page.locator('[data-source="softa"]');
    await everything(page);
    await card.getByText('What to do').click();
    await card.getByLabel('Text file of the DJ software').fill('/home/dj/now.txt');
    await page.getByRole('button', { name: 'Use it: djay' }).click();
    await card.getByText('Saved.', { exact: true }).waitFor();
    expect(saved).toEqual([
      { revision: 'none', set: { source: ['http', 'softa'], 'softa.filename': '/home/dj/now.txt' } },
    ]);
    setup.sources = [sourceCard({ state: 'waiting' }), { ...TEXT_FILE, state: 'waiting' }];
    await page.getByRole('button', { name: 'Switch off: djay' }).waitFor();
    await card.getByLabel('Text file of the DJ software').fill('/home/dj/other.txt');
    await card.getByLabel('Text file of the DJ software').press('Enter');
    await expect.poll(() => saved.length).toBe(2);
    expect(saved[1]).toMatchObject({ set: { 'softa.filename': '/home/dj/other.txt' } });
    const done = card.getByText('Saved.', { exact: true });
    await done.waitFor();
    const unsaved = card.getByText('Not saved yet.');
    expect(await unsaved.isVisible()).toBe(false);
    await card.getByLabel('Text file of the DJ software').fill('/home/dj/third.txt');
    await unsaved.waitFor();
    expect(await done.isVisible()).toBe(false);
    const asked = page.waitForEvent('dialog');
    const left = page.goto('about:blank');
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.accept();
    await left;
  });

  test('uses the file that an inactive source found, with one press', async () => {
    const { setup, page, saved } = await open();
    setup.sources = [sourceCard({ state: 'waiting' }), { ...TEXT_FILE, findings: [WRITTEN] }];
    await everything(page);
    await page.getByText(`djay writes its tracks to ${WRITTEN_FILE}.`).waitFor();
    await page.getByRole('button', { name: `Use this: ${WRITTEN_FILE}` }).click();
    const card = page.locator('[data-source="softa"]');
    await card.getByText('Saved.', { exact: true }).waitFor();
    expect(saved).toEqual([
      { revision: 'none', set: { source: ['http', 'softa'], 'softa.filename': WRITTEN_FILE } },
    ]);
    setup.sources = [sourceCard({ state: 'waiting' }), { ...TEXT_FILE, state: 'waiting' }];
    await page.getByRole('button', { name: 'Switch off: djay' }).waitFor();
    expect(await card.getByLabel('Text file of the DJ software').inputValue()).toBe(WRITTEN_FILE);
  });

  test('guides through an authorization, and accepts the address of a browser that cannot return', async () => {
    const { setup, page } = await open();
    const account = (authorized: boolean) =>
      sourceCard({
        name: 'streamingsource',
        title: 'Spotify',
        authorized,
        steps: [{ text: 'Allow it', authorize: true }],
      });
    setup.sources = [account(false)];
    const card = page.locator('[data-source="streamingsource"]');
    await everything(page);
    await card.getByText('What to do').click();
    await page.getByRole('button', { name: 'Authorize: Spotify' }).click();
    const link = card.getByRole('link', { name: 'Open accounts.example' });
    expect(await link.getAttribute('href')).toBe('https://accounts.example/authorize?state=x');
    setup.authorized = () => Promise.reject(new Error('you refused'));
    const pasted = 'http://127.0.0.1:9090/setup/callback?code=1&state=x';
    await card.getByLabel('If the browser finds no page').fill(pasted);
    await page.getByRole('button', { name: 'Use this address' }).click();
    await card.getByText('You refused.').waitFor();
    setup.authorized = async (answer) => `Authorized with ${answer.get('code')}.`;
    await page.getByRole('button', { name: 'Use this address' }).click();
    await card.getByText('Authorized with 1.').waitFor();
    setup.sources = [account(true)];
    await page.getByRole('button', { name: 'Authorize: Spotify' }).getByText('Authorize again').waitFor();
    expect(await link.isVisible()).toBe(false);
  });

  test('signs in with a code that is readable from afar, notices the sign-in, and shows the chosen account', async () => {
    const { setup, settings, page } = await open({ width: 390 });
    const channel = { name: 'chat.channel', field: 'text', title: 'Chat channel' } as const;
    let value = '';
    settings.read = (isHere) => keptSettings(wireOption({ ...channel, value })).settings.read(isHere);
    const chat = {
      name: 'chat-command',
      title: 'Answers in a Twitch chat',
      about: 'Viewers who ask get the track.',
      options: ['chat.channel'],
      steps: [
        { text: 'Sign in as your account', authorize: true },
        { text: 'For a bot, name your channel', set: ['chat.channel'] },
      ],
      on: false,
      authorized: false,
    } as const;
    const code = { page: 'https://tv.example/activate?device-code=ABCDEFGH', code: 'ABCDEFGH' };
    setup.sinks = [chat];
    setup.authorize = async () => code;
    await page.reload();
    await step(page, OUTPUTS);
    const card = page.locator('[data-sink="chat-command"]');
    await card.getByText('Set it up').click();
    await card.getByRole('button', { name: 'Sign in: Answers in a Twitch chat' }).click();
    const shown = card.getByText('ABCDEFGH', { exact: true });
    await shown.waitFor();
    const size = await shown.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(size).toBeGreaterThanOrEqual(32);
    expect(await card.getByRole('link', { name: 'Open tv.example' }).getAttribute('href')).toBe(code.page);
    if (FULL_LENGTH) {
      expect(await accessibilityProblems(page)).toEqual([]);
    }

    // The code survives a reload and shows why it failed.
    setup.sinks = [{ ...chat, code }];
    await page.reload();
    await step(page, OUTPUTS);
    await card.getByText('Set it up').click();
    await shown.waitFor();
    setup.sinks = [{ ...chat, code, refused: 'the code expired before it was entered' }];
    await card.getByText('The code expired before it was entered.').waitFor();
    expect(await shown.isVisible()).toBe(false);

    setup.sinks = [{ ...chat, code }];
    await shown.waitFor();
    value = 'dj_ada';
    setup.sinks = [{ ...chat, on: true, authorized: true, account: 'dj_ada' }];
    await card.getByText('Signed in as dj_ada.', { exact: true }).waitFor();
    expect(await shown.isVisible()).toBe(false);
    await card.getByRole('button', { name: 'Sign in: Answers' }).getByText('Sign in again').waitFor();
    await expect.poll(() => card.getByLabel('Chat channel').inputValue()).toBe('dj_ada');
  });

  test('offers to save only visible changes', async () => {
    const { setup, page } = await open({ source: TEXT_SOURCE });
    setup.sources = [{ ...TEXT_FILE, state: 'waiting', steps: [{ text: 'Play a track' }] }];
    const card = page.locator('[data-source="softa"]');
    const saveButton = card.getByRole('button', { name: 'Save: djay' });
    await card.getByText('Play a track').waitFor();
    expect(await saveButton.isVisible()).toBe(false);
    await card.getByText('More options').click();
    await saveButton.waitFor();
  });

  test('tests a sink, shows the result, and the reason for as long as it fails', async () => {
    const { setup, page } = await open();
    await step(page, OUTPUTS);
    await page.getByText('Set it up', { exact: true }).click();
    await page.getByRole('button', { name: 'Send a test: Webhook' }).click();
    await page.getByText(/^Delivered\./).waitFor();
    setup.test = () => Promise.reject(new Error('the webhook answered 404'));
    await page.getByRole('button', { name: 'Send a test: Webhook' }).click();
    await page.getByText('The webhook answered 404.').waitFor();
    expect(setup.calls).toEqual([{ sink: 'webhook' }]);
    const [webhook] = setup.sinks;
    const show = (problem?: string) => {
      setup.sinks = webhook === undefined ? [] : [{ ...webhook, ...(problem !== undefined && { problem }) }];
    };
    show('the webhook answered 404');
    const card = page.locator('[data-sink="webhook"]');
    await card.locator('.row .led.bad').waitFor();
    expect(await card.getByText('The webhook answered 404.').count()).toBe(1);
    show('the webhook answered 500');
    const problem = card.getByText('The webhook answered 500.');
    await problem.waitFor();
    show();
    await problem.waitFor({ state: 'hidden' });
  });

  test('a test saves the input first, and sends nothing if the save is rejected', async () => {
    const sink = { options: ['softa.filename'], steps: [{ text: 'Name it', set: ['softa.filename'] }] };
    const { setup, settings, page, saved } = await open({ sink });
    await step(page, OUTPUTS);
    await page.getByText('Set it up', { exact: true }).click();
    const card = page.locator('[data-sink="webhook"]');
    await card.getByLabel('Text file of the DJ software').fill('/home/dj/now.txt');
    await card.getByRole('button', { name: 'Send a test' }).click();
    await card.getByText(/^Saved\. Delivered\./).waitFor();
    expect(saved).toMatchObject([{ set: { 'softa.filename': '/home/dj/now.txt' } }]);
    settings.save = async () => ({ outcome: 'refused', reason: 'that is no file' });
    await card.getByLabel('Text file of the DJ software').fill('/home/dj');
    await card.getByRole('button', { name: 'Send a test' }).click();
    await card.getByText('That is no file.').waitFor();
    expect(setup.calls).toEqual([{ sink: 'webhook' }]);
  });

  test('says at the sign-in which field stopped it', async () => {
    const sink = {
      options: ['softa.filename'],
      steps: [
        { text: 'Name it', set: ['softa.filename'] },
        { text: 'Sign in', authorize: true as const },
      ],
      authorized: false,
    };
    const { settings, page } = await open({ sink });
    settings.save = async () => ({
      outcome: 'refused',
      reason: 'nothing saved',
      problems: [{ option: 'softa.filename', where: '--softa.filename', what: 'that is no file' }],
    });
    await step(page, OUTPUTS);
    await page.getByText('Set it up', { exact: true }).click();
    const card = page.locator('[data-sink="webhook"]');
    await card.getByLabel('Text file of the DJ software').fill('/home/dj');
    await card.getByRole('button', { name: 'Sign in' }).click();
    await card.locator('.authorize').getByText('Text file of the DJ software: that is no file.').waitFor();
  });

  test('offers what else an account can do with a switch, whose field shows what is saved', async () => {
    const sink = {
      options: ['chat.command'],
      steps: [{ text: 'Answer viewers', set: ['chat.command'], offers: '!track' }],
    };
    const more = [wireOption({ name: 'chat.command', field: 'text', title: 'Command' })];
    const { page, saved } = await open({ sink, more });
    await step(page, OUTPUTS);
    await page.getByText('Set it up', { exact: true }).click();
    const card = page.locator('[data-sink="webhook"]');
    const offered = card.getByRole('checkbox', { name: 'Answer viewers' });
    const command = card.getByLabel('Command');
    expect([await offered.isChecked(), await command.isVisible()]).toEqual([false, false]);
    await offered.check();
    expect(await command.inputValue()).toBe('!track');
    await command.fill('!id');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Saved.').waitFor();
    await offered.uncheck();
    await card.getByText('Not saved yet.').waitFor();
    await card.getByRole('button', { name: 'Save' }).click();
    await command.waitFor({ state: 'hidden' });
    expect(saved).toMatchObject([{ set: { 'chat.command': '!id' } }, { set: { 'chat.command': '' } }]);
  });

  test('shows the steps of the chosen service, and switches off what only another one offers', async () => {
    const service = wireOption({
      name: 'chat.service',
      title: 'Chat service',
      field: 'choice',
      choices: ['discord', 'twitch'],
      value: 'discord',
    });
    const at = 'https://discord.example/applications';
    const sink = {
      options: ['chat.service', 'chat.command'],
      steps: [
        { text: 'Choose', set: ['chat.service'] },
        { text: 'Create a bot', copy: at, when: { option: 'chat.service', is: ['discord'] } },
        { text: 'Sign in', when: { option: 'chat.service', is: ['twitch'] } },
        {
          text: 'Answer viewers',
          set: ['chat.command'],
          offers: '!track',
          when: { option: 'chat.service', is: ['twitch'] },
        },
      ],
    };
    const command = wireOption({ name: 'chat.command', field: 'text', title: 'Command' });
    const { page, saved } = await open({ sink, more: [service, command] });
    await step(page, OUTPUTS);
    const card = page.locator('[data-sink="webhook"]');
    await card.getByText('Set it up', { exact: true }).click();
    expect(await card.getByRole('link', { name: at }).getAttribute('href')).toBe(at);
    expect(await card.getByText('Sign in').count()).toBe(0);
    await card.getByLabel('Chat service').selectOption('twitch');
    await card.getByText('Sign in').waitFor();
    expect(await card.getByText('Create a bot').count()).toBe(0);
    await card.getByRole('checkbox', { name: 'Answer viewers' }).check();
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Saved.').waitFor();
    await card.getByLabel('Chat service').selectOption('discord');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => saved)
      .toMatchObject([
        { set: { 'chat.service': 'twitch', 'chat.command': '!track' } },
        { set: { 'chat.service': 'discord', 'chat.command': '' } },
      ]);
  });

  test('hides the password in an address once the field is left, and at once when it is pasted', async () => {
    const typed = 'icecast://source:hunter2@radio.example.org:8000/live';
    const pasted = 'icecast://source:hunter3@radio.example.org:8100/live';
    const masked = (text: string) => text.replaceAll(/source:hunter\d/g, '***');
    const stations = { name: 'radio.url', field: 'list', title: 'Stations' } as const;
    const { settings, saved } = keptSettings(wireOption({ ...stations, mayHoldPassword: 'name' }));
    const sink = { options: ['radio.url'], steps: [{ text: 'Name it', set: ['radio.url'] }] };
    const { page } = await open({ sink, settings });
    await step(page, OUTPUTS);
    const card = page.locator('[data-sink="webhook"]');
    await card.getByText('Set it up', { exact: true }).click();
    const field = card.getByLabel('Stations');
    await field.pressSequentially(typed);
    expect(await field.inputValue()).toBe(typed);
    await page.keyboard.press('Tab');
    await expect.poll(() => field.inputValue()).toBe(masked(typed));
    await field.press('End');
    await page.keyboard.type(', ');
    await field.evaluate((element, text) => {
      const input = element as HTMLInputElement;
      input.value += text;
      input.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }));
    }, pasted);
    await expect.poll(() => field.inputValue()).toBe(masked(`${typed}, ${pasted}`));
    await card.getByRole('button', { name: 'Save: Webhook' }).click();
    await expect.poll(() => saved.map(({ set }) => set)).toEqual([{ 'radio.url': `${typed}, ${pasted}` }]);
  });

  test('keeps a saved address of OBS with a password', async () => {
    const address = wireOption({ name: 'obs.url', value: 'ws://***@127.0.0.1:4455', masked: true });
    const { settings, saved } = keptSettings(address);
    const { setup, page } = await open({ settings });
    await step(page, OBS);
    const field = page.getByLabel('Address of OBS', { exact: true });
    expect(await field.inputValue()).toBe('');
    expect(await field.getAttribute('placeholder')).toBe('ws://***@127.0.0.1:4455');
    await page.getByRole('button', { name: 'Connect to OBS' }).click();
    await page.getByRole('button', { name: 'Add the overlay' }).click();
    await page.locator('#said-obs').getByText('Added.').waitFor();
    expect(setup.calls).toMatchObject([{ url: '' }]);
    expect(saved.map(({ set }) => set)).toEqual([{}]);
  });

  test('says at the step and at the password why OBS refuses', async () => {
    const problem = 'OBS expects a different password: set --obs.password to its own';
    const { page } = await open({ troubles: [{ title: 'OBS', problem }] });
    const said = 'OBS expects a different password: set “Password of OBS” to its own.';
    await page.locator('a[href="#obs"]').getByText(said).waitFor();
    await step(page, OBS);
    await page.locator('#said-obs.wrong').getByText(said).waitFor();
  });

  test('adds the overlay to the chosen scene of OBS, and keeps the location of OBS', async () => {
    const { setup, page, saved } = await open();
    await step(page, OBS);
    await page.getByLabel('Password of OBS').fill('from obs');
    await page.getByRole('button', { name: 'Connect to OBS' }).click();
    await page.getByText('OBS answers. Choose the scene').waitFor();
    await page.getByLabel('Scene', { exact: true }).selectOption('Full camera');
    await page.getByRole('button', { name: 'Add the overlay' }).click();
    await page.locator('#said-obs').getByText('Added. Each start of deckcast reloads it there.').waitFor();
    expect(setup.calls).toEqual([{ url: '', password: 'from obs', scene: 'Full camera', fit: false }]);
    expect(saved).toMatchObject([{ set: { 'obs.url': 'ws://127.0.0.1:4455', 'obs.password': 'from obs' } }]);
  });

  test('reports a server without an answer, and shows the steps once it answers', async () => {
    const { page } = await open();
    await page.route(WHAT_THERE_IS, (route) => route.abort());
    await page.reload();
    await page.getByText('Not connected. Trying again…').waitFor();
    expect(await page.getByText('This is the demo').isVisible()).toBe(false);
    await page.unroute(WHAT_THERE_IS);
    await step(page, OBS);
    const address = page.getByLabel('Address of OBS', { exact: true });
    await address.fill('ws://192.168.1.30:4455');
    await page.getByRole('button', { name: 'Connect to OBS' }).click();
    await page.getByText('OBS answers. Choose the scene').waitFor();
    expect(await address.inputValue()).toBe('ws://192.168.1.30:4455');
    expect(await page.locator('#connection').textContent()).toBe('');
  });

  test('puts its lights out when the server is gone', async () => {
    const { running, setup, page } = await open();
    setup.sources = [sourceCard({ state: 'arrived', trackAt: Date.now() })];
    const lights = () =>
      page
        .locator('.st .led')
        .evaluateAll((all) => [...new Set(all.map((led) => getComputedStyle(led).backgroundColor))]);
    await page.locator('.st .led.good').first().waitFor();
    expect((await lights()).length).toBeGreaterThan(1);
    await running.stop();
    await page.locator('#connection', { hasText: 'Not connected' }).waitFor();
    await expect.poll(async () => (await lights()).length).toBe(1);
  });

  test('saves the look of its preview, and names the size for OBS if it cannot set it', async () => {
    const { page, saved } = await open();
    await step(page, LOOK);
    await page.getByRole('button', { name: 'In use', disabled: true }).waitFor();
    await page.locator('#looks input[value="slider"]').check();
    await page.getByText('Its colors, size and place').click();
    await page.getByLabel('Accent', { exact: true }).fill('#00ff00');
    const preview = page.frameLocator('#preview iframe');
    await expect
      .poll(() => preview.locator('html').evaluate((root) => root.style.getPropertyValue('--opt-accent')))
      .toBe('#00ff00');
    const inUse = page.locator('.pick').filter({ hasText: 'In use' });
    expect(await inUse.locator('.name').allTextContents()).toEqual(['Lower third']);
    await page.getByRole('button', { name: 'Use this look' }).click();
    await page.getByText('Saved. Overlays that are open show it.').waitFor();
    await expect.poll(() => inUse.locator('.name').allTextContents()).toEqual(['Strap']);
    expect(saved).toEqual([
      { revision: 'none', set: { 'theme.internal': 'slider', 'theme.options': { accent: '#00ff00' } } },
    ]);
    await step(page, LOOK);
    await page.locator('#looks input[value="portrait"]').check();
    await page.getByRole('button', { name: 'Use this look' }).click();
    await page.getByText(/If it is in OBS, set its width to \d+ there, and its height to \d+\./).waitFor();
  });

  test.each([
    {
      server: 'Icecast',
      fields: { Host: 'radio.example.org', 'Mount point': '/live', 'Password of your encoder': 'p@ss word' },
      made: 'icecast://source:p%40ss%20word@radio.example.org:8000/live',
    },
    {
      server: 'Shoutcast',
      fields: { Host: 'radio.example.org', Port: '8010', 'Password of your encoder': 'x' },
      made: 'shoutcast://:x@radio.example.org:8010/',
    },
    {
      server: 'AzuraCast',
      fields: { Host: 'radio.example.org', 'Number or short name of the station': '1', 'API key': 'k:e' },
      made: 'azuracasts://:k%3Ae@radio.example.org/1',
    },
  ])('makes the address of a station on $server', async ({ server, fields, made }) => {
    expect(problemOfStation(made)).toBeUndefined();
    const steps = [{ text: 'Enter the address', set: ['radio.url'] }];
    const radio = wireOption({
      name: 'radio.url',
      title: 'Stations',
      field: 'list',
      mayHoldPassword: 'name',
    });
    const sink = { name: 'radio', title: 'Web radio', options: ['radio.url'], steps, on: false };
    const { page, saved } = await open({ sink, more: [radio] });
    await step(page, OUTPUTS);
    await page.getByText('Set it up').click();
    const form = page.locator('.parts');
    await form.getByLabel('Kind of server').selectOption(server);
    for (const [name, text] of Object.entries(fields)) {
      await form.getByLabel(name, { exact: true }).fill(text);
    }
    if (made.startsWith('azuracasts')) {
      await form.getByLabel('Encrypted (TLS)').check();
    }
    const masked = made.replace(/\/\/.*@/, '//***@');
    await expect.poll(() => page.getByLabel('Stations').inputValue()).toBe(masked);
    await page.getByRole('button', { name: 'Save: Web radio' }).click();
    await expect.poll(() => saved).toMatchObject([{ set: { 'radio.url': made } }]);
  });

  test('makes the address of a web server from its parts, which stay open after a save', async () => {
    const steps = [{ text: 'Enter the address', set: ['page.url'] }];
    const server = wireOption({
      name: 'page.url',
      title: 'Web server',
      field: 'url',
      mayHoldPassword: 'name',
    });
    const sink = { name: 'page', title: 'A page', options: ['page.url'], steps, on: false };
    const { page, saved } = await open({ sink, more: [server] });
    await step(page, OUTPUTS);
    await page.getByText('Set it up').click();
    const form = page.locator('.parts');
    await form.getByLabel('Host').fill('example.org');
    await form.getByLabel('Folder').fill('/set/');
    await form.getByLabel('User name').fill('dj');
    await form.getByLabel('Password').fill('p@ss');
    const field = page.getByLabel('Web server that gets the page');
    await expect.poll(() => field.inputValue()).toBe('https://***@example.org/set/');
    await page.getByRole('button', { name: 'Save: A page' }).click();
    await expect
      .poll(() => saved)
      .toMatchObject([{ set: { 'page.url': 'https://dj:p%40ss@example.org/set/' } }]);
    await page.getByText('Saved.').waitFor();
    expect(await form.getByLabel('Host').isVisible()).toBe(true);
    await form.getByLabel('Kind of server').selectOption('S3');
    await form.getByLabel('Bucket and folder').fill('music/set');
    await form.getByLabel('Access key').fill('KEY');
    await form.getByLabel('Secret key').fill('s/e');
    await form.getByLabel('Region').fill('eu-1');
    await page.getByRole('button', { name: 'Save: A page' }).click();
    const s3 = 's3://KEY:s%2Fe@example.org/music/set?region=eu-1';
    await expect.poll(() => saved[1]).toMatchObject({ set: { 'page.url': s3 } });
    expect(problemOfStore(s3)).toBeUndefined();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await step(page, OUTPUTS);
    await page.getByText('Set it up').click();
    await page.getByText('Enter the address in parts').click();
    await form.getByLabel('Host').fill('');
    await form.getByText('The host is missing.').waitFor();
    expect(problemOfStore(await field.inputValue())).toBeDefined();
    await form.getByLabel('Host').fill('example.org');
    await form.getByLabel('Secret key').fill('new');
    await page.getByRole('button', { name: 'Save: A page' }).click();
    const kept = 's3://***:new@example.org/music/set?region=eu-1';
    await expect.poll(() => saved[2]).toMatchObject({ set: { 'page.url': kept } });
  });

  test('drops nothing that is entered without a host', async () => {
    const value = 'icecast://***@one.example.org:8000/live';
    const radio = wireOption({
      name: 'radio.url',
      title: 'Stations',
      field: 'list',
      value,
      mayHoldPassword: 'name',
    });
    const steps = [{ text: 'Enter the address', set: ['radio.url'] }];
    const sink = { name: 'radio', title: 'Web radio', options: ['radio.url'], steps, on: true };
    const { page, saved } = await open({ sink, more: [radio] });
    await step(page, OUTPUTS);
    await page.getByText('Set it up').click();
    await page.getByText('Enter the address in parts').click();
    const form = page.locator('.parts');
    const missing = form.getByText('The host is missing.');
    const password = form.getByLabel('Password of your encoder');
    await password.fill('x');
    await missing.waitFor();
    await password.fill('');
    await missing.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Stations').inputValue()).toBe(value);
    await password.fill('new');
    await missing.waitFor();
    await page.getByRole('button', { name: 'Save: Web radio' }).click();
    const incomplete = 'icecast://source:new@:8000/';
    await expect.poll(() => saved).toMatchObject([{ set: { 'radio.url': `${value},${incomplete}` } }]);
    expect(problemOfStation(incomplete)).toBeDefined();
  });

  test('keeps the host of an address when only a port is typed', async () => {
    const value = '127.0.0.1:8000';
    const address = wireOption({ name: 'icecast.addr', title: 'Port', field: 'address', value });
    const steps = [{ text: 'Only if taken', set: ['icecast.addr'] }];
    const sink = { name: 'radio', title: 'Web radio', options: ['icecast.addr'], steps, on: true };
    const { page, saved } = await open({ sink, more: [address] });
    await step(page, OUTPUTS);
    await page.getByText('Set it up').click();
    await page.getByLabel('Port').fill('8010');
    await page.getByRole('button', { name: 'Save: Web radio' }).click();
    await expect.poll(() => saved).toMatchObject([{ set: { 'icecast.addr': '127.0.0.1:8010' } }]);
  });

  test('lists a station only after it is saved', async () => {
    const radio = wireOption({
      name: 'radio.url',
      title: 'Stations',
      field: 'list',
      mayHoldPassword: 'name',
    });
    const steps = [{ text: 'Enter the address', set: ['radio.url'] }];
    const sink = { name: 'radio', title: 'Web radio', options: ['radio.url'], steps, on: false };
    const { page, saved } = await open({ sink, more: [radio] });
    await step(page, OUTPUTS);
    await page.getByText('Set it up').click();
    const form = page.locator('.parts');
    await form.getByLabel('Host').fill('one.example.org');
    await form.getByLabel('Password of your encoder').fill('secret');
    await expect.poll(() => page.getByLabel('Stations').inputValue()).toContain('one.example.org');
    expect(await form.innerText()).not.toContain('Titles go to');
    await page.getByRole('button', { name: 'Save: Web radio' }).click();
    const one = 'icecast://***@one.example.org:8000/';
    await form.getByText(`Titles go to these stations; the fields below change ${one}:`).waitFor();
    expect(await form.locator('.addresses li > span').allInnerTexts()).toEqual([one]);
    await form.getByRole('button', { name: 'Add another station' }).click();
    await form.getByText('Titles go to these stations; the one below joins them:').waitFor();
    await form.getByLabel('Host').fill('two.example.org');
    await form.getByLabel('Password of your encoder').fill('other');
    await page.getByRole('button', { name: 'Save: Web radio' }).click();
    const both = ['icecast://***@one', 'icecast://source:other@two'];
    const stations = both.map((start) => `${start}.example.org:8000/`).join(',');
    await expect.poll(() => saved[1]).toMatchObject({ set: { 'radio.url': stations } });
  });

  test('listens for the whole network at one press', async () => {
    const value = '127.0.0.1:8000';
    const address = wireOption({ name: 'icecast.addr', title: 'Port', field: 'address', value });
    const steps = [{ text: 'Only for another computer', set: ['icecast.addr'], network: ':8000' }];
    const sink = { name: 'radio', title: 'Web radio', options: ['icecast.addr'], steps, on: true };
    const { page, saved } = await open({ sink, more: [address] });
    await step(page, OUTPUTS);
    await page.getByText('Set it up').click();
    await page.getByRole('button', { name: 'Listen for the whole network' }).click();
    expect(await page.getByLabel('Port').inputValue()).toBe(':8000');
    await page.getByRole('button', { name: 'Save: Web radio' }).click();
    await expect.poll(() => saved).toMatchObject([{ set: { 'icecast.addr': ':8000' } }]);
  });

  test('adds, corrects and removes stations as typed, without bringing others back', async () => {
    const [one, two] = ['icecast://***@one.example.org:8000/live', 'icecast://***@two.example.org:8000/live'];
    const radio = wireOption({
      name: 'radio.url',
      title: 'Stations',
      field: 'list',
      value: `${one},${two}`,
      mayHoldPassword: 'name',
      masked: true,
    });
    const steps = [{ text: 'Enter the address', set: ['radio.url'] }];
    const sink = { name: 'radio', title: 'Web radio', options: ['radio.url'], steps, on: true };
    const { page, saved } = await open({ sink, more: [radio] });
    await step(page, OUTPUTS);
    await page.getByText('Set it up').click();
    await page.getByText('Enter the address in parts').click();
    const form = page.locator('.parts');
    const save = async (count: number, stations: string) => {
      await page.getByRole('button', { name: 'Save: Web radio' }).click();
      await expect.poll(() => saved[count]).toMatchObject({ set: { 'radio.url': stations } });
      await page.getByText('Saved.').waitFor();
    };
    await form.getByLabel('Host').fill('tree.example.org');
    await form.getByLabel('Mount point').fill('live');
    await form.getByLabel('Password of your encoder').fill('secret');
    const three = 'icecast://source:secret@three.example.org:8000/live';
    await save(0, `${one},${two},${three.replace('three', 'tree')}`);
    await form.getByLabel('Host').fill('three.example.org');
    await save(1, `${one},${two},${three}`);
    await form.getByRole('button', { name: 'Remove: icecast://***@three.example.org:8000/live' }).click();
    expect(await form.getByLabel('Host').inputValue()).toBe('');
    expect(await form.getByLabel('Password of your encoder').inputValue()).toBe('');
    await form.getByRole('button', { name: `Edit: ${one}` }).click();
    expect(await form.getByLabel('Host').inputValue()).toBe('one.example.org');
    await form.getByLabel('Mount point').fill('hq');
    const other = one.replace('live', 'hq');
    await expect.poll(() => page.getByLabel('Stations').inputValue()).toBe(`${other},${two}`);
    await save(2, `${other},${two}`);
    await form.getByRole('button', { name: `Remove: ${other}` }).click();
    await form.getByLabel('Host').fill('four.example.org');
    const four = 'icecast://source:@four.example.org:8000/';
    await save(3, `${two},${four}`);
    await form.getByRole('button', { name: `Edit: ${two}` }).click();
    await form.getByLabel('Password of your encoder').fill('new');
    await form.getByRole('button', { name: `Remove: ${four.replace('source:', '***')}` }).click();
    await save(4, two.replace('***', '***:new'));
    await form.getByLabel('User name of your encoder').fill('dj');
    await form.getByLabel('Password of your encoder').fill('');
    await save(5, two.replace('***', 'dj:***'));
  });

  test('shows the look in use with its saved options among the pictures', async () => {
    const options = wireOption({ name: 'theme.options', field: 'map', value: '{"accent":"#00ff00"}' });
    const { page } = await open({ more: [options] });
    await step(page, LOOK);
    const pictures = page.locator('.pick iframe');
    await expect.poll(() => pictures.count()).toBe(1);
    const shown = page.locator('.pick').filter({ hasText: 'In use' }).frameLocator('iframe').locator('html');
    await expect
      .poll(() => shown.evaluate((root) => root.style.getPropertyValue('--opt-accent')))
      .toBe('#00ff00');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('names the saved look that is in use, and covers no look at the top', async () => {
    const looks = '{"Friday night":"default?accent=00ff00&pos=top-left"}';
    const options = '{"accent":"#00ff00","pos":"top-left"}';
    const { page } = await open({
      more: [
        wireOption({ name: 'theme.internal', value: 'default', choiceTitles: { default: 'Lower third' } }),
        wireOption({ name: 'theme.looks', field: 'map', value: looks }),
        wireOption({ name: 'theme.options', field: 'map', value: options }),
      ],
    });
    await page.getByRole('link', { name: /^2 Look Friday night, in use/ }).click();
    const own = page.locator('.pick').filter({ hasText: 'Friday night' });
    const [tag, picture] = [await own.locator('.tag').boundingBox(), await own.locator('.own').boundingBox()];
    expect((tag?.y ?? 0) - (picture?.y ?? 0)).toBeGreaterThan((picture?.height ?? 999) / 2);
    expect((tag?.y ?? 999) + (tag?.height ?? 0)).toBeLessThanOrEqual(
      (picture?.y ?? 0) + (picture?.height ?? 0),
    );
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('says that the own look is missing or broken, and takes a built-in one in its place', async () => {
    const folder = await testFolder();
    const own = join(folder, 'mylook');
    await mkdir(own);
    await writeFile(join(own, 'index.html'), '<script type="module" src="/sdk/v1.js"></script>');
    const file = join(folder, 'conf.yaml');
    await writeFile(file, `theme:\n  internal: slider\n  dir: ${own}\nsource: dummy\n`);
    const started = await startProgram(['start', '--http.addr=127.0.0.1:0', `--conf=${file}`]);
    later(() => started.stop());
    const ready = await started.waitForLine('overlay ready');
    const url = /url="?(http:\/\/127\.0\.0\.1:\d+)/.exec(ready)?.[1] ?? '';
    const { page } = await apart(1280, 900, true);
    await page.goto(`${url}/setup/`);
    await page.getByRole('link', { name: /^2 Look mylook, in use/ }).waitFor();
    await rename(own, `${own}.away`);
    await page.getByRole('link', { name: /^2 Look mylook is missing; viewers see Strap/ }).waitFor();
    await rename(`${own}.away`, own);
    await page.getByRole('link', { name: /^2 Look mylook, in use/ }).click();
    await writeFile(join(own, 'index.html'), 'hello');
    await page.getByRole('link', { name: /^2 Look mylook has a problem/ }).waitFor();
    await page.getByText(/^Your own look has a problem: .*nothing here receives tracks/).waitFor();
    // It would override the built-in one.
    await page.locator('#looks input[value="text"]').check();
    await page.getByRole('button', { name: 'Use this look' }).click();
    await page.getByRole('link', { name: /^2 Look Type, in use/ }).waitFor();
    const { themes } = (await (await fetch(`${url}/api/v1/themes`)).json()) as ThemesMessage;
    expect(themes.filter(({ selected }) => selected).map(({ id }) => id)).toEqual(['text']);
    const saved = await readFile(file, 'utf8');
    expect(saved).not.toContain('dir:');

    // Another page, or an editor, takes another one.
    await writeFile(file, saved.replace('internal: text', 'internal: ticker'));
    await page.getByRole('link', { name: /^2 Look Ticker, in use/ }).waitFor();
    await page.locator('#looks input[value="ticker"]:checked').waitFor();
    await page.getByRole('button', { name: 'In use', disabled: true }).waitFor();
  });

  test('offers the saved looks first, with their own pictures, and takes one into use', async () => {
    const looks = '{"Friday night":"slider?accent=00ff00","Gone":"nothere","Plain":"ticker"}';
    const { page, saved } = await open({
      more: [
        wireOption({ name: 'theme.looks', field: 'map', value: looks }),
        wireOption({ name: 'theme.options', field: 'map', value: '{}' }),
      ],
    });
    await step(page, LOOK);
    const names = page.locator('.pick .name');
    await names.first().waitFor();
    expect((await names.allInnerTexts()).slice(0, 3)).toEqual(['Friday night', 'Plain', 'Lower third']);
    const [own, picture] = [page.locator('.pick').first(), page.frameLocator('.pick iframe').locator('html')];
    await expect
      .poll(() => picture.evaluate((root) => root.style.getPropertyValue('--opt-accent')))
      .toBe('#00ff00');
    await own.getByRole('radio').check();
    const preview = page.frameLocator('#preview iframe').locator('html');
    await expect
      .poll(() => preview.evaluate((root) => root.style.getPropertyValue('--opt-accent')))
      .toBe('#00ff00');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use this look' }).click();
    await expect
      .poll(() => saved)
      .toMatchObject([{ set: { 'theme.internal': 'slider', 'theme.options': { accent: '#00ff00' } } }]);
    // Options of a saved look are changed where they are saved under its name.
    expect(await page.getByText('Its colors, size and place').count()).toBe(0);
    await page.getByRole('link', { name: 'Change “Friday night” in Looks' }).click();
    await expect
      .poll(() => page.locator('.looks [aria-pressed=true] .name').allTextContents())
      .toEqual(['Friday night']);
  });

  test('leads the keyboard to the heading of the next step, also when that is loaded first', async () => {
    const { page } = await open();
    for (const [link, heading] of [
      ['Next: Look', 'How should it look?'],
      ['Next: OBS', 'Bring it into OBS'],
      ['Back', 'How should it look?'],
    ] as const) {
      await page.getByRole('link', { name: link }).press('Enter');
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(heading);
    }
  });

  test('takes the picked look into use on the way to the next step', async () => {
    const { page, saved } = await open();
    await step(page, LOOK);
    await page.getByRole('button', { name: 'In use', disabled: true }).waitFor();
    await page.locator('#looks input[value="slider"]').check();
    await page.getByRole('link', { name: 'Next: OBS' }).click();
    await page.getByText('Let deckcast do it').waitFor();
    expect(saved).toEqual([{ revision: 'none', set: { 'theme.internal': 'slider', 'theme.options': {} } }]);
  });

  test('refuses a look with a logo that is not there', async () => {
    const { page, saved } = await open();
    await step(page, LOOK);
    await page.locator('#looks input[value="slider"]').check();
    await page.getByText('Its colors, size and place').click();
    await page.getByLabel('Your logo').fill('missing.svg');
    await page.getByText('The folder of your files has no pictures').waitFor();
    await page.getByRole('button', { name: 'Use this look' }).click();
    await expect
      .poll(() => saved)
      .toMatchObject([{ set: { 'theme.internal': 'slider', 'theme.options': {} } }]);
  });

  test('switches start at log-in on and off, and ignores outdated answers', async () => {
    const { setup, page } = await open();
    await step(page, /^5 Every gig/);
    const box = page.getByLabel('Start deckcast when you sign in to this computer');
    const held: Route[] = [];
    await page.route('**/api/v1/setup', (route) => void held.push(route));
    const early = await waitFor('a look', () => held[0]);
    const before = await early.fetch();
    await box.check();
    await page.getByText('It starts with the computer from now on.').waitFor();
    expect(setup.isOn).toBe(true);
    await early.fulfill({ response: before });
    const next = await waitFor('the next look', () => held[1]);
    expect(await box.isChecked()).toBe(true);
    await next.continue();
    await page.unroute('**/api/v1/setup');
    await box.uncheck();
    await page.getByText('It no longer starts with the computer.').waitFor();
    expect(setup.isOn).toBe(false);
  });

  test('keeps flags that a start by itself would lack, and says which they are before', async () => {
    const flag = { from: 'flag', place: '--http.addr' } as const;
    const address = wireOption({ name: 'http.addr', title: 'Address', value: ':9191', origin: flag });
    const token = wireOption({ name: 'http.token', title: 'Token', field: 'secret', origin: flag });
    const inFile = wireOption({ name: 'delay', title: 'Delay', origin: { ...flag, isInFile: true } });
    const { page, saved } = await open({ more: [address, token, inFile] });
    await step(page, /^5 Every gig/);
    await page
      .getByText(
        'itself: Address and port of these pages: :9191; Token for operating, also on this computer.',
      )
      .waitFor();
    await page.getByText('Enter passwords and tokens on the page Settings').waitFor();
    await page.getByRole('button', { name: 'Keep them in the settings' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect(saved.map(({ set }) => set)).toEqual([{ 'http.addr': ':9191' }]);
  });

  test('shows what viewers see, on a real overlay, when a track arrives and on later visits', async () => {
    const { running, page } = await open(PHONE);
    running.server.audience.show(publication());
    for (const visit of [() => undefined, () => page.reload()]) {
      await visit();
      await page.locator('#done', { hasText: 'On air: Paper Lanterns' }).waitFor();
      await page.frameLocator('#on-air iframe').getByText('Paper Lanterns').first().waitFor();
    }
  });

  test('names the tall canvas too for a look that has a place on the canvas', async () => {
    const { settings } = keptSettings(SOURCE, FILE);
    const { page } = await desk('setup/', {
      settings: { 'theme.options': { pos: 'bottom-left' } },
      deps: { setup: async () => keptSetup(), settings },
    });
    await step(page, OBS);
    await page
      .getByText('Width 1920, height 1080; for a tall stream, width 1080, height 1920', { exact: true })
      .waitFor();
  });

  test('says that the overlay is in OBS while it is, and only then', async () => {
    const { running, setup, page } = await open();
    const state = page.getByRole('link', { name: OBS });
    const asked: string[] = [];
    setup.scenes = ({ url }) => {
      asked.push(url);
      return Promise.reject(new Error('OBS does not answer'));
    };
    await step(page, OBS);
    await page.getByRole('button', { name: 'Connect to OBS' }).click();
    const problem = page.getByText('OBS does not answer.');
    await problem.waitFor();
    await state.getByText('Not in OBS').waitFor();
    const obs = new WebSocket(`${running.url.replace('http', 'ws')}ws`, {
      headers: { 'User-Agent': 'OBS/31.0' },
    });
    await state.getByText('In OBS', { exact: true }).waitFor();
    await problem.waitFor({ state: 'hidden' });
    await page.getByLabel('Address of OBS').fill('localhost');
    await page.getByRole('button', { name: 'Connect to OBS' }).click();
    await problem.waitFor();
    expect(asked.at(-1)).toBe('ws://localhost:4455');
    obs.close();
    await state.getByText('OBS has closed the overlay').waitFor();
    await page.getByText(/^OBS closed the overlay at \d+:\d\d .*its source was removed/).waitFor();
  });

  test('names a track without names as such', async () => {
    const { running, page } = await open();
    running.server.audience.show(publication({ track: track({}) }));
    await page.locator('#done', { hasText: 'On air: Untitled' }).waitFor();
  });

  test('is accessible on a desktop and on a phone', async () => {
    const { setup, page } = await open();
    setup.sources = [sourceCard({ state: 'waiting' }), { ...TEXT_FILE, findings: [WRITTEN] }];
    await page.getByText('Waiting for a track').first().waitFor();
    await everything(page);
    await page.getByText('Use this', { exact: true }).waitFor();
    for (const name of [GEAR, LOOK, OBS, OUTPUTS, /^5 Every gig/]) {
      await step(page, name);
      await page.locator('.step h2').first().waitFor();
      await unfold(page);
      for (const size of [DESK, PHONE]) {
        await page.setViewportSize(size);
        if (FULL_LENGTH || size === PHONE) {
          expect(await accessibilityProblems(page)).toEqual([]);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
        const targets = 'button, select, summary, input:not([type="checkbox"], [type="range"])';
        expect(await tooSmall(page, targets)).toEqual([]);
      }
    }
  });
});
