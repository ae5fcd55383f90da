/** Steps of analyzing a recording, of one file or several in order. The caller decides when each is done. */
import type { Finder } from '../collection/finder.ts';
import { PEAK_FRAMES_A_FRAME, type Peak } from '../collection/peaks.ts';
import { BANDS, type Description, FRAMES_PER_SECOND } from '../describe.ts';
import { type Features, featuresOf } from '../features.ts';
import { evidenceFor } from './evidence.ts';
import { traceFurther } from './further.ts';
import { closeGaps } from './gaps.ts';
import { type Hit, type Line, linesOf } from './lines.ts';
import type { UnheardAnswer } from './messages.ts';
import type { Scan } from './scan.ts';
import { endOf, STEP, slowFeaturesOf, type Trace, trace } from './trace.ts';
import { type HeardEntry, tracklistOf } from './tracklist.ts';
import { ContourSearch, EVERY_FRAMES } from './unheard.ts';
import { coarseToFine, EVERY, hitsOf, placesIn, windowsIn } from './window-search.ts';

/** Frames of peaks from one window to the next. */
const WINDOW_FRAMES = EVERY * FRAMES_PER_SECOND * PEAK_FRAMES_A_FRAME;
/** Peaks read at once: several minutes. */
const PEAKS_AT_ONCE = 8_192;
/** Tracks whose features are kept, which take some hundred kilobytes each. */
const MOST_KEPT = 12;
/** Seconds by which a line may be off a trace that already follows it. */
const SAME_LINE = 1.5;

export interface Pieces {
  /** Description of a track, for which `traceLine` was called before. */
  description(path: string): Description;
}

export class Analysis {
  readonly #scans: readonly { readonly scan: Scan; readonly from: number }[];
  readonly #frames: number;
  readonly #hits: Hit[] = [];
  readonly #traces: Trace[] = [];
  /** Tracks with marks of a window, by its number. Most are there by chance. */
  readonly #likely = new Map<number, ReadonlySet<string>>();

