import { MENU_ITEM } from '@deckcast/prodjlink';
import { expect, test } from 'vitest';
import { databaseItems } from './link-medium.ts';

test('what a track does not have is an empty item of a database, not a missing one', () => {
  const texts = databaseItems({ id: 3, title: 'Low Tide' }, 0).map(({ type, text }) => [type, text]);
  expect(texts).toEqual(
    expect.arrayContaining([
      [MENU_ITEM.title, 'Low Tide'],
      [MENU_ITEM.artist, ''],
      [MENU_ITEM.album, ''],
      [MENU_ITEM.genre, ''],
    ]),
  );
});
