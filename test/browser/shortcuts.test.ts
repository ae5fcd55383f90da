/** What the operator's page says of hidden tracks, how long it says what went wrong, and the keys that work there. */
import { describe, expect, test } from 'vitest';
import { deckView } from '../support/control.ts';
import { hiddenPublication, publication } from '../support/publication.ts';
import { desks } from './desk.ts';

const { desk } = desks();

describe('a hidden track', () => {
  test.each([
    ['operator', 'Hidden by the operator'],
    ['rule', 'Hidden by a rule of the settings'],
    ['source', 'Hidden by the color of its deck'],
  ] as const)('says what hides it: %s', async (hiddenBy, words) => {
    const { running, control, page } = await desk('dashboard/');
    control.hiddenBy = () => hiddenBy;
    control.deckViews = [deckView({ hidden: true, hiddenBy })];
    running.server.audience.show(hiddenPublication());
    await page.getByText(`${words}. The audience sees nothing of this track.`).waitFor();
    await page.locator('.deck-artist', { hasText: words }).waitFor();
  });
});

test('what went wrong is no longer said once something else is on air', async () => {
  const { running, control, page } = await desk('dashboard/');
  control.deckViews = [deckView({ deck: '2', featured: false })];
  control.onAir = () => false;
  await page.getByRole('button', { name: 'Put deck 2 on air' }).click();
  const problem = page.getByText('that deck no longer has this track');
  await problem.waitFor();
  running.server.audience.show(publication());
  await expect.poll(() => problem.count()).toBe(0);
});

describe('the keys', () => {
  test('do what the buttons do', async () => {
    const { running, control, page } = await desk('dashboard/');
    control.deckViews = [deckView({ deck: '1' }), deckView({ deck: '2', featured: false })];
    running.server.audience.show(publication());
    // The decks and what is on air come by two connections.
    await page.getByRole('button', { name: 'Put deck 2 on air' }).waitFor();
    await page.locator('#now-title', { hasText: 'Paper Lanterns' }).waitFor();
    await page.keyboard.press('2');
    await expect.poll(() => control.calls).toEqual([{ deck: '2', play: 'hwdevice:1' }]);
    await page.keyboard.press('h');
    await expect.poll(() => control.calls).toEqual([{ deck: '2', play: 'hwdevice:1' }, 'hide']);
    await page.keyboard.press('c');
    await page.getByRole('heading', { name: 'Correct the track on air' }).waitFor();
    await page.getByLabel('Title').fill('h1');
    expect(await page.getByLabel('Title').inputValue()).toBe('h1');
    expect(control.calls).toHaveLength(2);
  });

  test('do nothing once they are switched off, even after a reload', async () => {
    const { running, control, page } = await desk('dashboard/');
    running.server.audience.show(publication());
    await page.getByText('Paper Lanterns', { exact: true }).first().waitFor();
    await page.getByLabel('Keys', { exact: true }).uncheck();
    await page.reload();
    await page.getByText('Paper Lanterns', { exact: true }).first().waitFor();
    await page.keyboard.press('h');
    await page.getByRole('button', { name: 'Recall overlay' }).click();
    await expect.poll(() => page.getByLabel('Keys', { exact: true }).isChecked()).toBe(false);
    expect(control.calls).not.toContain('hide');
  });
});
