import { describe, expect, test } from 'vitest';
import type { SaveOutcome, SettingsStore } from '../../web/index.ts';
import type { SaveRequest } from '../../web/requests.ts';
import { listHidden } from './list-hidden.ts';

const SAVED: SaveOutcome = { outcome: 'saved', revision: 'r2', changed: [], needRestart: [] };

function open(items: readonly string[], outcome = SAVED, conflicts: SaveOutcome[] = []) {
  const saved: SaveRequest[] = [];
  const settings = {
    read: async () => ({ revision: 'r1', options: [{ name: 'hide.tracks', items }] }),
    async save(request: SaveRequest) {
      saved.push(request);
      return conflicts.pop() ?? outcome;
    },
  } as unknown as SettingsStore;
  return { settings, saved };
}

describe('listHidden', () => {
  test('adds an entry', async () => {
    const { settings, saved } = open(['Bo - Red']);
    expect(await listHidden(settings, 'Ada - Blue', true)).toBeUndefined();
    expect(saved).toEqual([{ revision: 'r1', set: { 'hide.tracks': ['Bo - Red', 'Ada - Blue'] } }]);
  });

  test('skips an existing entry', async () => {
    const { settings, saved } = open(['Ada - Blue']);
    expect(await listHidden(settings, 'Ada - Blue', true)).toBeUndefined();
    expect(saved).toEqual([]);
  });

  test('removes an entry', async () => {
    const { settings, saved } = open(['Bo - Red', 'Ada - Blue']);
    expect(await listHidden(settings, 'Bo - Red', false)).toBeUndefined();
    expect(saved).toEqual([{ revision: 'r1', set: { 'hide.tracks': ['Ada - Blue'] } }]);
  });

  test('treats every spelling of an entry as the same', async () => {
    const { settings, saved } = open(['ada \u2013 BLUE', 'Bo - Red', 'Ada - Blue']);
    expect(await listHidden(settings, 'Ada - Blue', true)).toBeUndefined();
    expect(await listHidden(settings, 'Ada - Blue', false)).toBeUndefined();
    expect(saved).toEqual([{ revision: 'r1', set: { 'hide.tracks': ['Bo - Red'] } }]);
  });

  test('saves once more if another change came first, and gives up at the third', async () => {
    const conflict: SaveOutcome = { outcome: 'conflict', revision: 'r2', reason: 'changed meanwhile' };
    const { settings, saved } = open([], SAVED, [conflict, conflict]);
    expect(await listHidden(settings, 'Ada - Blue', true)).toBeUndefined();
    expect(saved).toHaveLength(3);
    expect(await listHidden(open([], conflict).settings, 'Ada - Blue', true)).toBe('changed meanwhile');
  });

  test('resolves to the reason for a failed save', async () => {
    const { settings } = open([], { outcome: 'failed', reason: 'the disk is full' });
    expect(await listHidden(settings, 'Ada - Blue', true)).toBe('the disk is full');
  });
});
