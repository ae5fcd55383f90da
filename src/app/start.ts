/** Runs the whole program, from the hardware to the overlay. Read this first. */
import type { GetEarlierSet } from '../core/contracts/set.ts';
import type { SinkTools, Tap } from '../core/contracts/sink.ts';
import type { SourceListener, SourceTools } from '../core/contracts/source.ts';
import { type Track, withoutRemoved } from '../core/track.ts';
import { settlesWithin, unlessAborted } from '../core/waiting.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { runTogether } from '../host/lifetime.ts';
import { buildInfo } from '../host/package/build-info.ts';
import { packageFolder } from '../host/package/package-folder.ts';
import { PackageUpdates } from '../host/package/updates.ts';
import { FollowedFaders } from '../midi/followed.ts';
import { createArrivals } from '../operator/arrivals.ts';
import { createLicensed } from '../operator/licensed.ts';
import { createObsReload, type ObsReload } from '../operator/obs/reload.ts';
import type { StartSettings } from '../operator/options.ts';
import { listHidden } from '../operator/settings/list-hidden.ts';
import type { Restart } from '../operator/settings/restarts.ts';
import { createAuthorizations } from '../operator/setup/authorizations.ts';
import { ShownTests } from '../operator/setup/test-sink.ts';
import { CurrentSet } from '../sets/earlier-set.ts';
import { Sessions } from '../sets/index.ts';
import { Beats } from '../show/beat/index.ts';
import { createFanout } from '../show/deliver/fanout.ts';
import { enrichPart } from '../show/pictures/index.ts';
import { createPipeline } from '../show/pipeline/index.ts';
import { createAudience, type ListeningAt, LocalPass, setNames } from '../web/index.ts';
import { createCounts, createMetrics, type Metrics } from '../web/metrics/index.ts';
import {
  type ConnectedSource,
  createConnectedSource,
  createSinks,
  type MakeSource,
  onceReady,
} from './create-parts.ts';
import { createHearing, createListening, relayBroadcasts } from './hearing.ts';
import { createMidi } from './midi.ts';
import { createPages, type PagesTools } from './pages.ts';
import { partRestarts, passOnSettings, type RestartTools } from './part-restarts.ts';
import { createRecordings } from './recordings.ts';
import { Replaceable, type Runs } from './replaceable.ts';

const SET_KNOWN_WITHIN_MS = 1_000;

/** Rejects with a RunError when an essential part fails, such as the server on a port in use. */
export async function start(settings: StartSettings, tools: StartTools, signal: AbortSignal): Promise<void> {
  const parts = await makeParts(settings, tools);
  connectParts(parts, settings, tools);
  await runParts(parts, tools, signal);
}

type Parts = Awaited<ReturnType<typeof makeParts>>;

