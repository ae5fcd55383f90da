/** Hears the files that sources follow, with two helper processes. */

import { join } from 'node:path';
import type { RoomHeard, RoomHearing } from '../core/contracts/hearing.ts';
import { textOf } from '../core/errors.ts';
import { type Finding, okFinding } from '../core/finding.ts';
import { recognized, say, type Text } from '../core/message.ts';
import { Once } from '../core/once.ts';
import type { Clock, Disk, Logger } from '../core/tools.ts';
import { Timer } from '../core/waiting.ts';
import { HelperFailure, HelperProcess } from '../host/helper-process/index.ts';
import { FileBeats, type ReadGrid } from './beats/index.ts';
import { Descriptions } from './descriptions.ts';
import { Doubt } from './doubt.ts';
import type { DescribedPiece, JudgeAnswer, JudgeRequest } from './messages.ts';
import { SAMPLE_RATE, type Sound } from './sound.ts';
import { WaitingSound } from './waiting-sound.ts';

/** Time without sound after which levels are unknown. */
const SOUND_ENDS_MS = 2_000;
/** Samples per request at least: slightly less than a broadcast delivers at once, and than a judgement needs. */
const REQUESTED = SAMPLE_RATE / 5;
/** Limit of samples waiting for the judge. If it is that late, the oldest are dropped. */
const MAX_WAITING = 2 * SAMPLE_RATE;
/**
 * Duration of a request after which the judge counts as late. Sound at normal speed can't fill the queue sooner, so
 * before that it arrives in bursts.
 */
const LATE_AFTER_MS = 1_500;
/** Time limit for a quarter of a second of sound, which takes a fortieth of that. */
const TIME_LIMIT_MS = 5_000;
/** Time for which dropped sound is reported. */
const LATE_FOR_MS = 60_000;
/** More decks than any stage has. */
const MAX_FOLLOWED = 16;

export interface RoomOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly log: Logger;
  readonly readGrid: ReadGrid;
  /** Folder with the scripts of the helper processes. */
  readonly processes?: URL;
}

interface Follower {
  paths: ReadonlySet<string>;
  readonly isProposing: boolean;
  readonly changed: (state: RoomHeard) => void;
}

interface FollowedFile {
  /** Reason why it can't be heard; undefined if it can, or is being described. */
  problem: Text | undefined;
  /** Undefined until it is described. */
  description: Uint8Array | undefined;
  /** False while only the beginning is described. */
  isWhole: boolean;
  /** Only proposed: no follower has it loaded. */
  isProposed: boolean;
}

const NOTHING_HEARD = { levels: undefined };

export class Room implements RoomHearing {
  readonly beats: FileBeats;
  readonly #options: RoomOptions;
  readonly #followers = new Set<Follower>();
  readonly #files = new Map<string, FollowedFile>();
  readonly #ending: Timer;
  #descriptions: Descriptions | undefined;
  #judge: HelperProcess<JudgeRequest, JudgeAnswer> | undefined;
  /** Paths whose changes the judge hasn't received yet. */
  #changed = new Set<string>();
  readonly #waiting = new WaitingSound(MAX_WAITING);
  #isBusy = false;
  /** Sound begins: the judge forgets what it heard before. */
  #begins = true;
  #heard: Omit<RoomHeard, 'unreadable'> = NOTHING_HEARD;
  readonly #failures = new Once();
  readonly #doubt = new Doubt();
  /** When sound was last dropped because the judge was late, or because too much arrived at once; monotonic. */
  #lateAt = Number.NEGATIVE_INFINITY;
  #burstAt = Number.NEGATIVE_INFINITY;
  /** Of the last sample that waits or was compared; monotonic. */
  #soundAt = 0;
  /** Start of the current request; monotonic. */
  #requestedAt = Number.POSITIVE_INFINITY;

  constructor(options: RoomOptions) {
    this.#options = options;
    this.beats = new FileBeats(options.readGrid);
    this.#ending = new Timer(options.clock);
  }

