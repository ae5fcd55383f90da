/**
 * First evening with the real program: from an empty home folder to a track on the overlay, without a terminal after
 * the start.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PRODUCTS } from '../../dashboard/setup/products.js';
import { startOptions } from '../../src/operator/options.ts';
import { sourceParts } from '../../src/sources/index.ts';
import { BOT, CHANNEL, EventSubStandIn } from '../support/chat/event-sub.ts';
import { cleanUps } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { FULL_LENGTH } from '../support/full-length.ts';
import { httpPeer } from '../support/http-peer.ts';
import { startProgram } from '../support/program.ts';
import { relayTo } from '../support/relay.ts';
import { OAUTH_CLIENT, TwitchExtension } from '../support/services/twitch-extension.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';
import { accessibilityProblems, unfold } from './accessibility.ts';
import { testPages } from './browser.ts';
import { WALKS } from './first-evenings.ts';
import { WAYS } from './hands.ts';

const later = cleanUps();
const pages = testPages();

/** Short: each walk once and each way once. */
const EVENINGS = WALKS.filter(({ always }) => FULL_LENGTH || always).flatMap((walk, at) =>
  Object.entries(WAYS)
    .filter((_, index) => FULL_LENGTH || index === at % 3)
    .map(([name, way]) => ({ ...walk, name, way })),
);

