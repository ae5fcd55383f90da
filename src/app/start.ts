/** The whole program, from the hardware to the overlay. Read this first. */
import type { GetEarlierSet, SinkTools, Tap } from '../core/contracts.ts';
import { settlesWithin, unlessAborted } from '../core/waiting.ts';
import { createArrivals } from '../desk/arrivals.ts';
import { createLicensed } from '../desk/licensed.ts';
import { createObsReload } from '../desk/obs/reload.ts';
import type { StartSettings } from '../desk/options.ts';
import { listHidden } from '../desk/settings/list-hidden.ts';
import type { Restart } from '../desk/settings/restarts.ts';
import { createAuthorizations } from '../desk/setup/authorizations.ts';
import { ShownTests } from '../desk/setup/test-sink.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { runTogether } from '../host/lifetime.ts';
import { buildInfo } from '../host/package/build-info.ts';
import { packageFolder } from '../host/package/package-folder.ts';
import { PackageUpdates } from '../host/package/updates.ts';
import { CurrentSet, setSoFar, shownSet } from '../sets/earlier-set.ts';
import { Sessions } from '../sets/index.ts';
import { createFanout } from '../show/deliver/fanout.ts';
import { enrichPart } from '../show/pictures/index.ts';
import { createPipeline, type Pipeline } from '../show/pipeline/index.ts';
import { createAudience, type ListeningAt, LocalPass } from '../web/index.ts';
import { createCounts, createMetrics } from '../web/metrics/index.ts';
import { type ConnectedSource, createConnectedSource, createSinks, onceListening } from './create-parts.ts';
import { createHearing, createListening, relayBroadcasts } from './hearing.ts';
import { createPages, type PagesTools } from './pages.ts';
import { partRestarts, passOnSettings, type RestartTools } from './part-restarts.ts';
import { Replaceable, type Runs } from './replaceable.ts';

/** Milliseconds that the pages wait for the session store. */
const SET_KNOWN_WITHIN_MS = 1_000;

/**
 * Watches the source and publishes what is featured until the signal fires.
 * Rejects with a RunError when something fails that the program cannot do without: the port is in use.
 */
export async function start(settings: StartSettings, tools: StartTools, signal: AbortSignal): Promise<void> {
  // A part that reads settings only at its start is made again when one of them changes; the others go on.
  const replaceable = <Made extends Runs>(name: string, make: () => Made | Promise<Made>) =>
    Replaceable.create(name, make, tools);

  const sessions = new Sessions(() => settings['session.filename'], tools.clock);
  const set = new CurrentSet(sessions, tools);
  const earlierSet: GetEarlierSet = () => shownSet(set.earlier, pipeline);
  const licensed = createLicensed(settings, tools);
  const counts = createCounts(settings, tools.clock);
  const arrivals = createArrivals();
  const { published, shown } = counts;
  const tap: Tap = { arrived: arrivals.arrived, published, shown };
  const audience = createAudience(settings, tools.clock, earlierSet, tap);
  const sinkTools = (earlier: GetEarlierSet): SinkTools => ({
    ...tools,
    audience,
    licensed: licensed(),
    earlierSet: earlier,
    setId: () => set.id,
    sessions,
  });

  // Each is made after those that it passes something on to.
  const fanout = createFanout(await createSinks(settings, sinkTools(earlierSet)), tools);
  const enrichment = await replaceable('enrichment', () =>
    enrichPart.create(settings, tools, { licensed: licensed() }),
  );
  const { publish, publishEarlier } = fanout;
  const pipeline: Pipeline = createPipeline(settings, {
    ...tools,
    enricher: () => enrichment.current,
    publish,
    publishEarlier,
    tap,
    source: () => source.current.source,
    listHidden: tools.settings && listHidden.bind(undefined, tools.settings),
  });
  const listening = createListening(tools);
  const hearing = await replaceable('hearing', () => createHearing(settings, tools, listening));
  const { room, collection } = listening;
  const sourceTools = { ...tools, hearing: room, collection, ...relayBroadcasts(hearing) };
  const source: Replaceable<ConnectedSource> = await replaceable('source', () =>
    createConnectedSource(settings, sourceTools, tap, pipeline),
  );

  const updates = new PackageUpdates({
    ...tools,
    disk: nodeDisk,
    folder: packageFolder(),
    version: buildInfo.version,
  });
  const pass = new LocalPass(tools.clock);
  const tests = new ShownTests();
  const authorizations = createAuthorizations(tools.clock);
  const parts = {
    audience,
    sessions,
    pass,
    source,
    hearing,
    arrivals,
    pipeline,
    enrichment,
    fanout,
    updates,
  };
  const server = await replaceable('server', () =>
    createPages(settings, tools, {
      ...parts,
      tests,
      authorizations,
      sinkTools: () => sinkTools(earlierSet),
    }),
  );
  const decks = () => source.current.source.decks?.() ?? [];
  const measured = { decks, health: () => server.current.health(), faults: tools.faults };
  const metrics = await replaceable('metrics', () => createMetrics(settings, counts, measured, tools));
  const obs = await replaceable('obs', () => createObsReload(settings, server.current.listening, tools));

  const running = { ...parts, server, metrics, obs, sinkTools: () => sinkTools(setSoFar(audience, set.id)) };
  tools.onSettings?.(() => passOnSettings(running), partRestarts(settings, running, tools));
  server.current.listening.then(
    (at) => tools.onListening?.(at, pass),
    () => undefined,
  );
  const over = new AbortController();
  const known = set.find((earlier) => pipeline.resume(earlier), over.signal);
  // Usually it is known at once, and then pages show it from the first moment on.
  await settlesWithin(tools.clock, SET_KNOWN_WITHIN_MS, known);
  const ready = async (): Promise<void> => {
    await Promise.all([server.current.listening, unlessAborted(known, signal)]);
    if (set.earlier !== undefined && !signal.aborted) {
      pipeline.resume(set.earlier);
    }
  };
  const watching = onceListening(source, ready, pipeline);
  // Started in this order and stopped in reverse: receivers start before senders.
  await runTogether(
    [fanout, tests, authorizations, server, metrics, enrichment, hearing, watching, obs, updates],
    signal,
    tools,
  ).finally(() => {
    over.abort();
    sessions.close();
  });
}

export interface StartTools extends PagesTools, RestartTools {
  /** How many errors nobody caught since the start. */
  faults(): number;
  /**
   * Registers a function to call when settings have changed, and the parts that can start again for those that they read
   * only at their start; absent when settings never change.
   */
  onSettings?(onChange: () => void, restarts: readonly Restart[]): void;
  /** Called once the pages can be opened. */
  readonly onListening?: ((at: ListeningAt, pass: LocalPass) => unknown) | undefined;
}
