import { expect, onTestFinished, test } from 'vitest';
import { startShow } from '../support/show.ts';
import { testPages } from './browser.ts';

const pages = testPages();

test('no part of an open page keeps the names of a hidden track, current or earlier', async () => {
  const show = await startShow(['--delay=0', '--session.filename=']);
  onTestFinished(async () => void (await show.program.stop()));
  const { page } = await pages.open(1280, 900);
  await page.goto(`${show.url}/dashboard/`);
  const shown = () =>
    page.evaluate(() => {
      const fields = [...document.querySelectorAll('input')].flatMap((field) => [
        field.value,
        field.defaultValue,
      ]);
      return [document.title, document.documentElement.outerHTML, ...fields].join('\n');
    });
  // The dialog keeps the names that it was opened with.
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Correct…' }).click();
    // It loads at its first use.
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  };
  const play = async (title: string) => {
    await show.post('track', { artist: 'Ada', title });
    await page.locator('#now-title', { hasText: title }).waitFor();
    await page.getByRole('tab', { name: 'Set list' }).click();
    await page.getByRole('cell', { name: title }).waitFor();
    await page.getByRole('tab', { name: 'Log' }).click();
    await page
      .getByText(`title="${title}"`)
      .or(page.getByText(`title=${title}`))
      .first()
      .waitFor();
  };
  await play('Paper Lanterns');
  await openDialog();
  await play('Slow Tide');
  await show.post('hide', { position: 1 });
  await expect.poll(shown).not.toContain('Paper Lanterns');
  await page.getByRole('tab', { name: 'Set list' }).click();
  await page.getByRole('cell', { name: 'Slow Tide' }).waitFor();
  expect(await shown()).not.toContain('Paper Lanterns');
  await openDialog();
  expect(await shown()).toContain('Slow Tide');
  await show.post('hide', { position: 2 });
  await expect.poll(shown).not.toContain('Slow Tide');
});

test('a page that was offline while the track was hidden forgets its names when it reconnects', async () => {
  const show = await startShow(['--delay=0', '--session.filename=']);
  onTestFinished(async () => void (await show.program.stop()));
  const { page } = await pages.open(1280, 900, true);
  const link: { isLost: boolean; cut?: () => Promise<void> } = { isLost: false };
  await page.routeWebSocket('**/api/v1/events*', async (socket) => {
    if (link.isLost) {
      await socket.close();
      return;
    }
    socket.connectToServer();
    link.cut = () => socket.close();
  });
  await page.goto(`${show.url}/dashboard/`);
  await show.post('track', { artist: 'Ada', title: 'Slow Tide' });
  await page.getByRole('cell', { name: 'Slow Tide' }).waitFor();
  await page.getByRole('button', { name: 'Correct…' }).click();
  const names = () => page.locator('#edit-title').evaluate((field: HTMLInputElement) => field.value);
  expect(await names()).toBe('Slow Tide');
  link.isLost = true;
  await link.cut?.();
  await show.post('hide', {});
  link.isLost = false;
  await expect.poll(names).toBe('');
});
