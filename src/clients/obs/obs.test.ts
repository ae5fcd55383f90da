import { describe, expect, test } from 'vitest';
import { cleanUps } from '../../../test/support/clean-up.ts';
import { fakeClock } from '../../../test/support/clock.ts';
import { httpPeer } from '../../../test/support/http-peer.ts';
import { SCENE, standInObs } from '../../../test/support/obs.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { Secret } from '../../core/option.ts';
import { ensureBrowserSource, reloadBrowserSource, resizeBrowserSource } from './browser-source.ts';
import { sceneCollection } from './scene-collection.ts';
import { type Obs, withObs } from './session.ts';

const later = cleanUps();
const SOURCE = {
  name: 'deckcast',
  url: 'http://127.0.0.1:9090/',
  ...{ width: 800, height: 160, margin: 5, fillsCanvas: false },
};
const WHOLE = { ...SOURCE, width: 1920, height: 1080, fillsCanvas: true };
const TALLER = { ...SOURCE, width: 560, height: 800 };
const MOVED = { positionX: 300, positionY: 300 };
/** Alignment of items that a user adds. */
const BY_TOP = { alignment: 5 };
const INSET = { positionX: 54, positionY: 1026, alignment: 9 };
const CORNER = { positionX: 0, positionY: 1080, alignment: 9 };

async function open(password?: string) {
  const obs = await standInObs(password === undefined ? {} : { password });
  later(() => obs.close());
  return obs;
}

function talk<T>(url: string, use: (obs: Obs) => Promise<T>, password = '', clock = fakeClock()): Promise<T> {
  return withObs({ url, password: new Secret(password) }, { clock }, new AbortController().signal, use);
}

describe('the browser source', () => {
  test('is added at the bottom left of the scene on air, with a margin', async () => {
    const obs = await open();
    expect(await talk(obs.url, (session) => ensureBrowserSource(session, SOURCE))).toMatchObject({
      scene: SCENE,
      width: 800,
      height: 160,
    });
    expect(obs.inputs.get('deckcast')).toEqual({
      kind: 'browser_source',
      settings: { url: SOURCE.url, width: 800, height: 160 },
      transform: { ...INSET, rotation: 0 },
      scene: SCENE,
      reloads: 0,
    });
  });

  test('keeps its size and place, gets the address and is reloaded if it exists', async () => {
    const obs = await open();
    const reload = (session: Obs) => reloadBrowserSource(session, 'deckcast', async (url) => url);
    expect(await talk(obs.url, reload)).toBeUndefined();
    await talk(obs.url, (session) => ensureBrowserSource(session, SOURCE));
    const again = { ...SOURCE, url: 'http://127.0.0.1:9091/', width: 300 };
    expect(await talk(obs.url, (session) => ensureBrowserSource(session, again))).toBeUndefined();
    expect(obs.inputs.get('deckcast')).toMatchObject({
      settings: { url: 'http://127.0.0.1:9091/', width: 800 },
      reloads: 1,
    });
    expect(obs.inputs.size).toBe(1);
    expect(await talk(obs.url, reload)).toEqual({ before: again.url, url: again.url });
    expect(obs.inputs.get('deckcast')).toMatchObject({ settings: { url: again.url }, reloads: 2 });
  });

  test.each([
    ['full HD', 1920, 1080, SOURCE, { width: 800, height: 160 }, INSET],
    ['4K', 3840, 2160, SOURCE, { width: 1600, height: 320 }, { positionX: 108, positionY: 2052 }],
    ['720p', 1280, 720, SOURCE, { width: 533, height: 107 }, { positionX: 36, positionY: 684 }],
    ['a phone', 1080, 1920, SOURCE, { width: 800, height: 160 }, { positionX: 54, positionY: 1866 }],
    ['4K, whole', 3840, 2160, WHOLE, { width: 3840, height: 2160 }, { positionX: 0, positionY: 2160 }],
    ['no margin', 1920, 1080, { ...SOURCE, margin: 0 }, { width: 800 }, CORNER],
    ['a bar', 1920, 1080, { ...SOURCE, width: 1920, height: 72 }, { width: 1920, height: 72 }, CORNER],
  ])('fits the canvas of OBS: %s', async (_, baseWidth, baseHeight, source, settings, transform) => {
    const obs = await open();
    obs.canvas = { baseWidth, baseHeight };
    await talk(obs.url, (session) => ensureBrowserSource(session, source));
    expect(obs.inputs.get('deckcast')).toMatchObject({ settings, transform });
  });

  test.each([
    ['placed by deckcast', SOURCE, {}, WHOLE, CORNER],
    ['placed by deckcast, and taller', SOURCE, {}, TALLER, INSET],
    ['placed in the corner, as deckcast did before', SOURCE, CORNER, WHOLE, CORNER],
    ['whole', WHOLE, {}, SOURCE, INSET],
    ['whole, and added by hand', WHOLE, { ...BY_TOP, positionX: 0, positionY: 0 }, SOURCE, INSET],
    ['moved by the DJ', SOURCE, MOVED, WHOLE, MOVED],
    ['moved into the corner', SOURCE, CORNER, { ...SOURCE, height: 200 }, CORNER],
    ['moved into the corner by its top', SOURCE, { ...BY_TOP, positionX: 0, positionY: 920 }, TALLER, CORNER],
    ['moved elsewhere by its top', SOURCE, { ...BY_TOP, ...MOVED }, TALLER, { ...BY_TOP, ...MOVED }],
    ['whole, moved by the DJ', WHOLE, { positionX: 40 }, SOURCE, { positionX: 40, positionY: 1080 }],
  ])(
    '%s, keeps its place or follows a look of another size',
    async (_, before, transform, after, becomes) => {
      const obs = await open();
      await talk(obs.url, (session) => ensureBrowserSource(session, before));
      Object.assign(obs.inputs.get('deckcast')?.transform ?? {}, transform);
      const { width, height } = after;
      const settings = { width, height };
      const resized = await talk(obs.url, (session) => resizeBrowserSource(session, after));
      expect(resized).toMatchObject(settings);
      expect(obs.inputs.get('deckcast')).toMatchObject({ settings, transform: becomes });
    },
  );

  test('is refused with advice if OBS was packaged without browser sources', async () => {
    const obs = await open();
    obs.lacksBrowser = true;
    await expect(talk(obs.url, (session) => ensureBrowserSource(session, SOURCE))).rejects.toMatchObject({
      advice: 'drop',
      message: expect.stringContaining('obsproject.com'),
    });
  });

  test('does not take the place of another kind of source', async () => {
    const obs = await open();
    obs.inputs.set('deckcast', { kind: 'dshow_input', settings: {}, transform: {}, reloads: 0 });
    await expect(talk(obs.url, (session) => ensureBrowserSource(session, SOURCE))).rejects.toMatchObject({
      advice: 'drop',
      message: expect.stringContaining('--obs.source'),
    });
    expect(obs.inputs.get('deckcast')?.settings).toEqual({});
  });
});