  /** `listen` passes sound on until its signal fires. Never rejects. */
  async run(
    listen: (receive: (sound: Sound) => void, signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, disk, folder, processes = new URL('.', import.meta.url) } = this.#options;
    const closing = new AbortController();
    this.#judge = new HelperProcess({
      script: new URL('judge-process.js', processes),
      timeLimitMs: TIME_LIMIT_MS,
      clock,
      closing: closing.signal,
    });
    this.#descriptions = new Descriptions({
      script: new URL('describe-process.js', processes),
      folder: join(folder, 'heard'),
      clock,
      disk,
      closing: closing.signal,
    });
    for (const [path, { isWhole }] of this.#files) {
      if (!isWhole) {
        this.#describe(path);
      }
    }
    try {
      await listen((sound) => this.#receive(sound), signal);
    } finally {
      this.#ending.cancel();
      closing.abort();
      this.#judge = undefined;
      this.#descriptions = undefined;
      this.#soundEnds();
    }
  }

  follow(changed: (state: RoomHeard) => void, files: 'loaded' | 'proposed' = 'loaded') {
    const follower: Follower = { paths: new Set(), isProposing: files === 'proposed', changed };
    this.#followers.add(follower);
    return {
      want: (paths: ReadonlySet<string>): void => {
        follower.paths = paths;
        this.#update();
      },
      close: (): void => {
        this.#followers.delete(follower);
        this.#update();
      },
    };
  }

  findings(): readonly Finding[] {
    const now = this.#options.clock.monotonic();
    const problems = [...this.#files.values()].flatMap(({ problem }) => problem ?? []);
    const [first] = problems;
    const compared = this.#files.size - problems.length;
    const warning = { area: 'software', severity: 'warning' } as const;
    const late = { ...warning, means: say('hearing.change-track-heard-late') };
    const all: readonly (Finding | false)[] = [
      compared > 0 && okFinding('software', say('hearing.loaded-tracks-sound-compared', { count: compared })),
      first !== undefined && {
        ...warning,
        finding: say('hearing.loaded-tracks-cannot-compared-sound', {
          count: problems.length,
          reason: recognized(first, 'decode.'),
        }),
        means: say('hearing.whether-audience-hears-them-known-faders'),
        todo: say('hearing.play-files-computer-can-read-mp3'),
      },
      ...this.#doubt.findings(now),
      now < this.#burstAt + LATE_FOR_MS && {
        ...late,
        finding: say('hearing.sound-came-bursts-part-not-compared'),
        todo: say('hearing.let-program-sends-hand-more-often'),
      },
      now < this.#lateAt + LATE_FOR_MS && {
        ...late,
        finding: say('hearing.computer-too-busy-compare-all-sound'),
        todo: say('hearing.close-programs-you-do-not-need'),
      },
    ];
    return all.filter((finding) => finding !== false);
  }

  get pid(): number | undefined {
    return this.#judge?.pid;
  }

  #update(): void {
    const wanted = new Set([...this.#followers].flatMap(({ paths }) => [...paths]).slice(0, MAX_FOLLOWED));
    for (const path of this.#files.keys()) {
      if (!wanted.has(path)) {
        this.#files.delete(path);
        this.#changed.add(path);
      }
    }
    for (const path of wanted) {
      const isProposed = [...this.#followers].every((one) => one.isProposing || !one.paths.has(path));
      const known = this.#files.get(path);
      if (known === undefined) {
        this.#files.set(path, { problem: undefined, description: undefined, isWhole: false, isProposed });
        this.#describe(path);
      } else if (known.isProposed !== isProposed) {
        known.isProposed = isProposed;
        this.#changed.add(path);
      }
    }
  }

  #describe(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined) {
      return;
    }
    const descriptions = this.#descriptions;
    // A restart of hearing describes it again, elsewhere.
    const isWanted = (): boolean => this.#files.get(path) === file && this.#descriptions === descriptions;
    file.problem = undefined;
    const compare = (description: Uint8Array | undefined, isWhole: boolean): void => {
      if (isWanted()) {
        file.description = description;
        file.isWhole = isWhole;
        this.#changed.add(path);
      }
    };
    const begun = (parts: readonly Uint8Array[]): void => {
      if (file.isProposed) {
        compare(Buffer.concat(parts), false);
      }
    };
    const described = (description: Uint8Array): void => compare(description, true);
    descriptions?.of(path, isWanted, begun).then(described, (error: unknown) => {
      if (isWanted()) {
        file.problem = textOf(error);
        compare(undefined, false);
        // Debug level, because the path may name a hidden track.
        this.#options.log.debug('cannot describe a file', { path, reason: file.problem });
        this.#report();
      }
    });
  }

  #piece(path: string): DescribedPiece | undefined {
    const { description, isWhole = false, isProposed = false } = this.#files.get(path) ?? {};
    // The beginning is enough for a proposed file, which plays already, most often from there. A loaded one may begin
    // anywhere, and counts as not heard once it is compared.
    return description && (isWhole || isProposed) ? { description, isProposed } : undefined;
  }

  #receive({ samples, at }: Sound): void {
    this.#soundAt = at;
    this.#ending.set(SOUND_ENDS_MS, () => this.#soundStops());
    const now = this.#options.clock.monotonic();
    if (this.#waiting.push(samples)) {
      if (now >= this.#requestedAt + LATE_AFTER_MS) {
        this.#lateAt = now;
      } else {
        this.#burstAt = now;
      }
    }
    void this.#request();
  }

  async #request(): Promise<void> {
    if (this.#isBusy || this.#judge === undefined || this.#waiting.length < REQUESTED) {
      return;
    }
    this.#isBusy = true;
    this.#requestedAt = this.#options.clock.monotonic();
    const pieces = [...this.#changed].map((path) => [path, this.#piece(path)] as const);
    const request = {
      begins: this.#begins,
      pieces,
      samples: this.#waiting.drain(),
      measures: this.beats.isFollowed,
    };
    const soundAt = this.#soundAt;
    this.#begins = false;
    this.#changed = new Set();
    try {
      const answer = await this.#judge.request(request);
      if (answer.levels !== undefined && !this.#begins) {
        this.#accept(answer, answer.levels);
        this.beats.update(answer.positions, soundAt);
      }
    } catch (error) {
      this.#judgeFailed(error);
    }
    this.#isBusy = false;
    this.#requestedAt = Number.POSITIVE_INFINITY;
    void this.#request();
  }

  #accept(answer: JudgeAnswer, levels: ReadonlyMap<string, number>): void {
    if (this.#heard.levels === undefined) {
      this.#options.log.info('comparing the room with the loaded tracks');
    }
    this.#doubt.update(answer, levels, this.#options.clock.monotonic());
    this.#heard = { levels, doubles: answer.doubles, shares: answer.shares };
    this.#report();
  }

  /** The next process gets all pieces again. */
  #judgeFailed(error: unknown): void {
    if (!(error instanceof HelperFailure)) {
      throw error;
    }
    this.#changed = new Set(this.#files.keys());
    this.#heard = NOTHING_HEARD;
    if (error.reason !== 'closing') {
      const level = this.#failures.begins(error.reason) ? 'warn' : 'debug';
      this.#options.log[level]('judge process failed; restarting', { reason: error.reason });
      this.#report();
    }
  }

  #soundStops(): void {
    if (this.#heard.levels !== undefined) {
      this.#options.log.info('no sound for two seconds; continuing as without hearing');
    }
    this.#soundEnds();
  }

  #soundEnds(): void {
    this.#doubt.reset();
    this.#waiting.clear();
    this.#begins = true;
    this.#changed = new Set(this.#files.keys());
    this.#heard = NOTHING_HEARD;
    this.#report();
  }

  #report(): void {
    const unreadable = new Set(
      [...this.#files].flatMap(([path, { problem }]) => (problem === undefined ? [] : [path])),
    );
    for (const { changed } of this.#followers) {
      changed({ ...this.#heard, unreadable });
    }
  }
}
