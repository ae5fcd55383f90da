/** Records players and replays them to the program, which publishes the same tracks without names. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlaying, messageIn, STATUS_PORT, statusCodec } from '@deckcast/prodjlink';
import { readRecordingLine } from '@deckcast/wire-kit/recording';
import { expect, test } from 'vitest';
import { afterTest } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { FULL_LENGTH } from '../support/full-length.ts';
import { PATIENCE_MS, waitForFile } from '../support/wait.ts';
import { LinkStage, loadAndPlay } from './booth.ts';

const SET = [
  '{"device": "left", "model": "CDJ-2000nexus", "player": 1}',
  '{"device": "right", "model": "CDJ-3000", "player": 2}',
  '{"device": "mixer", "model": "DJM-900NXS2"}',
  '{"track": "one", "artist": "Paper Lanterns", "title": "Slow Elevator"}',
  '{"track": "two", "artist": "Mara Quill", "title": "夜のバス"}',
];
const ONE = 'Paper Lanterns - Slow Elevator';
const TWO = 'Mara Quill - 夜のバス';
/** Names in a replay: ids on the medium of the track. */
const AGAIN = ['USB of player 1 - Track 1', 'USB of player 1 - Track 2'];

const GOLDEN = new URL('../golden/prodjlink.jsonl', import.meta.url);

const LEFT = { device: 'left', deck: 1 };
const RIGHT = { device: 'right', deck: 1 };

/** A replay does not wait for the program, so the clock is slow enough for a busy computer. */
const REPLAY_PACE = 0.5;

async function open(set: readonly string[], pace?: number): Promise<LinkStage> {
  const stage = await LinkStage.open(set, pace);
  afterTest(() => stage.close());
  return stage;
}

/** Whether the last recorded status of the player is paused. */
function hasPaused(player: number, recording: string): boolean {
  const states = recording
    .split('\n')
    .map(readRecordingLine)
    .flatMap((line) => (line?.event === 'datagram' && line.port === STATUS_PORT ? line.bytes : []))
    .map((bytes) => messageIn(statusCodec, Buffer.from(bytes, 'hex')))
    .filter((message) => message?.kind === 'status')
    .filter(({ number }) => number === player);
  const last = states.at(-1);
  return last !== undefined && !isPlaying(last);
}

/** Replays a recording, of which the program must publish these tracks. */
async function replayed(recording: string, tracks: readonly string[]): Promise<LinkStage> {
  const stage = await open(recording.split('\n'), REPLAY_PACE);
  const program = await stage.start();
  // Separate time limits, because a replay takes four times as long as the recording did on a busy computer.
  for (const [index] of tracks.entries()) {
    await program.waitForLine(`position=${index + 1} `);
  }
  await stage.published(...tracks);
  return stage;
}

test('a recorded evening replays to the same tracks, named by id', {
  timeout: 5 * PATIENCE_MS,
}, async () => {
  const file = join(await testFolder(), 'evening.jsonl');
  const evening = await open(SET);
  const program = await evening.start(`--prodjlink.record=${file}`);
  await program.waitForLine('announced to the players, as a guest');
  await evening.knowsMedium(program, 2);
  await evening.does({ do: 'fader', deck: LEFT, level: 1, over: 0 }, ...loadAndPlay(LEFT, 'one'));
  await evening.published(ONE);
  await evening.does(...loadAndPlay(RIGHT, 'two'), { do: 'fade', from: LEFT, to: RIGHT, over: 1 });
  await evening.published(ONE, TWO);
  // A stopping program limits its wait for the disk.
  await evening.does({ do: 'pause', deck: LEFT });
  await waitForFile(
    file,
    (text) => hasPaused(1, text),
    () => program.evidence,
  );
  await evening.sent();

  const recording = await readFile(file, 'utf8');
  const lines = recording.trimEnd().split('\n').map(readRecordingLine);
  expect(lines).not.toContain(undefined);
  expect(lines[0]).toMatchObject({ event: 'start', source: 'prodjlink' });
  // The recording has no packet of the program.
  expect(recording).not.toContain('10.77.0.1"');

  // Before a release also a recording of another network, concurrently, because replays mostly wait.
  const golden = FULL_LENGTH ? [await readFile(GOLDEN, 'utf8')] : [];
  const [again] = await Promise.all([
    replayed(recording, AGAIN),
    ...golden.map((one) => replayed(one, [...AGAIN, 'USB of player 2 - Track 1'])),
  ]);
  // The program stays polite on a replayed network.
  await again.sent();
});
