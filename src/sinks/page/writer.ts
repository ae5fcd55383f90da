import * as v from 'valibot';
import { type FileStore, fileStore } from '../../clients/files/store.ts';
import type { Sink, SinkTools, Taken } from '../../core/contracts/sink.ts';
import { refusedPauseMs, textOf, UpstreamError } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import { refusedNext } from '../../core/health.ts';
import { jsonIn } from '../../core/json.ts';
import { say } from '../../core/message.ts';
import { readLive, type SettingsOf } from '../../core/option.ts';
import type { Publication } from '../../core/track.ts';
import { backoffMs, pause, settlesWithin, WakeSignal } from '../../core/waiting.ts';
import { PAGE_ASSETS, readAssets } from '../../sets/page/assets.ts';
import { logoFiles, type PageFiles, pageFiles } from '../../sets/page/files.ts';
import { SetPage } from '../../sets/page/set-page.ts';
import { SharePictures } from '../../sets/page/share.ts';
import { type pageOptions, pageText } from '../../settings/shared.ts';

type Settings = SettingsOf<typeof pageOptions>;

/** Pages take a younger file as a sign that the program runs (`page.js`). */
const HEARTBEAT_MS = 30_000;
const BACKOFF = { firstMs: 1_000, longestMs: 30_000 };
const LAST_WRITE_MS = 1_000;

/** Pictures of an earlier run. */
const LEFT = v.object({ pictures: v.array(v.pipe(v.string(), v.regex(/^art\/[0-9a-f]{18}\.png$/))) });

/** Keeps remote files in line with the view, without a queue: after an outage, writes the whole set. */
export class PageWriter implements Sink {
  readonly kind = 'record';
  readonly #settings: Settings;
  readonly #tools: SinkTools;
  readonly #store: FileStore;
  readonly #page: SetPage;
  readonly #share: SharePictures;
  readonly #wake: WakeSignal;
  /** Ends the pause after a refusal. */
  #refused = new AbortController();
  readonly #stop = new AbortController();
  readonly #written = new Map<string, string>();
  #writtenVersion: string | undefined;
  /** Views that the server took in full. */
  #delivered = 0;
  #lastSuccessAt: number | undefined;
  #isClosing = false;
  #assets: PageFiles = new Map();
  #problem: UpstreamError | undefined;
  #writing: Promise<void> | undefined;

  constructor(address: string, settings: Settings, tools: SinkTools) {
    this.#settings = settings;
    this.#tools = tools;
    this.#store = fileStore(address, tools);
    this.#page = new SetPage(() => readLive(settings, 'page.delay'));
    this.#wake = new WakeSignal(tools.clock);
    this.#share = new SharePictures(tools, this.#stop.signal, () => this.#wake.notify());
  }

  prepare(): void {
    const set = this.#tools.earlierSet();
    if (set?.isOfThisRun) {
      // Switched on in the middle: readers need not wait for the next track.
      this.#page.addEarlierSet(set, this.#tools.clock.monotonic());
      this.#wake.notify();
    }
    this.#writing = this.#keepWriting();
  }

  publish(publication: Publication): void {
    this.#addEarlierSetOnce(publication);
    this.#page.record(publication, this.#tools.clock.monotonic());
    this.#wake.notify();
  }

  offAir(publication: Publication): void {
    this.publish(publication);
  }

  earlier(publication: Publication): undefined {
    this.#addEarlierSetOnce(publication);
    this.#page.change(publication);
    this.#wake.notify();
  }

