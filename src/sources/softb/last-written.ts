import { join } from 'node:path';
import type { Clock, Disk } from '../../core/tools.ts';
import { pause } from '../../core/waiting.ts';
import type { HistoryLocation } from './locations.ts';

type Reads = Pick<Disk, 'stat' | 'list'>;

/** Longer than most tracks: a program that rests for so long is not the DJ's. */
const RESTS_MS = 10 * 60_000;
const LOOK_EVERY_MS = 2000;

/** Histories of the program that wrote last come first. Serato DJ 4 stays before 3, whose files it may write, too. */
export async function lastWrittenFirst(
  places: readonly HistoryLocation[],
  disk: Reads,
): Promise<readonly HistoryLocation[]> {
  const writtenAt = await writes(places, disk);
  return places.toSorted((one, other) => writtenAt(isMixxx(other)) - writtenAt(isMixxx(one)));
}

/** Resolves to true when the other program writes while this one rests. */
export async function untilReplaced(
  { program }: HistoryLocation,
  places: readonly HistoryLocation[],
  { clock, disk }: { readonly clock: Clock; readonly disk: Reads },
  signal: AbortSignal,
): Promise<boolean> {
  const own = program === 'Mixxx';
  while (!signal.aborted && places.some((place) => isMixxx(place) !== own)) {
    await pause(clock, LOOK_EVERY_MS, signal);
    const writtenAt = await writes(places, disk);
    if (writtenAt(!own) > writtenAt(own) + RESTS_MS) {
      return true;
    }
  }
  return false;
}

/** Epoch milliseconds of the last write of Mixxx, or of Serato; 0 without. */
async function writes(
  places: readonly HistoryLocation[],
  disk: Reads,
): Promise<(ofMixxx: boolean) => number> {
  const times = await Promise.all(
    places.map(async (place) => ({ place, at: await writtenAt(place, disk).catch(() => 0) })),
  );
  return (ofMixxx) =>
    Math.max(0, ...times.filter(({ place }) => isMixxx(place) === ofMixxx).map(({ at }) => at));
}

function isMixxx({ program }: HistoryLocation): boolean {
  return program === 'Mixxx';
}

async function writtenAt({ program, path }: HistoryLocation, disk: Reads): Promise<number> {
  const files =
    program === 'Serato DJ 3'
      ? (await disk.list(path)).map((name) => join(path, name))
      : [path, `${path}-wal`];
  const states = await Promise.all(files.map((file) => disk.stat(file)));
  // Reading makes an empty log beside a database.
  return Math.max(0, ...states.map((state) => (state?.size ? state.modifiedMs : 0)));
}
