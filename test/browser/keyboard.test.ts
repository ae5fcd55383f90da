import { describe, expect, test } from 'vitest';
import { deckView } from '../support/control.ts';
import { hiddenPublication, publication } from '../support/publication.ts';
import { desks, focused, heldTrack, putOnAir } from './desk.ts';

const { desk, sharedDesk } = desks();
const shared = sharedDesk();

async function onAir() {
  const opened = await shared();
  const { control, page } = opened;
  control.deckViews = ['1', '2', '3'].map((deck) => deckView({ deck, featured: deck === '1' }));
  control.heldNow = heldTrack();
  await putOnAir(opened);
  // Status and the rest arrive on two connections.
  await page.locator('#next', { hasText: 'Low Tide' }).waitFor();
  await page.getByRole('button', { name: 'Put on air deck 3' }).waitFor();
  return {
    ...opened,
    press: (name: string) => page.getByRole('button', { name, exact: true }).press('Enter'),
  };
}

describe('the keyboard focus', () => {
  test('moves to the button that shows it again after Hide, where an immediate second press does nothing, and back', async () => {
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
    // Hide is pressed again the moment the other button appears.
    await page.evaluate(() => {
      const again = ({ target }: FocusEvent): void => {
        if (target instanceof HTMLElement && target.id === 'reveal') {
          document.removeEventListener('focusin', again);
          target.click();
        }
      };
      document.addEventListener('focusin', again);
    });
    await press('Hide');
    await expect.poll(() => focused(page)).toBe('reveal');
    await expect.poll(() => page.getByRole('button', { name: 'Show to viewers' }).isEnabled()).toBe(true);
    expect(control.calls).toEqual(['hide']);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('hide');
    expect(control.calls).toEqual(['hide', 'reveal']);
  });

  test('moves to the track on air after it was put on air', async () => {
    const { control, page, press } = await onAir();
    control.skip = () => {
      control.heldNow = undefined;
    };
    await press('Put on air');
    await expect.poll(() => focused(page)).toBe('now-names');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('hide');
  });

  test('draws no ring around a row whose button is gone', async () => {
    const { control, page } = await onAir();
    const button = page.getByRole('button', { name: 'Always hide' });
    await button.focus();
    await page.keyboard.press('Shift');
    const ring = () =>
      page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    expect(await ring()).toBe('solid');
    control.heldNow = undefined;
    control.deckViews = [deckView()];
    await button.waitFor({ state: 'detached' });
    await page.keyboard.press('h');
    await expect.poll(() => page.locator('.nextup:focus').count()).toBe(1);
    expect(await ring()).toBe('none');
  });

  test('stays on the deck that was put on air', async () => {
    const { control, page, press } = await onAir();
    const views = control.deckViews;
    control.onAir = (deck) => {
      control.deckViews = views.map((view) => ({ ...view, featured: view.deck === deck }));
      return true;
    };
    await press('Put on air deck 2');
    await expect.poll(() => page.locator('.deck:focus .deck-name').allTextContents()).toEqual(['2']);
  });

  test('stays on a deck when its neighbor disappears, and moves to the list when the deck does', async () => {
    const { control, page } = await onAir();
    const button = page.getByRole('button', { name: 'Put on air deck 3' });
    await button.focus();
    control.deckViews = control.deckViews.slice(1);
    await expect.poll(() => page.locator('.deck').count()).toBe(2);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    control.deckViews = control.deckViews.slice(0, 1);
    await expect.poll(() => page.locator('.deck').count()).toBe(1);
    expect(await focused(page)).toBe('decks');
  });
});

describe('the keys', () => {
  test('act like the buttons', async () => {
    const { control, page } = await onAir();
    await page.keyboard.press('2');
    await expect.poll(() => control.calls).toEqual([{ deck: '2', play: 'hwdevice:1' }]);
    await page.keyboard.press('h');
    await expect.poll(() => control.calls).toEqual([{ deck: '2', play: 'hwdevice:1' }, 'hide']);
    await page.keyboard.press('c');
    await page.getByRole('heading', { name: /^Correct “.+”$/u }).waitFor();
    await page.getByLabel('Title').pressSequentially('h1');
    expect(await page.getByLabel('Title').inputValue()).toContain('h1');
    expect(control.calls).toHaveLength(2);
  });

  test('are the places of decks whose labels have letters', async () => {
    const { control, page } = await onAir();
    control.deckViews = ['1A', '1B', '2A', '2B'].map((deck) => deckView({ deck, featured: deck === '1A' }));
    const button = page.getByRole('button', { name: 'Put on air deck 2A' });
    await expect.poll(() => button.locator('kbd').textContent()).toBe('3');
    await page.keyboard.press('3');
    await expect.poll(() => control.calls).toEqual([{ deck: '2A', play: 'hwdevice:1' }]);
  });

  test('are the places of decks of which two have the same label', async () => {
    const { control, page } = await onAir();
    control.deckViews = ['hwdevice:1', 'prodjlink:1', 'prodjlink:2'].map((play, at) =>
      deckView({ device: play.replace(/:.*/, ''), deck: at === 2 ? '2' : '1', play, featured: at === 0 }),
    );
    const button = page.getByRole('button', { name: 'Put on air deck 1' });
    await expect.poll(() => button.locator('kbd').textContent()).toBe('2');
    await page.keyboard.press('2');
    await expect.poll(() => control.calls).toEqual([{ deck: '1', play: 'prodjlink:1' }]);
  });

  test('do nothing once they are switched off, also after a reload', async () => {
    const opened = await desk('dashboard/');
    const { control, page } = opened;
    await putOnAir(opened);
    await page.getByLabel('Keys', { exact: true }).uncheck();
    await page.reload();
    await page.getByText('Paper Lanterns', { exact: true }).first().waitFor();
    await page.keyboard.press('h');
    await page.getByRole('button', { name: 'Repeat overlay' }).click();
    await expect.poll(() => page.getByLabel('Keys', { exact: true }).isChecked()).toBe(false);
    expect(control.calls).not.toContain('hide');
  });
});
