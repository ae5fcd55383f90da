/** Groups what the search found into lines: a track that plays on at one tempo. Pure. */

/** A window of the recording may be this part of a track. */
export interface Hit {
  readonly path: string;
  /** Start of the window in the recording, and in the track; seconds. */
  readonly at: number;
  readonly offset: number;
  readonly tempo: number;
  readonly votes: number;
}

export interface Line {
  readonly path: string;
  /** The most certain hits, best first. */
  readonly anchors: readonly Hit[];
  readonly votes: number;
}

/** Seconds by which a hit may lie beside its line, and more for each second since the line's last hit. */
const BESIDE = 1;
const BESIDE_A_SECOND = 0.02;
/** Seconds without a hit after which a line ends. */
const GAP = 90;
/** Votes of a line, and seconds between its first and last hit; or votes of a single hit. Chance reaches less. */
const ENOUGH = 16;
const LONG = 8;
const ENOUGH_ALONE = 14;
const ANCHORS = 3;

interface Open {
  readonly path: string;
  readonly hits: Hit[];
}

/** `hits`: by time. Returns the lines with the most votes first. */
export function linesOf(hits: readonly Hit[]): readonly Line[] {
  const open = new Map<string, Open[]>();
  for (const hit of hits) {
    const own = open.get(hit.path) ?? [];
    open.set(hit.path, own);
    const line = own.findLast(({ hits: before }) => continues(before.at(-1), hit));
    if (line === undefined) {
      own.push({ path: hit.path, hits: [hit] });
    } else {
      line.hits.push(hit);
    }
  }
  return [...open.values()]
    .flat()
    .filter(({ hits: own }) => isLikely(own))
    .map(({ path, hits: own }) => ({
      path,
      anchors: own.toSorted((one, other) => other.votes - one.votes).slice(0, ANCHORS),
      votes: votesOf(own),
    }))
    .sort((one, other) => other.votes - one.votes);
}

/** Returns whether the track plays on from one hit to the other. */
export function continues(last: Hit | undefined, hit: Hit | undefined): boolean {
  if (
    last === undefined ||
    hit === undefined ||
    last.path !== hit.path ||
    hit.at === last.at ||
    hit.at - last.at > GAP
  ) {
    return false;
  }
  const passed = hit.at - last.at;
  const expected = last.offset + (passed * (last.tempo + hit.tempo)) / 2;
  return Math.abs(hit.offset - expected) < BESIDE + BESIDE_A_SECOND * passed;
}

function isLikely(hits: readonly Hit[]): boolean {
  const [first] = hits;
  const last = hits.at(-1);
  const length = (last?.at ?? 0) - (first?.at ?? 0);
  return (length >= LONG && votesOf(hits) >= ENOUGH) || hits.some(({ votes }) => votes >= ENOUGH_ALONE);
}

function votesOf(hits: readonly Hit[]): number {
  return hits.reduce((sum, { votes }) => sum + votes, 0);
}
