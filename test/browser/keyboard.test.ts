/** The operator's page by keyboard: whatever a press makes of the page, the focus is where one goes on. */
import { describe, expect, test } from 'vitest';
import { deckView } from '../support/control.ts';
import { hiddenPublication, publication } from '../support/publication.ts';
import { track } from '../support/tracks.ts';
import { desks, focused, TOKEN } from './desk.ts';

const { desk } = desks();

describe('the keyboard keeps its place', () => {
  async function onAir() {
    const shown = await desk('dashboard/');
    const { control, running, page } = shown;
    control.deckViews = [
      deckView(),
      deckView({ deck: '2', featured: false }),
      deckView({ deck: '3', featured: false }),
    ];
    control.heldNow = {
      play: 'hwdevice:2',
      track: track({ title: 'Low Tide' }),
      hidden: false,
      until: Date.now() + 30_000,
    };
    running.server.audience.show(publication());
    // What is on air and the rest come by two connections.
    await page.locator('#now-title', { hasText: 'Paper Lanterns' }).waitFor();
    await page.getByText('Next: Low Tide').waitFor();
    await page.getByText('Put deck 3 on air').waitFor();
    return {
      ...shown,
      press: (name: string) => page.getByRole('button', { name, exact: true }).press('Enter'),
    };
  }

  test('on Reveal after Hide, where another press reveals nothing at first; and back', async () => {
    const { control, running, page, press } = await onAir();
    control.hide = () => {
      control.calls.push('hide');
      running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4 }));
      return true;
    };
    control.reveal = () => {
      control.calls.push('reveal');
      running.server.audience.show(publication({ kind: 'reveal', seq: 5 }));
      return true;
    };
    // A finger that was about to press Hide presses Reveal in the very moment in which that takes its place.
    await page.locator('#reveal').evaluate((reveal: HTMLElement) => {
      reveal.addEventListener('focus', () => reveal.click(), { once: true });
    });
    await press('Hide');
    await expect.poll(() => focused(page)).toBe('reveal');
    await expect.poll(() => page.getByRole('button', { name: 'Reveal' }).isEnabled()).toBe(true);
    expect(control.calls).toEqual(['hide']);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('hide');
    expect(control.calls).toEqual(['hide', 'reveal']);
  });

  test('on what is on air after Feature now', async () => {
    const { control, page, press } = await onAir();
    control.skip = () => {
      control.heldNow = undefined;
    };
    await press('Feature now');
    await expect.poll(() => focused(page)).toBe('now-names');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('hide');
  });

  test('on the deck that was put on air', async () => {
    const { control, page, press } = await onAir();
    const views = control.deckViews;
    control.onAir = (deck) => {
      control.deckViews = views.map((view) => ({ ...view, featured: view.deck === deck }));
      return true;
    };
    await press('Put deck 2 on air');
    await expect.poll(() => page.locator('.deck:focus .deck-name').allTextContents()).toEqual(['2']);
  });

  test('on a deck whose neighbor goes, and on the list when it goes itself', async () => {
    const { control, page } = await onAir();
    const button = page.getByRole('button', { name: 'Put deck 3 on air' });
    await button.focus();
    control.deckViews = control.deckViews.slice(1);
    await expect.poll(() => page.locator('.deck').count()).toBe(2);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    control.deckViews = control.deckViews.slice(0, 1);
    await expect.poll(() => page.locator('.deck').count()).toBe(1);
    expect(await focused(page)).toBe('decks');
  });

  test('on the desk behind the door', async () => {
    const { page } = await desk('dashboard/', { token: TOKEN });
    await page.getByLabel('Token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('now-names');
  });
});