  /** Deferred to the first call: the earlier run's set is known by that time, and its changes come later. */
  #addEarlierSetOnce(publication: Publication): void {
    if (!this.#page.hasBegun) {
      this.#page.addEarlierSet(this.#tools.earlierSet(publication) ?? { entries: [] });
    }
  }

  settingsChanged(): void {
    this.#refused.abort();
    this.#wake.notify();
  }

  taken(): Taken {
    return {
      delivered: this.#delivered,
      queued: this.#isBehind ? 1 : 0,
      ...(this.#lastSuccessAt !== undefined && { lastSuccessAt: this.#lastSuccessAt }),
    };
  }

  findings(): readonly Finding[] {
    const problem = this.#problem;
    return problem === undefined
      ? []
      : [
          {
            area: 'services',
            severity: problem.advice === 'stop' ? 'fault' : 'warning',
            finding: say('page.page-everybody-not-written', { reason: problem.text }),
            means: say('page.readers-see-written-before-since-when'),
            todo:
              problem.advice === 'stop'
                ? say('page.correct-page-url', { refusedNext: refusedNext(refusedPauseMs(problem)) })
                : say('page.correct-names-check-network-tried-again'),
          },
        ];
  }

  /** Pending changes may hide a track, whose name would stay until the next run. */
  async close(): Promise<void> {
    const { clock, log } = this.#tools;
    this.#isClosing = true;
    if (this.#isBehind && this.#writing !== undefined && this.#problem?.advice !== 'stop') {
      this.#wake.notify();
      await settlesWithin(clock, LAST_WRITE_MS, this.#writing);
    }
    this.#stop.abort();
    await this.#writing;
    if (this.#isBehind) {
      log.warn('page not updated before the stop; it may show hidden tracks', {
        place: this.#store.name,
      });
    }
  }

  get #version(): string {
    return this.#page.view(this.#tools.clock.monotonic()).version;
  }

  get #isBehind(): boolean {
    return this.#page.hasBegun && this.#version !== this.#writtenVersion;
  }

  async #keepWriting(): Promise<void> {
    const { clock } = this.#tools;
    const { signal } = this.#stop;
    for (let failures = 0; !signal.aborted && (!this.#isClosing || this.#isBehind); ) {
      const due = this.#page.dueIn(clock.monotonic()) ?? HEARTBEAT_MS;
      await this.#wake.wait(
        failures === 0 ? Math.min(due, HEARTBEAT_MS) : backoffMs(failures, BACKOFF),
        signal,
      );
      try {
        await this.#write(signal);
        failures = 0;
        this.#report(undefined);
      } catch (error) {
        if (!signal.aborted) {
          failures += 1;
          this.#report(error);
          if (this.#isClosing) {
            return;
          }
          if (this.#problem?.advice === 'stop') {
            this.#refused = new AbortController();
            const over = AbortSignal.any([signal, this.#refused.signal]);
            await pause(clock, refusedPauseMs(this.#problem), over);
          }
        }
      }
    }
  }

  #report(error: unknown): void {
    const { log } = this.#tools;
    if (error === undefined) {
      if (this.#problem !== undefined) {
        log.info('writing the page works again', { place: this.#store.name });
      }
      this.#problem = undefined;
      return;
    }
    const problem = error instanceof UpstreamError ? error : new UpstreamError(textOf(error), 'retry');
    if (problem.advice === 'stop') {
      log.error('cannot write the page', {
        reason: problem.message,
        next: refusedNext(refusedPauseMs(problem)),
      });
    } else if (String(this.#problem?.text) !== String(problem.text)) {
      log.warn('cannot write the page', { reason: problem.message, next: 'try again' });
    }
    this.#problem = problem;
  }

  /** Writes changed files, and always `now.json`. Starts over if the view changes, which may be a hide. */
  async #write(signal: AbortSignal): Promise<void> {
    if (!this.#page.hasBegun) {
      return;
    }
    if (this.#assets.size === 0) {
      await this.#findLeft(signal);
      this.#assets = await readAssets(PAGE_ASSETS, this.#tools.disk);
    }
    for (;;) {
      const given = pageText(this.#settings);
      const { clock, disk } = this.#tools;
      const logo = await logoFiles(given.logo, disk);
      const text = logo.size > 0 ? given : { ...given, logo: '' };
      const view = this.#page.view(clock.monotonic());
      // Services take pictures by their whole address only.
      const logoFile = [...logo.values()][0]?.().body;
      const share =
        text.address === ''
          ? undefined
          : this.#share.current(view, text, typeof logoFile === 'string' ? undefined : logoFile);
      const files = new Map([...this.#assets, ...logo, ...pageFiles(view, text, clock.now(), { share })]);
      const isCurrent = (): boolean => this.#version === view.version;
      await this.#writeFiles(files, JSON.stringify([view.version, text, share?.name]), isCurrent, signal);
      if (isCurrent()) {
        this.#noteWritten(view.version);
        return;
      }
    }
  }

  #noteWritten(version: string): void {
    if (version !== this.#writtenVersion) {
      this.#writtenVersion = version;
      this.#delivered += 1;
      this.#lastSuccessAt = this.#tools.clock.now();
    }
  }

  /** Adopts an earlier run's pictures for removal: a track may be hidden now. */
  async #findLeft(signal: AbortSignal): Promise<void> {
    const found = await this.#store.read('now.json', signal);
    // Files in other formats are not ours.
    for (const path of jsonIn(found, LEFT)?.pictures ?? []) {
      this.#written.set(path, 'unknown');
    }
  }

  async #writeFiles(
    files: PageFiles,
    content: string,
    isCurrent: () => boolean,
    signal: AbortSignal,
  ): Promise<void> {
    for (const [path, makeFile] of files) {
      // Logo and color may change; other files stay.
      const mark = /\.(json|html)$|^(logo|brand)\./.test(path) ? content : '';
      if (path === 'now.json' || this.#written.get(path) !== mark) {
        // Attempts without an answer may have arrived.
        this.#written.set(path, 'unknown');
        await this.#store.put(path, makeFile(), signal);
        this.#written.set(path, mark);
      }
      if (!isCurrent()) {
        return;
      }
    }
    for (const path of this.#written.keys()) {
      if (!files.has(path)) {
        await this.#store.remove(path, signal);
        this.#written.delete(path);
      }
    }
  }
}
