import { OBSWebSocketError } from 'obs-websocket-js/json';
import * as v from 'valibot';
import { UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Obs } from './session.ts';

export interface BrowserSource {
  readonly name: string;
  readonly url: string;
  /** On a canvas whose shorter side is `USUAL_SIDE`. */
  readonly width: number;
  readonly height: number;
  /** Distance from the canvas' edges, percent of its shorter side. */
  readonly margin: number;
  /** The page places itself. */
  readonly fillsCanvas: boolean;
}

const USUAL_SIDE = 1_080;

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
/** OBS leaves out settings that have their default value. */
const Settings = v.object({ inputSettings: v.object({ url: v.optional(v.string(), '') }) });
const ProgramScene = v.object({ currentProgramSceneName: v.string() });
const SceneList = v.object({ scenes: v.array(v.object({ sceneName: v.string() })) });
const Created = v.object({ sceneItemId: v.number() });
const Video = v.object({ baseWidth: v.number(), baseHeight: v.number() });
type Canvas = v.InferOutput<typeof Video>;
/** Pixels and degrees. */
const SceneItems = v.object({
  sceneItems: v.array(
    v.object({
      sceneItemId: v.number(),
      sourceName: v.string(),
      sceneItemTransform: v.object({
        alignment: v.number(),
        positionX: v.number(),
        positionY: v.number(),
        width: v.number(),
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

export interface PlacedSource {
  readonly width: number;
  readonly height: number;
  /** Pixels from the left and lower edges; 0 on the whole canvas. */
  readonly distance: number;
}

/** As the set-up page previews it: at the bottom left, unless the page places itself. */
function placed(
  { width, height, margin, fillsCanvas }: Omit<BrowserSource, 'name' | 'url'>,
  { baseWidth, baseHeight }: Canvas,
): PlacedSource {
  if (fillsCanvas) {
    return { width: baseWidth, height: baseHeight, distance: 0 };
  }
  const side = Math.min(baseWidth, baseHeight);
  const scale = side / USUAL_SIDE;
  const fitting = Math.min(baseWidth, Math.round(width * scale));
  // A bar along the whole edge has no distance to it.
  const distance = fitting === baseWidth ? 0 : Math.round((side * margin) / 100);
  return { width: fitting, height: Math.round(height * scale), distance };
}

async function canvasOf(obs: Obs): Promise<Canvas> {
  return v.parse(Video, await obs.call('GetVideoSettings'));
}

/**
 * Creates it in `scene`, or in the scene on air, and resolves to its place there. An existing one gets the address,
 * keeps its size and place, and reloads; then undefined.
 */
export async function ensureBrowserSource(
  obs: Obs,
  source: BrowserSource,
  scene?: string,
): Promise<(PlacedSource & { readonly scene: string }) | undefined> {
  const { name, url } = source;
  if (await exists(obs, name)) {
    await obs.call('SetInputSettings', { inputName: name, inputSettings: { url } });
    await reload(obs, name);
    return undefined;
  }
  const sceneName = scene ?? (await sceneOnAir(obs));
  const canvas = await canvasOf(obs);
  const place = placed(source, canvas);
  const inputSettings = { url, width: place.width, height: place.height };
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
  const sceneItemTransform = transformAt(place, canvas);
  await obs.call('SetSceneItemTransform', { sceneName, sceneItemId, sceneItemTransform });
  return { ...place, scene: sceneName };
}

function transformAt({ distance }: PlacedSource, { baseHeight }: Canvas) {
  return { positionX: distance, positionY: baseHeight - distance, alignment: BOTTOM_LEFT };
}

/** Items that the user has moved stay. Undefined without such a source. */
export async function resizeBrowserSource(
  obs: Obs,
  source: Omit<BrowserSource, 'url'>,
): Promise<PlacedSource | undefined> {
  const { name } = source;
  if (!(await exists(obs, name))) {
    return undefined;
  }
  const canvas = await canvasOf(obs);
  const place = placed(source, canvas);
  await moveItems(obs, name, (item) => movedTo(place, item, source.fillsCanvas, canvas));
  const { width, height } = place;
  await obs.call('SetInputSettings', { inputName: name, inputSettings: { width, height } });
  return place;
}

type Transform = v.InferOutput<typeof SceneItems>['sceneItems'][number]['sceneItemTransform'];

/** Undefined for an item that keeps its place. */
function movedTo(
  place: PlacedSource,
  { alignment, positionX, positionY, width, height, rotation }: Transform,
  fillsCanvas: boolean,
  canvas: Canvas,
): Partial<Transform> | undefined {
  const { baseWidth, baseHeight } = canvas;
  // An item positioned by its top would hang below the picture, so the lower edge stays.
  const standsOnBottom = alignment === TOP_LEFT && isNear(positionY + height, baseHeight);
  const fromBelow = standsOnBottom ? 0 : baseHeight - positionY;
  const isUnmoved = (standsOnBottom || alignment === BOTTOM_LEFT) && isNear(positionX, fromBelow);
  const filledCanvas = isNear(positionX, 0) && isNear(width, baseWidth) && isNear(height, baseHeight);
  if (rotation !== 0) {
    return undefined;
  }
  if (isUnmoved && (fillsCanvas || filledCanvas)) {
    return transformAt(place, canvas);
  }
  return standsOnBottom ? { positionY: baseHeight, alignment: BOTTOM_LEFT } : undefined;
}

/** OBS computes with 32-bit fractions. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < 1;
}

async function moveItems(
  obs: Obs,
  name: string,
  moved: (item: Transform) => Partial<Transform> | undefined,
): Promise<void> {
  const { scenes } = v.parse(SceneList, await obs.call('GetSceneList'));
  for (const { sceneName } of scenes) {
    const { sceneItems } = v.parse(SceneItems, await obs.call('GetSceneItemList', { sceneName }));
    for (const { sceneItemId, sourceName, sceneItemTransform: item } of sceneItems) {
      const sceneItemTransform = sourceName === name ? moved(item) : undefined;
      if (sceneItemTransform !== undefined) {
        await obs.call('SetSceneItemTransform', { sceneName, sceneItemId, sceneItemTransform });
      }
    }
  }
}

/**
 * Resolves to the address of the reloaded page; undefined without such a source. `now`: address that the source gets
 * instead of the one it has.
 */
export async function reloadBrowserSource(
  obs: Obs,
  name: string,
  now: (url: string) => Promise<string>,
): Promise<{ readonly before: string; readonly url: string } | undefined> {
  if (!(await exists(obs, name))) {
    return undefined;
  }
  const { inputSettings } = v.parse(Settings, await obs.call('GetInputSettings', { inputName: name }));
  const before = inputSettings.url;
  const url = await now(before);
  if (url !== before) {
    await obs.call('SetInputSettings', { inputName: name, inputSettings: { url } });
  }
  await reload(obs, name);
  return { before, url };
}

/** Rejects for a source of another kind. */
export async function exists(obs: Obs, name: string): Promise<boolean> {
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
