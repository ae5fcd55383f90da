import type { SceneTrack } from '../../themes/shared/v1/timeline.js';

/** A visible track of which a test names only what matters to it. */
export function wireTrack(change: Partial<SceneTrack>): SceneTrack {
  return {
    id: 'run-1',
    artist: 'Nightjar Avenue',
    title: 'Paper Lanterns',
    album: '',
    genre: 'House',
    label: '',
    remixer: '',
    comment: '',
    key: '',
    bpm: 0,
    year: 0,
    isrc: '',
    durationMs: 361_000,
    position: 1,
    startedAt: '2026-01-01T20:00:00.000Z',
    elapsed: '00:00:00',
    art: null,
    code: null,
    source: 'hwdevice',
    deck: '1',
    previous: [],
    ...change,
  };
}
