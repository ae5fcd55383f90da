/** The server, with what its pages show and change of the running program. */
import type { SinkTools } from '../core/contracts.ts';
import type { RunningEnricher } from '../enrich/index.ts';
import type { Pipeline } from '../pipeline/index.ts';
import { createServer, type Server, type ServerDeps, type Setup } from '../server/index.ts';
import type { Arrivals } from './arrivals.ts';
import { buildInfo } from './build-info.ts';
import { createControl } from './control.ts';
import type { ConnectedSource } from './create-parts.ts';
import { nodeDisk } from './disk/node-disk.js';
import { createDoctor } from './doctor/running.ts';
import type { Fanout } from './fanout.ts';
import type { StartSettings } from './options.ts';
import type { Replaceable } from './replaceable.ts';
import { createAuthorizations } from './setup/authorizations.ts';
import { createSightings } from './setup/sightings.ts';
import type { StartTools } from './start.ts';

export interface ShownParts extends Pick<ServerDeps, 'audience' | 'sessions'> {
  readonly source: Replaceable<ConnectedSource>;
  readonly arrivals: Arrivals;
  readonly pipeline: Pipeline;
  readonly enrichment: Replaceable<RunningEnricher>;
  readonly fanout: Fanout;
  /** What a sink that is tried out is made with. */
  readonly sinkTools: () => SinkTools;
}

export function createPages(settings: StartSettings, tools: StartTools, parts: ShownParts): Server {
  const { audience, sessions, source, arrivals, pipeline, enrichment, fanout, sinkTools } = parts;
  const authorizations = createAuthorizations(tools.clock);
  const sightings = createSightings(tools.clock);
  const currentSource = () => source.current.source;

  async function setup(): Promise<Setup> {
    const { createSetup } = await import('./setup/index.ts');
    return createSetup(settings, sinkTools(), {
      members: source.current.members,
      arrivals,
      authorizations,
      sightings,
      sinks: () => fanout.health(),
      isOnAir: () => audience.onAir.track !== undefined,
      configFile: tools.configFile?.(),
    });
  }

  return createServer(settings, tools, {
    version: buildInfo.version,
    audience,
    sessions,
    ownDisk: nodeDisk,
    control: createControl(currentSource, pipeline, tools.logAfter, tools.settings),
    doctor: createDoctor(settings, tools, () => source.current.members),
    settings: tools.settings,
    setup,
    health: () => ({
      source: { name: source.current.name, ...currentSource().health() },
      enrichment: enrichment.current.health(),
      sinks: fanout.health(),
    }),
  });
}
