import type { BrowserSource } from './browser-source.ts';

const SCENE = 'deckcast';
/** OBS_ALIGN_LEFT | OBS_ALIGN_TOP. */
const TOP_LEFT = 5;

/** Minimal scene collection (basic/scenes/*.json). OBS 28 to 32 add the rest. */
export function sceneCollection({
  name,
  url,
  width,
  height,
}: Pick<BrowserSource, 'name' | 'url' | 'width' | 'height'>): string {
  const scene = name === SCENE ? `${SCENE} scene` : SCENE;
  const item = {
    id: 1,
    name,
    visible: true,
    locked: false,
    align: TOP_LEFT,
    pos: { x: 0, y: 0 },
    rot: 0,
    scale: { x: 1, y: 1 },
    bounds_type: 0,
    bounds_align: 0,
    bounds: { x: 0, y: 0 },
    crop_left: 0,
    crop_top: 0,
    crop_right: 0,
    crop_bottom: 0,
  };
  const collection = {
    name: SCENE,
    current_scene: scene,
    current_program_scene: scene,
    scene_order: [{ name: scene }],
    sources: [
      { id: 'browser_source', versioned_id: 'browser_source', name, settings: { url, width, height } },
      { id: 'scene', versioned_id: 'scene', name: scene, settings: { id_counter: 1, items: [item] } },
    ],
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}
