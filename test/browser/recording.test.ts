/** Sets that were heard in a recording, on the operator's page. */
import { describe, expect, test } from 'vitest';
import { desks, focused, keptSettings, lackedWidth, wireOption } from './desk.ts';

const { desk } = desks();

const MENU = 'From a recording…';
const LOW = { width: 1_280, height: 800 };

describe('the form for a recording', () => {
  /** Without named music. */
  async function opened(source: Partial<Parameters<typeof wireOption>[0]>) {
    const { settings, saved } = keptSettings(
      wireOption({ name: 'hear.library', field: 'list', items: [] }),
      wireOption({ name: 'source', field: 'choices', ...source }),
    );
    const { page, running } = await desk('dashboard/', { ...LOW, deps: { settings } });
    await page.locator('#which').selectOption(MENU);
    await page.getByText('To find the tracks, deckcast needs your own music.').waitFor();
    return { page, running, saved };
  }

  test('leads to the setting that names the music', async () => {
    const { page, running } = await opened({ items: ['hwdevice'] });
    expect(await page.locator('.recording button').allTextContents()).toEqual(['Find its tracks']);
    await page.getByLabel('File of a recorded set').fill('/sets/set.mp3');
    await page.getByRole('button', { name: 'Find its tracks' }).click();
    await expect.poll(() => focused(page)).toBe('recording-music');
    expect(await lackedWidth(page, 'which')).toBe(0);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${running.url}settings/#hear.library`);
  });

  test.each([
    ['softb', ['Use my Serato library', 'Use my Mixxx library'], 'serato'],
    ['hwdevice', ['Use my Engine DJ library'], 'engine'],
  ])('takes the library of the program of the source %s at one press', async (name, buttons, library) => {
    const { page, saved } = await opened({ items: [name], origin: { from: 'file', place: '' } });
    const shown = page.getByRole('button', { name: 'Use my' });
    expect(await shown.allTextContents()).toEqual(buttons);
    await shown.first().click();
    await page.locator('#recording-answer', { hasText: 'Saved' }).waitFor();
    expect(saved).toMatchObject([{ set: { 'hear.library': [library] } }]);
    expect(await page.getByText('needs your own music').count()).toBe(0);
    expect(await focused(page)).toBe('recording-path');
  });
});
