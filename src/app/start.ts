/** The whole program, from the hardware to the overlay. Read this first. */
import type { GetEarlierSet, SinkTools } from '../core/contracts.ts';
import type { LoggedLine, Tools } from '../core/tools.ts';
import { enrichPart } from '../enrich/index.ts';
import { createPipeline } from '../pipeline/index.ts';
import { createAudience, createServer, type ListeningAt, type SettingsStore } from '../server/index.ts';
import { createArrivals } from './arrivals.ts';
import { buildInfo } from './build-info.ts';
import { createControl } from './control.ts';
import { createSinks, createSource } from './create-parts.ts';
import { nodeDisk } from './disk/node-disk.js';
import { createDoctor } from './doctor/running.ts';
import { findEarlierSet, setSoFar } from './earlier-set.ts';
import { createFanout } from './fanout.ts';
import { guardedListener } from './faults.ts';
import { createLicensed } from './licensed.ts';
import { runTogether, type Service } from './lifetime.ts';
import { createCounts, createMetrics } from './metrics/index.ts';
import { createObsReload } from './obs-reload.ts';
import type { StartSettings } from './options.ts';
import { partRestarts } from './part-restarts.ts';
import { Replaceable, type Runs } from './replaceable.ts';
import type { Restart } from './restarts.ts';
import { openSessions } from './sessions/index.ts';
import { replaceableSessions } from './sessions/replaceable.ts';

export interface StartTools extends Tools {
  /** The lines that were logged after the one with this number, oldest first. */
  logAfter(seq: number): readonly LoggedLine[];
  /**
   * Registers a function to call when settings have changed, and the parts that can start again for those that they read
   * only at their start; absent when settings never change.
   */
  onSettings?(onChange: () => void, restarts: readonly Restart[]): void;
  /** The configuration file, to be changed by operators; absent when there is none to change. */
  readonly settings?: SettingsStore;
  /** The configuration file that was read; absent when there is none. */
  readonly configFile?: string | undefined;
  /** Called once the pages can be opened. */
  readonly onListening?: ((at: ListeningAt) => unknown) | undefined;
}

/**
 * Watches the source and publishes what is featured until the signal fires.
 * Rejects with a RunError when something fails that the program cannot do without: the port is in use.
 */
export async function start(settings: StartSettings, tools: StartTools, signal: AbortSignal): Promise<void> {
  // Each is made again when a setting changes that it reads only at its start; the rest of the program goes on.
  const replaceable = <Made extends Runs>(name: string, make: () => Made | Promise<Made>) =>
    Replaceable.create(name, make, tools);

  const arrivals = createArrivals();
  const source = await replaceable('source', async () => {
    const chosen = await createSource(settings, tools, arrivals);
    return { ...chosen, run: (stop: AbortSignal) => chosen.source.run(listener, stop) };
  });
  const sessions = replaceableSessions(() => openSessions(settings['session.filename'], tools.clock));
  const { earlierSet, hiddenByHand } = await findEarlierSet(sessions, tools);
  const licensed = createLicensed(settings, tools);
  const counts = createCounts(settings, tools.clock);
  const audience = createAudience(settings, tools.clock, earlierSet);
  const sinkTools = (set: GetEarlierSet): SinkTools => ({
    ...tools,
    audience: counts.timed(audience),
    licensed: licensed(),
    earlierSet: set,
    sessions,
  });
  const fanout = createFanout(await createSinks(settings, sinkTools(earlierSet)), tools);
  const enricher = await replaceable('enrichment', () =>
    enrichPart.create(settings, tools, { licensed: licensed() }),
  );
  const pipeline = createPipeline(settings, {
    ...tools,
    enricher: {
      prefetch: (...given) => enricher.current.prefetch(...given),
      enrich: (...given) => enricher.current.enrich(...given),
    },
    earlierSet,
    hiddenByHand,
    publish: counts.counted(fanout.publish),
    publishEarlier: fanout.publishEarlier,
  });
  const server = await replaceable('server', () =>
    createServer(settings, tools, {
      version: buildInfo.version,
      audience,
      control: createControl(() => source.current.source, pipeline, tools.logAfter, tools.settings),
      ownDisk: nodeDisk,
      sessions,
      doctor: createDoctor(settings, tools, () => source.current.source),
      settings: tools.settings,
      setup: async () => {
        const { createSetup } = await import('./setup/index.ts');
        const isOnAir = (): boolean => audience.onAir.track !== undefined;
        const { members } = source.current;
        const sinks = fanout.names().map((name) => ({ name }));
        const { configFile } = tools;
        return createSetup(settings, sinkTools(earlierSet), {
          members,
          arrivals,
          sinks,
          isOnAir,
          configFile,
        });
      },
      health: () => ({
        source: { name: source.current.name, ...source.current.source.health() },
        enrichment: enricher.current.health(),
        sinks: fanout.health(),
      }),
    }),
  );

  const listener = arrivals.listening(guardedListener(pipeline));
  const watching: Service = {
    name: 'source',
    // A second program that is started by mistake fails at the port, and must not have touched the first one's files by
    // then.
    run: (stop) =>
      server.current.listening
        .then(
          () => (stop.aborted ? undefined : source.run(stop)),
          () => undefined,
        )
        .finally(() => pipeline.stop()),
  };
  const measured = {
    decks: () => source.current.source.decks?.() ?? [],
    health: () => server.current.health(),
  };
  const metrics = await replaceable('metrics', () => createMetrics(settings, counts, measured, tools));
  const obs = await replaceable('obs', () => createObsReload(settings, server.current.listening, tools));
  const parts = { source, enricher, server, metrics, obs, fanout, pipeline, sessions };
  tools.onSettings?.(
    () => {
      server.current.settingsChanged();
      source.current.source.settingsChanged?.();
      pipeline.settingsChanged();
      enricher.current.settingsChanged();
      fanout.settingsChanged();
    },
    partRestarts(settings, { ...parts, sinkTools: () => sinkTools(setSoFar(audience)) }, tools),
  );
  server.current.listening.then(tools.onListening, () => undefined);
  // Started in this order and stopped in reverse: receivers start before senders.
  await runTogether([fanout, server, metrics, enricher, watching, obs], signal, tools).finally(() =>
    sessions.close(),
  );
}
