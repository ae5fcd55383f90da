/** Updates the index to the existing files, a little per request. It may be killed at any moment. */

import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { splitArtistTitle } from '../../core/artist-title.ts';
import type { CollectionTrack } from '../../core/contracts/hearing.ts';
import { messageOf } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { isUnchanged, type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { readTags } from '../../host/audio-tags.ts';
import { contentId, IDENTIFYING_BYTES } from '../content.ts';
import { UndecodableError } from '../decode/errors.ts';
import { hasFfmpeg } from '../decode/ffmpeg.ts';
import { decodeFile } from '../decode/file.ts';
import { Describer } from '../describe.ts';
import type { Bits } from '../features.ts';
import { SAMPLE_RATE } from '../sound.ts';
import { Catalog, type Entry, entryAt } from './catalog.ts';
import { claim } from './claim.ts';
import { ContourMaker, Contours } from './contours.ts';
import { Marker } from './marks.ts';
import type { CollectAnswer, CollectRequest, FileState } from './messages.ts';
import { PEAK_FRAMES_A_FRAME, PeakFinder } from './peaks.ts';
import { FRAMES_A_PLACE } from './search.ts';
import { MarkList, type PlaceNumber } from './segment.ts';
import { Segments } from './segments.ts';
import { type FoundFile, Walk } from './walk.ts';

/** Seconds of sound per answer. */
const PART = 30;
/** Seconds. Longer files are sets or audio books. */
const LONGEST = 2 * 60 * 60;
/** Gap between tracks, so that no stretch of sound touches two. */
const GAP = 120;
/** Tracks described again after a kill. */
const WRITTEN_TOGETHER = 16;
/** Limit of the index in tenths of a second: 3,500 hours, or 730 MB. */
const MOST_PLACES = 2 ** 27;
/** Time per request while walking the folders. */
const LOOK_MS = 1_000;

type BeginRequest = Extract<CollectRequest, { readonly kind: 'begin' }>;

interface Described {
  readonly entry: Entry;
  readonly parts: AsyncGenerator<undefined, Sound>;
}

/** Length of a file in frames of peaks, and its contour. */
interface Sound {
  readonly frames: number;
  readonly contour: Bits;
}

export class Collector {
  readonly #catalog: Catalog;
  readonly #segments: Segments;
  readonly #contours: Contours;
  #waiting: FileState[] = [];
  #walk = new Walk([]);
  #isLooking = true;
  /** Tracks that DJ programs list, by path. */
  readonly #listed = new Map<string, Track>();
  #isListed = true;
  #absent = 0;
  /** Files that need ffmpeg can be read. */
  #hasFfmpeg = false;
  #gone: string[] = [];
  /** Indexed files, by content. */
  readonly #contents = new Map<string, Entry>();
  #current: Described | undefined;
  /** Described entries, not yet written. */
  #written: Entry[] = [];
  #list = new MarkList();
  #newContours: { readonly from: PlaceNumber; readonly contour: Bits }[] = [];
  /** Length of `#list` up to the last file described completely. */
  #finished = 0;
  #from: PlaceNumber = 0;
  #next: PlaceNumber = 0;
  #generation = 0;

  constructor(folder: string) {
    this.#catalog = new Catalog(folder);
    this.#segments = new Segments(folder);
    this.#contours = new Contours(folder);
  }

  /** Adds tracks to the collection wherever they are, under these names. Called before `begin`. */
  list(tracks: readonly CollectionTrack[]): CollectAnswer {
    for (const { path, track } of tracks) {
      this.#listed.set(path, namedBy(path, track));
    }
    return this.#answer();
  }

  /** Starts to find files, and which of them are new. */
  async begin({ folder, places, isListed, broken, generation }: BeginRequest) {
    this.#generation = generation;
    this.#isListed = isListed;
    await mkdir(folder, { recursive: true });
    claim(folder);
    this.#catalog.read();
    this.#catalog.tidy();
    this.#segments.read();
    this.#contours.read();
    this.#from = Math.max(this.#catalog.end, this.#segments.end);
    this.#next = this.#from;
    if (broken !== undefined) {
      await this.#exclude(broken);
    }
    const isWaitedFor = [...this.#catalog.entries.values()].some(({ needsFfmpeg }) => needsFfmpeg);
    this.#hasFfmpeg = isWaitedFor && (await hasFfmpeg());
    this.#walk = new Walk(places);
    await this.#look();
    return this.#answer();
  }

  /** Walks the folders for a moment. After the last call, new files are known. */
  async #look(): Promise<void> {
    await this.#walk.continueFor(LOOK_MS);
    if (!this.#walk.isOver) {
      return;
    }
    const { found, missing, blocked } = this.#walk;
    await this.#findListed(found);
    this.#rename();
    const known = [...this.#catalog.entries.values()];
    if (missing.length === 0 && blocked.length === 0 && this.#isListed) {
      this.#gone = known.flatMap(({ path }) => (found.has(path) || this.#listed.has(path) ? [] : [path]));
    }
    for (const entry of known) {
      this.#note(entry);
    }
    this.#waiting = [...found].flatMap(([path, now]) => (this.#isKnown(path, now) ? [] : [{ path, ...now }]));
    this.#isLooking = false;
    this.#dropGone();
  }

  /** A listed file may be on a disk that is not connected. */
  async #findListed(found: Map<string, FoundFile>): Promise<void> {
    for (const path of this.#listed.keys()) {
      const info = await stat(path).catch(() => undefined);
      if (info?.isFile()) {
        found.set(path, { size: info.size, modifiedMs: info.mtimeMs });
      } else {
        this.#absent += 1;
      }
    }
  }

  /** Updates names, which don't affect marks. */
  #rename(): void {
    const renamed = [...this.#catalog.entries.values()].flatMap((entry) => {
      const track = this.#listed.get(entry.path);
      return track === undefined || (entry.listed && isUnchanged(track, entry.track))
        ? []
        : [{ ...entry, track, listed: true }];
    });
    this.#catalog.put(renamed);
  }

  async next(): Promise<CollectAnswer> {
    if (this.#isLooking) {
      await this.#look();
      return this.#answer();
    }
    this.#current ??= await this.#beginNext();
    const current = this.#current;
    if (current !== undefined) {
      const { entry } = current;
      try {
        const { done, value } = await current.parts.next();
        if (done) {
          this.#finish(entry, value);
        }
      } catch (error) {
        this.#current = undefined;
        this.#list.cut(this.#finished);
        // If its disk was removed, the file is described again later.
        if (!(error instanceof UndecodableError && error.reason === 'missing')) {
          const needsFfmpeg = error instanceof UndecodableError && error.reason === 'needs-ffmpeg';
          this.#written.push({ ...entry, problem: messageOf(error), needsFfmpeg });
        }
      }
    }
    if (this.#isOver || this.#written.length >= WRITTEN_TOGETHER) {
      this.#write();
      this.#dropGone();
    }
    return this.#answer();
  }

  get #isOver(): boolean {
    return !this.#isLooking && this.#waiting.length === 0 && this.#current === undefined;
  }

  /** Called last, because moved files are recognized by their old entries. */
  #dropGone(): void {
    if (this.#isOver) {
      this.#catalog.drop(this.#gone);
      this.#gone = [];
    }
  }

  #note(entry: Entry): void {
    if (entry.problem === '' && this.#holds(entry)) {
      this.#contents.set(entry.content, entry);
    }
  }

  #answer(): CollectAnswer {
    const { entries } = this.#catalog;
    const unreadable = [...entries.values()].filter(({ problem }) => problem !== '');
    const waiting = this.#waiting.length + (this.#current === undefined ? 0 : 1);
    const known = entries.size - this.#gone.length + this.#written.length;
    const next = this.#current?.entry ?? this.#waiting[0];
    return {
      total: known + waiting,
      known,
      unreadable: unreadable.length,
      problem: unreadable[0]?.problem ?? '',
      missing: this.#walk.missing,
      blocked: this.#walk.blocked,
      unnamed: this.#walk.unnamed,
      loops: this.#walk.loops,
      isLooking: this.#isLooking,
      absent: this.#absent,
      file: next && { path: next.path, size: next.size, modifiedMs: next.modifiedMs },
      generation: this.#generation,
      isOver: this.#isOver,
    };
  }

  #isKnown(path: string, { size, modifiedMs }: FoundFile): boolean {
    const entry = this.#catalog.entries.get(path);
    return (
      entry !== undefined &&
      entry.size === size &&
      entry.modifiedMs === modifiedMs &&
      (entry.listed === this.#listed.has(path) || (entry.listed && !this.#isListed)) &&
      !(entry.needsFfmpeg && this.#hasFfmpeg) &&
      (entry.problem !== '' || this.#holds(entry))
    );
  }

  /** Opens the next file to describe. Moved files only get a new path. */
  async #beginNext(): Promise<Described | undefined> {
    const path = this.#waiting.shift()?.path;
    if (path === undefined) {
      return undefined;
    }
    const entry = await entryOf(path, this.#listed.get(path)).catch(() => undefined);
    if (entry === undefined) {
      return undefined;
    }
    const same = this.#contents.get(entry.content);
    if (same !== undefined) {
      this.#written.push({ ...entry, from: same.from, to: same.to });
      return undefined;
    }
    if (this.#next > MOST_PLACES) {
      this.#written.push({ ...entry, problem: String(say('decode.index-full')) });
      return undefined;
    }
    return { entry, parts: this.#describe(path) };
  }

  #holds(entry: Entry): boolean {
    return entry.from >= this.#from || (this.#segments.holds(entry) && this.#contours.holds(entry));
  }

  /** Yields after each part. */
  async *#describe(path: string): AsyncGenerator<undefined, Sound> {
    const peaks = new PeakFinder();
    const describer = new Describer();
    const maker = new ContourMaker();
    const marker = new Marker({ unsure: false });
    const mark = (one: number, frame: number): void =>
      this.#list.push(one, this.#next + Math.floor(frame / FRAMES_A_PLACE));
    let samples = 0;
    let parts = 0;
    for await (const stretch of decodeFile(path, new AbortController().signal)) {
      peaks.push(
        stretch,
        (peak) => marker.push(peak, mark),
        (frame, power) => {
          if (frame % PEAK_FRAMES_A_FRAME === 0) {
            describer.describe(power, (_pitch, bands) => maker.push(bands));
          }
        },
      );
      samples += stretch.length;
      if (samples > LONGEST * SAMPLE_RATE) {
        throw new Error('it has more than two hours of sound');
      }
      if (samples > (parts + 1) * PART * SAMPLE_RATE) {
        parts += 1;
        yield;
      }
    }
    marker.end(mark);
    return { frames: peaks.frames, contour: maker.contour };
  }

  #finish(entry: Entry, { frames, contour }: Sound): void {
    this.#current = undefined;
    const from = this.#next;
    this.#newContours.push({ from, contour });
    this.#next += Math.ceil(frames / FRAMES_A_PLACE) + GAP;
    this.#finished = this.#list.length;
    const described = { ...entry, from, to: this.#next };
    this.#written.push(described);
    this.#note(described);
  }

  /** Writes marks and contours before the catalog: those without an entry are ignored, and the file is described again. */
  #write(): void {
    if (this.#written.length === 0) {
      return;
    }
    if (this.#next > this.#from) {
      const ranges = [...this.#catalog.entries.values(), ...this.#written]
        .map(({ from, to }) => ({ from, to }))
        .sort((one, other) => one.from - other.from);
      const range = { from: this.#from, to: this.#next };
      this.#segments.add(this.#list, range, (place) => entryAt(ranges, place) !== undefined);
      this.#contours.write(this.#newContours);
    }
    this.#catalog.put(this.#written);
    this.#written = [];
    this.#list = new MarkList();
    this.#newContours = [];
    this.#finished = 0;
    this.#from = Math.max(this.#next, this.#segments.end);
    this.#next = this.#from;
    this.#generation += 1;
  }

  /** Skips a file whose content may have ended the process, until it changes. */
  async #exclude({ path, size, modifiedMs, problem }: NonNullable<BeginRequest['broken']>): Promise<void> {
    const info = await stat(path).catch(() => undefined);
    if (info?.size === size && info.mtimeMs === modifiedMs) {
      const track = namedBy(path, UNKNOWN_TRACK);
      const nothing = { content: '', from: 0, to: 0, listed: false, needsFfmpeg: false };
      this.#catalog.put([{ ...nothing, path, size, modifiedMs, problem, track }]);
    }
  }
}

/** Makes the entry of a file that is not described yet. `listed`: its names in a DJ program. */
async function entryOf(path: string, listed: Track | undefined): Promise<Entry> {
  const file = await open(path, 'r');
  try {
    const { size, mtimeMs } = await file.stat();
    const beginning = await bytesOf(file, 0, Math.min(size, IDENTIFYING_BYTES));
    const content = contentId(size, beginning);
    const readRange = (start: number, end: number): Promise<Uint8Array> => bytesOf(file, start, end);
    const tags =
      listed ??
      (await readTags({ name: path, size, readRange }).catch(() => ({ track: UNKNOWN_TRACK }))).track;
    return {
      path,
      size,
      modifiedMs: mtimeMs,
      content,
      from: 0,
      to: 0,
      problem: '',
      needsFfmpeg: false,
      listed: listed !== undefined,
      track: namedBy(path, tags),
    };
  } finally {
    await file.close();
  }
}

/** Files without tags are named after the file. */
function namedBy(path: string, track: Track): Track {
  const filename = basename(path);
  const names = track.title === '' ? splitArtistTitle(basename(path, extname(path))) : {};
  return { ...track, ...names, filename };
}

async function bytesOf(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}
