/**
 * How soon tracks of the collection are named while a set of known truth plays, with nothing but its sound; and, side
 * by side, what the tracklist of its recording says afterwards.
 */
import { join } from 'node:path';
import type { CollectionTrack } from '../../src/core/contracts/hearing.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { numbersFrom } from '../../test/support/music.ts';
import { type Figure, type Measurement, percentile, withFolder } from '../measure.ts';
import { collected, REAL } from './collection.ts';
import { Ear, STEP } from './ear.ts';
import { type RecordedSet, recordedSet, type TruePlay, writeSet } from './recorded-set.ts';
import { decoded, partedMusic } from './sets.ts';
import { outcomeOf, type Outcome as Recorded, tracklist } from './tracklist.ts';

/** `HEARING_SETS=4 HEARING_TRACKS=33 npm run bench -- hearing-live` for more. */
const SETS = Number(process.env.HEARING_SETS ?? 1);
const TRACKS = Number(process.env.HEARING_TRACKS ?? 16);
/** Tracks that begin somewhere within them, and how long each plays. */
const BEGUN = Number(process.env.HEARING_BEGUN ?? 20);
const BEGUN_FOR_S = 60;
/** Seconds that the program needs to read half a minute of a file. */
const PART_SECONDS = Number(process.env.HEARING_READ ?? 0.5);

export const hearingLive: Measurement = {
  name: 'hearing-live',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const { insiders, outsiders } = partedMusic();
      const known = await collected(insiders);
      const first = await firstNames(known);
      const changes: number[] = [];
      const recorded: Recorded[] = [];
      let wrong = 0;
      for (let seed = 1; seed <= SETS; seed += 1) {
        const set = recordedSet({
          seed,
          tracks: TRACKS,
          known: known.map(({ path }) => path),
          foreign: outsiders,
          folder,
        });
        const outcome = await heard(set, known);
        changes.push(...outcome.delays);
        wrong += outcome.wrong;
        const recording = join(folder, `set-${seed}.wav`);
        writeSet(recording, set.sound);
        recorded.push(outcomeOf(set, await tracklist(recording, join(folder, `scan-${seed}`), REAL)));
      }
      const named = changes.filter(Number.isFinite).length;
      const sum = (value: (one: Recorded) => number): number =>
        recorded.reduce((all, one) => all + value(one), 0);
      return [
        delayed('the first name after the sound begins', first.delays, 12),
        delayed('a name after its track has become the louder one', changes, 8),
        {
          what: 'names of tracks that do not play',
          unit: 'times',
          ours: first.wrong + wrong,
          against: 'tracks',
          theirs: first.delays.length + changes.length,
          wanted: { bound: 'at most', value: 0 },
        },
        {
          what: 'tracks that the list of the recording has',
          unit: '%',
          ours: (100 * sum((one) => one.found)) / sum((one) => one.played),
          against: 'named live',
          theirs: (100 * named) / changes.length,
          wanted: { bound: 'at least', value: 95 },
        },
        ...(
          [
            [0.5, 1],
            [0.95, 5],
          ] as const
        ).map(
          ([share, most]): Figure => ({
            what: `from the change to where the list of the recording has it, ${share === 0.5 ? 'median' : '95th percentile'}`,
            unit: 's',
            ours: percentile(
              recorded.flatMap((one) => one.errors),
              share,
            ),
            against: 'live',
            theirs: percentile(changes, share),
            wanted: { bound: 'at most', value: most },
          }),
        ),
      ];
    });
  },
};

function delayed(what: string, delays: readonly number[], most: number): Figure {
  return {
    what: `${what}, median`,
    unit: 's',
    ours: percentile(delays, 0.5),
    against: '95th percentile',
    theirs: percentile(delays, 0.95),
    wanted: { bound: 'at most', value: most },
  };
}

interface Outcome {
  /** Seconds; infinity for tracks that were not named. */
  readonly delays: readonly number[];
  readonly wrong: number;
}

async function firstNames(known: readonly CollectionTrack[]): Promise<Outcome> {
  const next = numbersFrom(5);
  const delays: number[] = [];
  let wrong = 0;
  for (let n = 0; n < BEGUN; n += 1) {
    const { path = '', track } = known[Math.floor(next() * known.length)] ?? {};
    const ear = new Ear({ known, next, standIns: 0, partSeconds: PART_SECONDS });
    const sound = decoded(path, { from: next() < 0.5 ? 0 : 20, seconds: BEGUN_FOR_S });
    const name = `${track?.artist} - ${track?.title}`;
    let at = 0;
    while (at < sound.length && !ear.named.includes(name)) {
      await ear.receive(sound.subarray(at, at + STEP));
      at += STEP;
    }
    delays.push(ear.named.includes(name) ? at / SAMPLE_RATE : Number.POSITIVE_INFINITY);
    wrong += ear.named.filter((one) => one !== name).length;
    if (process.env.HEARING_DETAILS) {
      process.stderr.write(`first ${(at / SAMPLE_RATE).toFixed(1)} ${name} ${JSON.stringify(ear.named)}\n`);
    }
    await ear.close();
  }
  return { delays, wrong };
}

async function heard({ sound, plays }: RecordedSet, known: readonly CollectionTrack[]): Promise<Outcome> {
  const names = new Map(known.map(({ path, track }) => [path, `${track.artist} - ${track.title}`]));
  const ear = new Ear({ known, next: numbersFrom(5), standIns: 0, partSeconds: PART_SECONDS });
  const namedAt: { readonly name: string; readonly at: number }[] = [];
  for (let at = 0; at < sound.length; at += STEP) {
    const before = ear.named.length;
    await ear.receive(sound.subarray(at, at + STEP));
    const seconds = (at + STEP) / SAMPLE_RATE;
    namedAt.push(...ear.named.slice(before).map((name) => ({ name, at: seconds })));
  }
  await ear.close();
  const playing = ({ opens, closes }: TruePlay, at: number): boolean => at >= opens && at <= closes + 10;
  const own = plays.filter(({ isForeign }) => !isForeign);
  const delays = own.slice(1).map((play) => {
    const named = namedAt.find(({ name, at }) => name === names.get(play.file) && playing(play, at));
    return named === undefined ? Number.POSITIVE_INFINITY : Math.max(0, named.at - play.from);
  });
  const wrong = namedAt.filter(({ name, at }) =>
    own.every((play) => names.get(play.file) !== name || !playing(play, at)),
  );
  if (process.env.HEARING_DETAILS) {
    for (const [n, play] of own.slice(1).entries()) {
      process.stderr.write(
        `change ${delays[n]?.toFixed(1)} ${names.get(play.file)} opens ${play.opens.toFixed(0)} from ${play.from.toFixed(0)} until ${play.until.toFixed(0)} closes ${play.closes.toFixed(0)}\n`,
      );
    }
    for (const one of wrong) {
      process.stderr.write(`WRONG ${one.at} ${one.name}\n`);
    }
  }
  return { delays, wrong: wrong.length };
}