describe('a conversation with OBS', () => {
  const inputs = (obs: Obs) => obs.call('GetInputList');

  test('authenticates with the password', async () => {
    const { url } = await open('correct horse');
    expect(await talk(url, inputs, 'correct horse')).toEqual({ inputs: [] });
  });

  test.each([
    ['', 'OBS asks for a password: set --obs.password'],
    ['wrong horse', 'OBS expects a different password: set --obs.password'],
  ])('fails for good with the password %j, without repeating it', async (password, message) => {
    const { url } = await open('correct horse');
    const error = await talk(url, inputs, password).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ advice: 'stop', message: expect.stringContaining(message) });
    expect(String(error)).not.toContain('horse');
  });

  test('fails for now without a listener', async () => {
    const obs = await open();
    await obs.close();
    await expect(talk(obs.url, inputs)).rejects.toMatchObject({
      advice: 'retry',
      message: expect.stringContaining('Tools'),
    });
  });

  test('fails for now if OBS stops answering, or disconnects in the middle', async () => {
    const obs = await open();
    obs.silent = true;
    const clock = fakeClock();
    const answer = talk(obs.url, inputs, '', clock).catch((thrown: unknown) => thrown);
    await waitFor('the request', () => obs.requests[0]);
    await clock.advance(5_000);
    expect(await answer).toMatchObject({ advice: 'retry', message: expect.stringContaining('within 5 s') });

    const cut = talk(obs.url, inputs).catch((thrown: unknown) => thrown);
    await waitFor('the second request', () => obs.requests[1]);
    await obs.close();
    expect(await cut).toMatchObject({ advice: 'retry' });
  });

  test('names another program that answers at the port', async () => {
    const url = (await httpPeer()).url.replace('http', 'ws');
    await expect(talk(url, inputs)).rejects.toMatchObject({
      advice: 'stop',
      message: expect.stringContaining('another program answers'),
    });
  });

  test('reports the refusal of OBS', async () => {
    const { url } = await open();
    const press = (obs: Obs) =>
      obs.call('PressInputPropertiesButton', { inputName: 'gone', propertyName: 'refreshnocache' });
    await expect(talk(url, press)).rejects.toMatchObject({
      advice: 'drop',
      message: expect.stringContaining('gone'),
    });
  });

  test('ends when its signal fires', async () => {
    const obs = await open();
    obs.silent = true;
    const stop = new AbortController();
    const at = { url: obs.url, password: new Secret('') };
    const answer = withObs(at, { clock: fakeClock() }, stop.signal, inputs);
    await waitFor('the request', () => obs.requests[0]);
    stop.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });
});

describe('the scene collection', () => {
  test.each(['deckcast', 'Now playing'])('holds one scene with the source %j', (name) => {
    const collection = JSON.parse(sceneCollection({ ...SOURCE, name }));
    const [scene] = collection.sources.filter(({ id }: { id: string }) => id === 'scene');
    const [source] = collection.sources.filter(({ id }: { id: string }) => id === 'browser_source');
    expect(source).toMatchObject({ name, settings: { url: SOURCE.url, width: 800, height: 160 } });
    const whole = { crop_left: 0, crop_top: 0, crop_right: 0, crop_bottom: 0 };
    expect(scene.settings.items).toMatchObject([{ name, visible: true, scale: { x: 1, y: 1 }, ...whole }]);
    expect(collection.current_scene).toBe(scene.name);
    expect(collection.scene_order).toEqual([{ name: scene.name }]);
    // Sources and scenes share one set of names in OBS.
    expect(scene.name).not.toBe(source.name);
  });
});