  constructor(scans: readonly Scan[]) {
    let from = 0;
    this.#scans = scans.map((scan) => {
      const placed = { scan, from };
      from += scan.state.frames;
      return placed;
    });
    this.#frames = from;
  }

  get seconds(): number {
    return this.#frames / FRAMES_PER_SECOND;
  }

  get windows(): number {
    return windowsIn(this.#frames * PEAK_FRAMES_A_FRAME);
  }

  /** Searches a window with each call. Yields the number of windows that are done. */
  *search(finder: Finder): Generator<number> {
    const peaks = this.#peaks();
    let near: Peak[] = [];
    const hits = (window: number): readonly Hit[] => {
      const to = (window + 2) * WINDOW_FRAMES;
      while ((near.at(-1)?.frame ?? 0) < to) {
        const { value } = peaks.next();
        if (value === undefined) {
          break;
        }
        near.push(value);
      }
      const places = placesIn(near, window * EVERY, finder);
      this.#likely.set(window, new Set(places.map(({ path }) => path)));
      const found = hitsOf(places, window * EVERY);
      this.#hits.push(...found);
      return found;
    };
    for (const done of coarseToFine(this.windows, hits)) {
      near = near.filter(({ frame }) => frame >= (done - 1) * WINDOW_FRAMES);
      yield done;
    }
  }

  /** Likeliest first. */
  lines(): readonly Line[] {
    return linesOf(this.#hits.toSorted((one, other) => one.at - other.at));
  }

  /**
   * Compares stretches that no trace covers with the files of the collection, unless the recording is clear enough for
   * marks. Yields lines, which are to be traced before it goes on, and the part of the recording that is done, 0 to 1.
   */
  *searchUnheard(finder: Finder): Generator<UnheardAnswer> {
    if (this.#isClear) {
      return;
    }
    const search = new ContourSearch();
    for (let middle = EVERY_FRAMES; middle < this.#frames; middle += EVERY_FRAMES) {
      const moment = Math.round(middle / STEP);
      if (!this.#isHeard(moment)) {
        const lines = search.search(middle, this.#sound, finder.contours(this.#likelyAround(middle)));
        yield { lines, done: middle / this.#frames };
      }
    }
  }

  readonly #isHeard = (moment: number): boolean =>
    this.#traces.some((one) => one.from <= moment && moment < endOf(one));

  /** Looks for more of a track in the stretches beside its traces that no trace covers. */
  #traceFurther(path: string, description: Description): void {
    const piece = slowFeaturesOf(description);
    const recording = { sound: this.#sound, moments: this.#moments, isHeard: this.#isHeard };
    for (const known of this.#traces.filter((one) => one.path === path)) {
      for (const way of [-1, 1] as const) {
        let end: Trace | undefined = known;
        while (end !== undefined) {
          end = traceFurther(end, way, piece, recording);
          this.#traces.push(...(end === undefined ? [] : [end]));
        }
      }
    }
  }

  /** Whether marks are enough: less of what was traced is faint than not. */
  get #isClear(): boolean {
    const lengthOf = (isFaint: boolean): number =>
      this.#traces.reduce((sum, one) => sum + (one.isFaint === isFaint ? one.positions.length : 0), 0);
    return lengthOf(false) > lengthOf(true);
  }

  /** Tracks with marks of the windows around a frame. */
  #likelyAround(middle: number): ReadonlySet<string> {
    const windowOf = (frame: number): number => Math.floor(frame / FRAMES_PER_SECOND / EVERY);
    const [first, last] = [windowOf(middle - EVERY_FRAMES), windowOf(middle + EVERY_FRAMES)];
    return new Set(
      [...this.#likely].flatMap(([window, paths]) => (first <= window && window <= last ? [...paths] : [])),
    );
  }

  /** Follows the track of a line, unless that was done by an earlier line. */
  traceLine({ path, anchors }: Line, description: Description): void {
    const left = anchors.filter((hit) => !this.#traces.some((one) => one.path === path && isOn(one, hit)));
    const found =
      left.length < anchors.length ? undefined : trace(left, description, this.#sound, this.#moments);
    if (found !== undefined) {
      this.#traces.push(found);
    }
  }

  get traced(): ReadonlySet<string> {
    return new Set(this.#traces.map(({ path }) => path));
  }

  result(pieces: Pieces): readonly HeardEntry[] {
    let traces: readonly Trace[] = this.#traces;
    if (!this.#isClear) {
      for (const path of this.traced) {
        this.#traceFurther(path, pieces.description(path));
      }
      traces = closeGaps(this.#traces, (path) => pieces.description(path), this.#sound);
    }
    const kept = new Map<string, Features>();
    const features = (path: string): Features => {
      const one = kept.get(path) ?? featuresOf(pieces.description(path));
      kept.delete(path);
      kept.set(path, one);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) {
        kept.delete(oldest);
      }
      return one;
    };
    return tracklistOf([...evidenceFor(traces, features, this.#sound, this.#moments)]);
  }

  get #moments(): number {
    return Math.ceil(this.#frames / STEP);
  }

  readonly #sound = (pitch: number, from: number, to: number): Description => {
    const description = new Uint8Array((to - from) * BANDS);
    for (const { scan, from: begins } of this.#scans) {
      const first = Math.max(from, begins);
      const last = Math.min(to, begins + scan.state.frames);
      if (first < last) {
        description.set(scan.description(pitch, first - begins, last - begins), (first - from) * BANDS);
      }
    }
    return description;
  };

  *#peaks(): Generator<Peak> {
    for (const { scan, from } of this.#scans) {
      for (let at = 0; at < scan.state.peaks; at += PEAKS_AT_ONCE) {
        for (const { frame, pitch } of scan.peaks(at, PEAKS_AT_ONCE)) {
          yield { frame: frame + from * PEAK_FRAMES_A_FRAME, pitch };
        }
      }
    }
  }
}

function isOn({ from, positions, tempos }: Trace, { at, offset }: Hit): boolean {
  const moment = Math.round(((at + EVERY) * FRAMES_PER_SECOND) / STEP) - from;
  const position = positions[moment];
  const expected = (offset + EVERY * (tempos[moment] ?? 1)) * FRAMES_PER_SECOND;
  // Positions are at the end of a window, three seconds later.
  const end = expected + 3 * FRAMES_PER_SECOND * (tempos[moment] ?? 1);
  return position !== undefined && Math.abs(position - end) < SAME_LINE * FRAMES_PER_SECOND;
}
