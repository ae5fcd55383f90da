import { StagelinqError } from '../../../packages/stagelinq/src/errors.ts';
import { measureFirst, measureFrames, Splitter } from '../../../packages/stagelinq/src/framing.ts';
import { parseLibraryChange } from '../../../packages/stagelinq/src/messages/broadcast.ts';
import { directoryCodec, measureDirectory } from '../../../packages/stagelinq/src/messages/directory.ts';
import { StateDecoder } from '../../../packages/stagelinq/src/messages/state-decoder.ts';
import { stateCodec } from '../../../packages/stagelinq/src/messages/state-map.ts';
import {
  beatFixtures,
  broadcastFixtures,
  directoryFixtures,
  discoveryFixtures,
  fileFixtures,
  stateFixtures,
} from '../../../packages/stagelinq/src/testing/fixtures.ts';
import { bytesOf } from '../../../packages/wire-kit/src/testing/fixtures.ts';
import { acceptedBy, checkCodec, type FuzzTarget, hold, pieces } from '../target.ts';

const TABLES = [discoveryFixtures, directoryFixtures, stateFixtures, beatFixtures, broadcastFixtures];
const LIMIT = 64 * 1024;

function connection(): Buffer {
  const opening = directoryFixtures.rows[0]?.value;
  const frames = stateFixtures.rows.map(({ value }) => stateCodec.encode(value));
  return Buffer.concat([...(opening === undefined ? [] : [directoryCodec.encode(opening)]), ...frames]);
}

export const stagelinq: FuzzTarget = {
  seeds: [...TABLES.flatMap(({ rows }) => rows.map(bytesOf)), connection()],
  run(bytes) {
    for (const { codec } of TABLES) {
      checkCodec(codec, StagelinqError, bytes);
    }
    parseLibraryChange(bytes.toString());
    const whole = eventsOf(bytes, bytes.length);
    hold(
      JSON.stringify(whole) === JSON.stringify(eventsOf(bytes, 1 + (bytes[0] ?? 0))),
      'in other pieces, other messages come out',
    );
  },
};

/** `size`: of the arriving pieces. */
function eventsOf(bytes: Buffer, size: number): readonly unknown[] {
  const splitter = new Splitter(measureFirst(measureDirectory, measureFrames(LIMIT)));
  const decoder = new StateDecoder();
  const events: unknown[] = [];
  acceptedBy(StagelinqError, () => {
    for (const piece of pieces(bytes, size)) {
      splitter.push(piece, (message, start, end) => {
        events.push(end - start);
        decoder.decode(message, start, end, {
          value: (path, value) => events.push([path, value]),
          badValue: (path) => events.push([path]),
        });
      });
      hold(splitter.held <= LIMIT + 4, 'more is held than the limit allows');
    }
  });
  return events;
}

export const fileTransfer: FuzzTarget = {
  seeds: fileFixtures.rows.map(bytesOf),
  run: (bytes) => checkCodec(fileFixtures.codec, StagelinqError, bytes),
};
