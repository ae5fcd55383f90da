import { expect, test } from 'vitest';
import { keptControl } from '../../test/support/control.ts';
import { testServer, WELL } from '../../test/support/server.ts';
import { track } from '../../test/support/tracks.ts';
import { shown } from '../core/shown.ts';

test('lists the two clearest tracks, without names while hidden', async () => {
  const control = keptControl();
  const named = (title: string, share: number, hidden = false) => ({
    ...shown(track({ artist: 'Ada', title }), hidden),
    share,
  });
  control.heardViews = [
    named('Faint', 0.04),
    named('Chance', 0.01),
    named('Mixed in', 0.22, true),
    named('Loud', 0.61),
  ];
  const { url } = await testServer({}, { ...WELL, control });
  const clearest = async () => JSON.parse(await (await fetch(`${url}api/v1/hear`)).text()).audible;
  expect(await clearest()).toEqual([
    { artist: 'Ada', title: 'Loud', hidden: false, share: 0.6 },
    { artist: '', title: '', hidden: true, share: 0.2 },
  ]);
  control.heardViews = [named('Chance', 0.01)];
  expect(await clearest()).toEqual([]);
});