test.each(EVENINGS)(
  'a user who $who has the track on the overlay within $clicks clicks, $name',
  async (walk) => {
    const { source, clicks, configuration, evening, way } = walk;
    const folder = await testFolder();
    const { flags = [], setUp, ...options } = await evening(folder, later);
    const program = await startProgram(['start', '--http.addr=127.0.0.1:0', ...flags], options);
    later(() => program.stop());
    const [, address = ''] = /setup=(\S+)/.exec(await program.waitForLine('pages ready')) ?? [];
    const url = new URL(address);
    if (options.within !== undefined) {
      const relay = await relayTo(Number(url.port), options.within, folder);
      later(() => relay.close());
      url.port = String(relay.port);
    }
    const { page, errors } = await pages.open(way.width, way.height, way.device);
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(url.href);

    const hands = way.hands(page);
    const title = await setUp({ page, hands });

    await page
      .getByRole('link', { name: /^1 Gear/ })
      .getByText('A track has arrived')
      .waitFor({ state: 'attached' });
    expect(hands.clicks).toBeLessThanOrEqual(clicks);
    await page.frameLocator('#on-air iframe').getByText(title).first().waitFor();
    await page.locator('#done', { hasText: `On air: ${title}` }).waitFor();
    const saved = await readFile(join(program.folder, '.config', 'deckcast', 'conf.yaml'), 'utf8');
    expect(saved).toBe(configuration);
    await page.locator(`[data-source="${source}"][data-state="arrived"]`).waitFor();
    await unfold(page, 'details:not(.exact)');
    const words = await page.locator('#steps').innerText();
    expect(words.match(/.*--[a-z]\S*|\bDHCP\b|\b(UDP|TCP)( port)? \d+/g)).toBe(null);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    // The server rejects an incomplete choice with 422.
    expect(errors.filter((line) => !line.includes('status of 422'))).toEqual([]);
    if (FULL_LENGTH) {
      // Last: the page's policy blocks the checker's styles, which counts as an error.
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  },
);

test('one press makes the token that a phone needs, shows its code, and signs out no dock on this computer', async () => {
  const port = await freePort();
  const program = await startProgram(['start', '--source=dummy', `--http.addr=0.0.0.0:${port}`]);
  later(() => program.stop());
  await program.waitForLine('pages ready');
  const { page } = await pages.open(1440, 900, true);
  const { page: dock } = await pages.open(400, 800, true);
  await dock.goto(`http://127.0.0.1:${port}/dashboard/?dock`);
  await dock.locator('#on-air').waitFor();
  await page.goto(`http://127.0.0.1:${port}/dashboard/#phone`);
  await page.getByRole('button', { name: 'Use my phone' }).click();
  const isOnNetwork = Object.values(networkInterfaces()).some((many) => many?.some((one) => !one.internal));
  if (!isOnNetwork) {
    await page.getByText("connect it to the phone's Wi-Fi or hotspot").waitFor();
    return;
  }
  await page.getByAltText('QR code that signs one phone in').waitFor();
  const codes = page.locator('.codes');
  await codes.getByText(/open http:\/\/(?!127\.)\S+\/dashboard\/ there/).waitFor();
  await codes.getByText(/^\w{5}\s\w{5}$/).waitFor();
  const saved = await readFile(join(program.folder, '.config', 'deckcast', 'conf.yaml'), 'utf8');
  expect(saved).toMatch(/^http\.phone_token: [0-9a-f]{32}$/m);
  expect(saved).not.toContain('http.token');
  expect(await dock.evaluate(async () => (await fetch('/api/v1/operator')).status)).toBe(200);
  await dock.reload();
  await dock.locator('#on-air').waitFor();
});

test('access can be taken away while a token lets others in, on pages that were opened before it, and then no longer', async () => {
  const port = await freePort();
  const program = await startProgram(
    ['start', '--source=dummy', `--http.addr=127.0.0.1:${port}`, '--conf=conf.yaml'],
    { files: { 'conf.yaml': '' } },
  );
  later(() => program.stop());
  await program.waitForLine('pages ready');
  const { page } = await pages.open(1440, 900, true);
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(`http://127.0.0.1:${port}/dashboard/#phone`);
  await page.getByRole('button', { name: 'Use my phone' }).waitFor();
  const take = page.getByRole('button', { name: 'Take access away…' });
  expect(await take.count()).toBe(0);
  const file = join(program.folder, 'conf.yaml');
  await writeFile(file, 'http.phone_token: open sesame\nhttp.admin_token: open wide\n');
  await take.click();
  await page.getByText('No other device may operate now.', { exact: false }).waitFor();
  await take.waitFor({ state: 'detached' });
  expect(await readFile(file, 'utf8')).not.toContain('token');
});

test('the answers card takes what is typed before the sign-in, and posts no track', async () => {
  const chat = await EventSubStandIn.open();
  later(() => chat.close());
  const identity = new TwitchExtension();
  const { url: authUrl } = await httpPeer(identity.behavior);
  const flags = [
    '--source=http',
    '--session.filename=',
    `--chat.url=${chat.url}`,
    `--chat.auth_url=${authUrl}`,
  ];
  const program = await startProgram(['start', '--http.addr=127.0.0.1:0', ...flags]);
  later(() => program.stop());
  const [, address = ''] = /setup=(\S+)/.exec(await program.waitForLine('pages ready')) ?? [];
  const { page } = await pages.open(1440, 900, true);
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${address}#more`);
  const card = page.locator('[data-sink="chat-command"]');
  await card.getByText('Set it up').click();
  await card.getByLabel('Twitch: client id of the chat').fill(OAUTH_CLIENT);
  await card.getByLabel('Command for the track on air').fill('!track');
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Saved.', { exact: true }).waitFor();
  await card.getByText(/you are not signed in to Twitch: sign in on the set-up page/).waitFor();

  await card.getByLabel('Chat channel').fill(CHANNEL.login);
  await card.getByRole('button', { name: 'Sign in' }).click();
  await card.getByText('ABCDEFGH', { exact: true }).waitFor();
  identity.agree(BOT.id);
  chat.token = await waitFor('the token', () => [...identity.tokens.keys()][0]);
  await waitFor('the chat to be read', () => chat.isRead || undefined);
  await page.evaluate(() =>
    fetch('/api/v1/track', { method: 'POST', body: JSON.stringify({ artist: 'Ada', title: 'Paper Boats' }) }),
  );
  const written = () => chat.sent.map(({ text, to }) => [text, to !== undefined]);
  await waitFor('an answer', () => {
    chat.postMessage('!track');
    return written().length > 0 || undefined;
  });
  expect(written()).toEqual([['Ada - Paper Boats', true]]);
  await page.locator('[data-sink="chat"]').getByText('Off', { exact: true }).waitFor();
});

test('each picture leads to an existing source with existing options', () => {
  const sources = PRODUCTS.flatMap(({ source, otherwise }) => [source, otherwise?.source ?? '']);
  const options = PRODUCTS.flatMap(({ set = {} }) => Object.keys(set));
  const known = ['', ...sourceParts.map(({ name }) => name)];
  expect(sources.filter((name) => !known.includes(name))).toEqual([]);
  expect(options.filter((name) => !(name in startOptions))).toEqual([]);
});
