/** Parts of `app/start.ts` on a set's clock, disk and services. */

import type { WebSocket } from 'ws';
import { createSinks } from '../../../src/app/create-parts.ts';
import type { Enricher } from '../../../src/core/contracts/enricher.ts';
import type { HistoryMark, SessionFile } from '../../../src/core/contracts/set.ts';
import { messageOf, UpstreamError } from '../../../src/core/errors.ts';
import { spoken } from '../../../src/core/message.ts';
import { readLive } from '../../../src/core/option.ts';
import type { LogFields, Logger, Tools } from '../../../src/core/tools.ts';
import { nodeDisk } from '../../../src/host/disk/node-disk.js';
import { runTogether, type Service } from '../../../src/host/lifetime.ts';
import { LogTail } from '../../../src/host/log/log-tail.ts';
import type { StartSettings } from '../../../src/operator/options.ts';
import { CurrentSet } from '../../../src/sets/earlier-set.ts';
import { SqliteSessions } from '../../../src/sets/sqlite-sessions.ts';
import { Beats } from '../../../src/show/beat/index.ts';
import { createFanout } from '../../../src/show/deliver/fanout.ts';
import { createPipeline } from '../../../src/show/pipeline/index.ts';
import { createAudience, createServer, LocalPass } from '../../../src/web/index.ts';
import type { WireSinkHealth, WireSourceHealth } from '../../../src/web/wire/health.ts';
import { WELL } from '../../support/server.ts';
import { keptSetup } from '../../support/setup.ts';
import type { ChaosDecks, ChaosListener } from '../decks/index.ts';
import { ProgramClock, type WorldClock } from './clock.ts';
import type { ChaosDisk } from './disk.ts';
import { Outside } from './outside.ts';
import { pictureOf } from './png.ts';
import type { ChaosServices } from './services.ts';

export interface ProgramWorld {
  readonly clock: WorldClock;
  readonly disk: ChaosDisk;
  readonly services: ChaosServices;
  readonly decks: ChaosDecks;
  readonly settings: StartSettings;
  readonly picturesMs: number;
  /** Receives everything that leaves the program. */
  readonly said: (where: string, text: string) => void;
}

const NO_PROCESS = 2 ** 22;

export class ChaosProgram {
  readonly time: ProgramClock;
  readonly #world: ProgramWorld;
  readonly #stop = new AbortController();
  readonly #late: (() => void)[] = [];
  #ended: Promise<void> | undefined;
  #listener: ChaosListener | undefined;
  outside: Outside | undefined;
  /** Sent to browsers, and arrived at ours. */
  #shown = 0;
  readonly #arrived = { records: 0, events: 0 };
  #sockets: readonly WebSocket[] = [];

  constructor(world: ProgramWorld) {
    this.#world = world;
    this.time = new ProgramClock(world.clock);
  }

  get hasArrived(): boolean {
    const { records, events } = this.#arrived;
    return this.time.isDead || Math.min(records, events) >= this.#shown;
  }

