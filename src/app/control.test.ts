import { describe, expect, test } from 'vitest';
import { A, pipelineUnderTest } from '../../test/support/pipeline.ts';
import { transition } from '../../test/support/tracks.ts';
import type { Source } from '../core/contracts.ts';
import type { SaveOutcome, SettingsStore } from '../web/index.ts';
import type { SaveRequest } from '../web/wire/settings.ts';
import { createControl } from './control.ts';

const SOURCE: Source = { run: async () => undefined, health: () => ({ watching: 'nothing' }) };
const source = () => SOURCE;

const SAVED: SaveOutcome = { outcome: 'saved', revision: 'r2', changed: [], needRestart: [] };

function open(items: readonly string[], outcome = SAVED) {
  const { pipeline } = pipelineUnderTest();
  const saved: SaveRequest[] = [];
  const settings = {
    read: async () => ({ revision: 'r1', options: [{ name: 'hide.tracks', items }] }),
    async save(request: SaveRequest) {
      saved.push(request);
      return outcome;
    },
  } as unknown as SettingsStore;
  return { pipeline, saved, control: createControl(source, pipeline, () => [], settings) };
}

describe('hiding a track the next time', () => {
  test('adds it to those that are listed', async () => {
    const { pipeline, saved, control } = open(['Bo - Red']);
    pipeline.transition(A);
    expect(await control.hideNextTime()).toBeUndefined();
    expect(saved).toEqual([{ revision: 'r1', set: { 'hide.tracks': ['Bo - Red', 'Ada - Blue'] } }]);
  });

  test('writes nothing that is written already', async () => {
    const { pipeline, saved, control } = open(['Ada - Blue']);
    pipeline.transition(A);
    expect(await control.hideNextTime()).toBeUndefined();
    expect(saved).toEqual([]);
  });

  test.each([
    ['nothing is on air', undefined],
    ['the track on air has no name to recognize it by', transition({})],
  ])('is refused because %s', async (reason, played) => {
    const { pipeline, saved, control } = open([]);
    if (played !== undefined) {
      pipeline.transition(played);
    }
    expect(await control.hideNextTime()).toBe(reason);
    expect(saved).toEqual([]);
  });

  test('says why it could not be saved, or that there is no file', async () => {
    const { pipeline, control } = open([], { outcome: 'failed', reason: 'the disk is full' });
    pipeline.transition(A);
    expect(await control.hideNextTime()).toBe('the disk is full');
    expect(await createControl(source, pipeline, () => []).hideNextTime()).toContain('no configuration file');
  });
});