/** Makes every part after those that it uses at once; functions call later ones while the program runs. */
async function makeParts(settings: StartSettings, tools: StartTools) {
  const { clock } = tools;
  const replaceable = <Made extends Runs>(name: string, make: () => Made | Promise<Made>) =>
    Replaceable.create<Made>(name, make, tools);

  const sessions = new Sessions(() => settings['session.filename'], clock);
  const set = new CurrentSet(sessions, tools);
  const licensed = createLicensed(settings, tools);
  const counts = createCounts(settings, clock);
  const arrivals = createArrivals((report) => pipeline.onAirSince(report));
  const tap: Tap = { arrived: arrivals.arrived, published: counts.published, shown: counts.shown };

  const beats = new Beats(settings, clock);
  const listening = createListening(tools);
  const hearing = await replaceable('hearing', () => createHearing(settings, tools, listening));
  const { room, collection } = listening;
  const faders = new FollowedFaders();
  const midi = await replaceable('midi', () => createMidi(settings, tools, faders));
  const fadersFor = (): Pick<SourceTools, 'faders'> =>
    settings['midi.input'].length === 0 ? {} : { faders };
  const goesOn = (track: Track): boolean => pipeline.goesOn(track);
  const sourceTools = { ...tools, hearing: room, collection, goesOn, ...relayBroadcasts(hearing) };
  const source = await Replaceable.create<ConnectedSource, SourceListener>(
    'source',
    () =>
      createConnectedSource(
        settings,
        { ...sourceTools, ...fadersFor() },
        { tap, beats, make: tools.makeSource },
      ),
    tools,
  );

  const audience = createAudience(settings, clock, set, tap);
  const sinkTools = (earlierSet: GetEarlierSet): SinkTools => ({
    ...tools,
    audience,
    beats,
    licensed: licensed(),
    earlierSet,
    setId: set.id,
    sessions,
    setNames: () => setNames(settings),
  });
  const fanout = createFanout(await createSinks(settings, sinkTools(set.shown)), tools);
  const enrichment = await replaceable('enrichment', () =>
    enrichPart.create(settings, tools, { licensed: licensed() }),
  );
  const pipeline = createPipeline(settings, {
    ...tools,
    enricher: () => enrichment.current,
    publish: fanout.publish,
    publishEarlier: fanout.publishEarlier,
    tap,
    source: () => source.current.source,
    listHidden: tools.settings && listHidden.bind(undefined, tools.settings),
  });

  const recordings = createRecordings(settings, tools, sessions);
  const pass = new LocalPass(clock);
  const tests = new ShownTests();
  const authorizations = createAuthorizations(clock);
  const { version } = buildInfo;
  const updates = new PackageUpdates({ ...tools, disk: nodeDisk, folder: packageFolder(), version });
  const show = {
    sessions,
    recordings,
    set,
    arrivals,
    beats,
    hearing,
    midi,
    source,
    audience,
    sinkTools,
    fanout,
    enrichment,
    pipeline,
  };
  const operator = { pass, tests, authorizations, updates };
  const server = await replaceable('server', () =>
    createPages(settings, tools, {
      ...show,
      ...operator,
      obs: () => obs.current,
      metrics: () => metrics.current,
    }),
  );
  const measured = {
    decks: () => source.current.source.decks?.() ?? [],
    health: () => server.current.health(),
    faults: tools.faults,
  };
  const metrics: Replaceable<Metrics> = await replaceable('metrics', () =>
    createMetrics(settings, counts, measured, tools),
  );
  const obs: Replaceable<ObsReload> = await replaceable('obs', () =>
    createObsReload(settings, server.current.listening, audience.obs, tools),
  );
  return { ...show, ...operator, server, metrics, obs };
}

/** Connects parts with later ones, and with the settings. */
function connectParts(parts: Parts, settings: StartSettings, tools: StartTools): void {
  const { set, pipeline, server, pass, beats } = parts;
  set.connect(pipeline);
  beats.judgeBy(pipeline);
  tools.onSettings?.((changed) => passOnSettings(parts, changed), partRestarts(settings, parts, tools));
  server.current.listening.then(
    (at) => tools.onListening?.(at, pass),
    () => undefined,
  );
}

async function runParts(parts: Parts, tools: StartTools, signal: AbortSignal): Promise<void> {
  const { sessions, set, pipeline, source, server, fanout, tests, authorizations } = parts;
  const over = new AbortController();
  const known = set.find((earlier) => pipeline.restoreHides(earlier), over.signal);
  // Known at once as a rule, so pages show the set from the first moment on.
  await settlesWithin(tools.clock, SET_KNOWN_WITHIN_MS, known);
  const ready = async (): Promise<void> => {
    await Promise.all([server.current.listening, unlessAborted(known, signal)]);
    if (signal.aborted) {
      return;
    }
    // Only now: another deckcast on the port may show its track in the same files.
    if (withoutRemoved(set.earlier?.entries ?? []).length === 0) {
      fanout.clear();
    }
    if (set.earlier !== undefined) {
      pipeline.resume(set.earlier);
    }
    set.noteShown();
  };
  const watching = onceReady(source, ready, pipeline);
  const { metrics, enrichment, hearing, midi, obs, recordings, updates } = parts;
  // Receivers start before senders, and stop after them.
  await runTogether(
    [
      fanout,
      tests,
      authorizations,
      server,
      metrics,
      enrichment,
      hearing,
      midi,
      watching,
      obs,
      recordings,
      updates,
    ],
    signal,
    tools,
  ).finally(() => {
    over.abort();
    sessions.close();
  });
}

export interface StartTools extends PagesTools, RestartTools {
  faults(): number;
  /** `restarts`: parts that can restart. Absent if settings never change. */
  onSettings?(onChange: (changed: readonly string[]) => void, restarts: readonly Restart[]): void;
  /** Makes the source in another way than its part does. */
  readonly makeSource?: MakeSource | undefined;
  readonly onListening?: ((at: ListeningAt, pass: LocalPass) => unknown) | undefined;
}
