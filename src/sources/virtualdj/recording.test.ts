/** A recording is played again: the same is published, whatever surprises VirtualDJ had. */
import { expect, onTestFinished, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import { pipelineUnderTest } from '../../../test/support/pipeline.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { Secret } from '../../core/option.ts';
import { SimulatedVirtualDj } from '../../simulator/index.ts';
import { parseSet } from '../../simulator/set-file.ts';
import { ReplayedVirtualDj } from '../../simulator/software/replayed-virtualdj.ts';
import { virtualDjOptions } from './options.ts';
import { VirtualDjSource } from './source.ts';

const PASSWORD = 'only-we-know';

/** A deckcast that watches this VirtualDJ, on a clock of its own, and records it. */
async function watching(virtualDj: SimulatedVirtualDj) {
  const show = pipelineUnderTest();
  await show.hideTitles('^Hidden');
  const disk = memoryDisk();
  const settings = settingsOf(virtualDjOptions, {
    'virtualdj.url': 'http://127.0.0.1',
    'virtualdj.token': new Secret(PASSWORD),
    'virtualdj.record': 'evening.jsonl',
  });
  const stop = new AbortController();
  const { clock, log } = show;
  const source = new VirtualDjSource(settings, { clock, disk, log, fetch: virtualDj.fetch });
  const ended = source.run(show.pipeline, stop.signal);
  onTestFinished(() => show.pipeline.stop());
  return {
    show,
    stop: stop.signal,
    /** What was recorded. */
    async close(): Promise<string> {
      stop.abort();
      await ended;
      return Buffer.from(disk.files.get('evening.jsonl') ?? '').toString();
    },
  };
}

async function replayed(recording: string): Promise<readonly string[]> {
  const parsed = parseSet(recording, 'evening.jsonl');
  if (!parsed.ok || parsed.on !== 'virtualdj') {
    throw new Error('it is no recording of a VirtualDJ');
  }
  const virtualDj = new ReplayedVirtualDj();
  const { show, stop, close } = await watching(virtualDj);
  const over = virtualDj.replay(parsed.events, show.clock, stop);
  await show.clock.advance(40_000);
  await over;
  await close();
  return show.story();
}

test('of a set with hidden tracks, a track that changes while it is read, and a VirtualDJ that ends', async () => {
  const virtualDj = new SimulatedVirtualDj();
  virtualDj.password = PASSWORD;
  const { show, close } = await watching(virtualDj);
  const bring = async (deck: number, title: string): Promise<void> => {
    virtualDj.load(deck, { title, artist: `${title}'s artist` });
    await show.clock.advance(1_500);
    virtualDj.play(deck);
    virtualDj.volume(deck, 1);
    await show.clock.advance(1_500);
    virtualDj.volume(3 - deck, 0);
    await show.clock.advance(3_000);
  };
  await bring(1, 'One');
  await bring(2, 'Hidden');
  virtualDj.beforeAnswer = (script) => {
    if (script === 'deck 1 get_artist') {
      virtualDj.beforeAnswer = () => undefined;
      virtualDj.load(1, { title: 'Three', artist: 'Three is right' });
    }
  };
  await bring(1, 'Never seen');
  virtualDj.closed = true;
  await show.clock.advance(8_000);
  virtualDj.closed = false;
  await bring(2, 'Four');
  const recording = await close();
  expect(show.story()).toEqual(['track One', 'track (hidden)', 'track Three', 'track Four']);
  expect(recording).toContain('Hidden');
  expect(recording).not.toContain(PASSWORD);
  expect(await replayed(recording)).toEqual(show.story());
});
