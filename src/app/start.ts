/** The whole program, from the hardware to the overlay. Read this first. */
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
import { findEarlierSet } from './earlier-set.ts';
import { createFanout } from './fanout.ts';
import { guardedListener } from './faults.ts';
import { isLicensed } from './licensed.ts';
import { runTogether, type Service } from './lifetime.ts';
import { createCounts, createMetrics } from './metrics/index.ts';
import { createObsReload } from './obs-reload.ts';
import type { StartSettings } from './options.ts';
import { openSessions } from './sessions/index.ts';

export interface StartTools extends Tools {
  /** The lines that were logged after the one with this number, oldest first. */
  logAfter(seq: number): readonly LoggedLine[];
  /** Registers a function to call when settings have changed; absent when they never change. */
  onSettings?(onChange: () => void): void;
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
  const arrivals = createArrivals();
  const { name, source, members } = await createSource(settings, tools, arrivals);
  const sessions = openSessions(settings['session.filename'], tools.clock);
  const { earlierSet, hiddenByHand } = await findEarlierSet(sessions, tools);
  const licensed = isLicensed(settings, tools);
  const counts = createCounts(settings, tools.clock);
  const audience = createAudience(settings, tools.clock, earlierSet);
  const sinkTools = { ...tools, audience: counts.timed(audience), licensed, earlierSet, sessions };
  const sinks = await createSinks(settings, sinkTools);
  const fanout = createFanout(sinks, tools);
  const enricher = await enrichPart.create(settings, tools, { licensed });
  const pipeline = createPipeline(settings, {
    ...tools,
    enricher,
    earlierSet,
    hiddenByHand,
    publish: counts.counted(fanout.publish),
  });
  const server = createServer(settings, tools, {
    version: buildInfo.version,
    audience,
    control: createControl(source, pipeline, tools.logAfter),
    ownDisk: nodeDisk,
    sessions,
    doctor: createDoctor(settings, tools, source),
    settings: tools.settings,
    setup: async () => {
      const { createSetup } = await import('./setup/index.ts');
      const isOnAir = (): boolean => audience.onAir.track !== undefined;
      const { configFile } = tools;
      return createSetup(settings, sinkTools, { members, arrivals, sinks, isOnAir, configFile });
    },
    health: () => ({
      source: { name, ...source.health() },
      enrichment: enricher.health(),
      sinks: fanout.health(),
    }),
  });

  const listener = arrivals.listening(guardedListener(pipeline));
  const enrichment: Service = { name: 'enrichment', run: (stop) => enricher.run(stop) };
  const watching: Service = {
    name: 'source',
    // A second program that is started by mistake fails at the port, and must not have touched the first one's files by
    // then.
    run: (stop) =>
      server.listening
        .then(
          () => (stop.aborted ? undefined : source.run(listener, stop)),
          () => undefined,
        )
        .finally(() => pipeline.stop()),
  };
  tools.onSettings?.(() => {
    server.settingsChanged();
    source.settingsChanged?.();
    pipeline.settingsChanged();
    enricher.settingsChanged();
    fanout.settingsChanged();
  });
  const measured = { decks: () => source.decks?.() ?? [], health: server.health };
  server.listening.then(tools.onListening, () => undefined);
  const metrics = createMetrics(settings, counts, measured, tools);
  const obs = createObsReload(settings, server.listening, tools);
  // Started in this order and stopped in reverse: receivers start before senders.
  await runTogether([fanout, server, metrics, enrichment, watching, obs], signal, tools).finally(() =>
    sessions.close(),
  );
}