  /** `run`: from 1. */
  async start(run: number): Promise<void> {
    const { clock, disk, services, decks, settings, said } = this.#world;
    const program = this.time;
    const tail = new LogTail();
    const log = logger((level, message, fields) => {
      if (!program.isDead) {
        said('log', `${level} ${message} ${JSON.stringify(fields)}`);
        tail.keep(program.clock.now(), level, message, fields);
      }
    });
    const tools: Tools = {
      log,
      clock: program.clock,
      disk: disk.for(program),
      fetch: services.fetchFor(program),
      userAgent: 'deckcast/0',
    };
    const source = decks.listen(settings, { ...tools, arrive: (arrival) => this.#arrive(arrival) });
    this.#listener = source;
    const sessions = this.#sessions(tools, run);
    const set = new CurrentSet(sessions, tools);
    await set.find((earlier) => pipeline.restoreHides(earlier), new AbortController().signal);
    const audience = createAudience(settings, program.clock, set);
    const show = audience.show.bind(audience);
    audience.show = (publication) => {
      if (!program.isDead) {
        this.#shown += 1;
        show(publication);
      }
    };
    const beats = new Beats(settings, program.clock);
    const sinks = await createSinks(settings, {
      ...tools,
      audience,
      licensed: true,
      earlierSet: set.shown,
      setId: set.id,
      setNames: () => ({ dj: '', heading: 'Tracklist' }),
      beats,
      sessions,
    });
    const fanout = createFanout(sinks, tools);
    const enricher = this.#enricher();
    const { publish, publishEarlier } = fanout;
    const pipeline = createPipeline(settings, {
      ...tools,
      enricher: () => enricher,
      publish,
      publishEarlier,
      source: () => source,
      logged: () => tail.lines,
      async listHidden(entry) {
        Object.assign(settings, { 'hide.tracks': [...readLive(settings, 'hide.tracks'), entry] });
        pipeline.settingsChanged();
        return undefined;
      },
    });
    set.connect(pipeline);
    beats.judgeBy(pipeline);
    beats.connect(source.beats);
    const unfollow = beats.follow((beat) => {
      if (beat !== undefined && !program.isDead) {
        said('beat', JSON.stringify(beat));
      }
    });
    const server = createServer(settings, tools, {
      version: '0',
      audience,
      control: pipeline,
      beats,
      commandsStored: async () => true,
      isSetShown: Promise.resolve(),
      ownDisk: nodeDisk,
      cueHeader: () => ({ performer: '', title: '', file: '', filetype: 'WAVE' }),
      sessions,
      recordings: WELL.recordings,
      pass: new LocalPass(program.clock),
      settings: undefined,
      doctor: { examine: async () => [], report: async () => new Uint8Array() },
      setup: async () => keptSetup(),
      hearing: () => ({ doors: () => [], collection: () => undefined, openPage: () => undefined }),
      midi: () => ({
        state: () => ({ readsPages: false, isIgnored: true, controllers: [], lesson: null, problems: [] }),
        openPage: () => undefined,
      }),
      health: () => ({
        source: { name: 'chaos', parts: [], ...spoken<WireSourceHealth>(source.health()) },
        enrichment: [],
        sinks: fanout.health().map((sink) => ({ ...spoken<WireSinkHealth>(sink), title: sink.name })),
      }),
    });
    const watching: Service = {
      name: 'source',
      run: (stop) =>
        clock
          .track(server.listening.then(({ url }) => this.#open(url)))
          .then(() => {
            if (stop.aborted) {
              return;
            }
            if (set.earlier !== undefined) {
              pipeline.resume(set.earlier);
            }
            return source.run(pipeline, stop);
          })
          .finally(() => pipeline.stop()),
    };
    this.#ended = runTogether([fanout, server, watching], this.#stop.signal, tools).finally(() => {
      sessions.close();
      unfollow();
      for (const socket of this.#sockets) {
        socket.terminate();
      }
    });
    await this.#ended;
  }

  /** In order, or at once while starting. */
  async stop(): Promise<void> {
    if (this.#ended === undefined) {
      this.time.kill();
    }
    this.#stop.abort();
    await this.#ended;
  }

  kill(): Promise<void> {
    this.time.kill();
    return this.stop();
  }

  resume(): void {
    this.time.resume();
    for (const arrival of this.#late.splice(0)) {
      arrival();
    }
  }

  lose(): void {
    this.#listener?.lose();
  }

  find(): void {
    this.#listener?.find();
  }

  #arrive(arrival: () => void): void {
    if (this.time.stalls) {
      this.#late.push(arrival);
    } else if (!this.time.isDead) {
      arrival();
    }
  }

  async #open(url: string): Promise<void> {
    const { said } = this.#world;
    this.outside = new Outside(url);
    this.#sockets = await Promise.all([
      this.outside.open('/ws', (text) => {
        said('/ws', text);
        this.#arrived.records += 1;
      }),
      this.outside.open('/api/v1/events', (text) => {
        const { type } = JSON.parse(text);
        said('events', text);
        if (type === 'track' || type === 'hidden') {
          this.#arrived.events += 1;
        }
      }),
    ]);
  }

  #sessions(tools: Tools, run: number): SessionFile {
    const { clock, disk, settings } = this.#world;
    // Real database, used while the simulated disk is well.
    const local = new SqliteSessions(settings['session.filename'], {
      clock: tools.clock,
      disk: nodeDisk,
      pid: NO_PROCESS + run,
    });
    let stored: string | undefined;
    let noted: { readonly mark: HistoryMark; readonly id: string } | undefined;
    const sendMark = (): void => {
      if (noted !== undefined && noted.id === stored) {
        local.noteHistory(noted.mark);
        noted = undefined;
      }
    };
    const attempt = <Result>(work: () => Promise<Result>, writes: boolean): Promise<Result> =>
      disk
        .attempt(this.time, () => clock.track(work()), writes)
        .catch((error: unknown) => {
          throw error instanceof UpstreamError
            ? error
            : new UpstreamError(messageOf(error), 'retry', { cause: error });
        });
    return {
      list: (limit) => local.list(limit),
      entries: (session) => local.entries(session),
      resumableSet: (now, own) => attempt(() => local.resumableSet(now, own), false),
      async store(publication, earlier, id) {
        await attempt(() => local.store(publication, earlier, id), true);
        stored = id;
        sendMark();
      },
      noteHistory(mark, id) {
        noted = { mark, id };
        sendMark();
      },
      end: () => attempt(() => local.end(), true).catch(() => undefined),
      close: () => local.close(),
    };
  }

  #enricher(): Enricher {
    const { picturesMs, said } = this.#world;
    const { clock } = this.time;
    return {
      prefetch: (track) => said('look-up', track.title),
      enrich(track, _art, signal) {
        said('look-up', track.title);
        const found = { art: { png: pictureOf(track.title) } };
        return picturesMs === 0
          ? found
          : clock.sleep(picturesMs, signal).then(
              () => found,
              () => ({}),
            );
      },
    };
  }
}

function logger(
  write: (level: 'info' | 'warn' | 'error', message: string, fields: LogFields) => void,
): Logger {
  const at =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}): void =>
      write(level, message, fields);
  return { debug: () => undefined, info: at('info'), warn: at('warn'), error: at('error') };
}
