import { OBSWebSocketError } from 'obs-websocket-js/json';
import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Obs } from './session.ts';

export interface BrowserSource {
  readonly name: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** OBS shows it as "Browser". */
const KIND = 'browser_source';
/** No plug-in provides the kind of input (RequestStatus::InvalidInputKind). */
const UNKNOWN_KIND = 605;
/** OBS_ALIGN_LEFT | OBS_ALIGN_BOTTOM: a taller page grows upward. */
const BOTTOM_LEFT = 9;
/** Alignment of items added by a user, or by deckcast before 0.3. */
const TOP_LEFT = 5;
/** Button "Refresh cache of current page". */
const RELOAD = 'refreshnocache';

const Inputs = v.object({
  inputs: v.array(v.object({ inputName: v.string(), unversionedInputKind: v.string() })),
});
const ProgramScene = v.object({ currentProgramSceneName: v.string() });
const SceneList = v.object({ scenes: v.array(v.object({ sceneName: v.string() })) });
const Created = v.object({ sceneItemId: v.number() });
const Video = v.object({ baseHeight: v.number() });
/** Pixels and degrees. */
const SceneItems = v.object({
  sceneItems: v.array(
    v.object({
      sceneItemId: v.number(),
      sourceName: v.string(),
      sceneItemTransform: v.object({
        alignment: v.number(),
        positionY: v.number(),
        height: v.number(),
        rotation: v.number(),
      }),
    }),
  ),
});

const NO_BROWSER = say('obs.obs-no-browser-sources-packages-debian');

/** The scene on air comes first. */
export async function listScenes(obs: Obs): Promise<readonly string[]> {
  const { scenes } = v.parse(SceneList, await obs.call('GetSceneList'));
  const onAir = await sceneOnAir(obs);
  // OBS lists them from bottom to top.
  const others = scenes.map(({ sceneName }) => sceneName).filter((name) => name !== onAir);
  return [onAir, ...others.reverse()];
}

async function sceneOnAir(obs: Obs): Promise<string> {
  return v.parse(ProgramScene, await obs.call('GetCurrentProgramScene')).currentProgramSceneName;
}

/**
 * Creates it at the bottom left of `scene`, or of the scene on air, and resolves to its name. An existing one
 * gets the address, keeps its size and reloads; then undefined.
 */
export async function ensureBrowserSource(
  obs: Obs,
  source: BrowserSource,
  scene?: string,
): Promise<string | undefined> {
  const { name, url, width, height } = source;
  if (await exists(obs, name)) {
    await obs.call('SetInputSettings', { inputName: name, inputSettings: { url } });
    await reload(obs, name);
    return undefined;
  }
  const sceneName = scene ?? (await sceneOnAir(obs));
  const inputSettings = { url, width, height };
  const created = await obs
    .call('CreateInput', {
      sceneName,
      inputName: name,
      inputKind: KIND,
      inputSettings,
      sceneItemEnabled: true,
    })
    .catch((error: unknown) => {
      throw error instanceof OBSWebSocketError && error.code === UNKNOWN_KIND
        ? new UpstreamError(NO_BROWSER, 'drop', { cause: error })
        : error;
    });
  const { sceneItemId } = v.parse(Created, created);
  const { baseHeight } = v.parse(Video, await obs.call('GetVideoSettings'));
  const sceneItemTransform = { positionX: 0, positionY: baseHeight, alignment: BOTTOM_LEFT };
  await obs.call('SetSceneItemTransform', { sceneName, sceneItemId, sceneItemTransform });
  return sceneName;
}

/**
 * An item positioned by its top would hang below the picture, so the lower edge stays. Returns false without
 * such a source.
 */
export async function resizeBrowserSource(
  obs: Obs,
  { name, width, height }: Omit<BrowserSource, 'url'>,
): Promise<boolean> {
  const found = await exists(obs, name);
  if (found) {
    await standOnBottom(obs, name);
    await obs.call('SetInputSettings', { inputName: name, inputSettings: { width, height } });
  }
  return found;
}

/** Items that touch the picture's lower edge. */
async function standOnBottom(obs: Obs, name: string): Promise<void> {
  const { baseHeight } = v.parse(Video, await obs.call('GetVideoSettings'));
  const { scenes } = v.parse(SceneList, await obs.call('GetSceneList'));
  for (const { sceneName } of scenes) {
    const { sceneItems } = v.parse(SceneItems, await obs.call('GetSceneItemList', { sceneName }));
    for (const { sceneItemId, sourceName, sceneItemTransform } of sceneItems) {
      const { alignment, positionY, height, rotation } = sceneItemTransform;
      const isOurs = sourceName === name && alignment === TOP_LEFT && rotation === 0;
      if (isOurs && Math.abs(positionY + height - baseHeight) < 1) {
        const fromBelow = { positionY: baseHeight, alignment: BOTTOM_LEFT };
        await obs.call('SetSceneItemTransform', { sceneName, sceneItemId, sceneItemTransform: fromBelow });
      }
    }
  }
}

/** Returns false without such a source. */
export async function reloadBrowserSource(obs: Obs, name: string): Promise<boolean> {
  const found = await exists(obs, name);
  if (found) {
    await reload(obs, name);
  }
  return found;
}

async function exists(obs: Obs, name: string): Promise<boolean> {
  const { inputs } = v.parse(Inputs, await obs.call('GetInputList'));
  const input = inputs.find(({ inputName }) => inputName === name);
  if (input !== undefined && input.unversionedInputKind !== KIND) {
    throw new UpstreamError(say('obs.obs-source-not-browser-source-choose', { source: name }), 'drop');
  }
  return input !== undefined;
}

async function reload(obs: Obs, inputName: string): Promise<void> {
  await obs.call('PressInputPropertiesButton', { inputName, propertyName: RELOAD });
}
