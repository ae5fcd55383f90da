import type { Sink, SinkTools, Tap } from '../core/contracts/sink.ts';
import type { Source, SourceListener, SourceTools } from '../core/contracts/source.ts';
import type { Service } from '../host/lifetime.ts';
import { chosenSources, type StartSettings } from '../operator/options.ts';
import type { Beats } from '../show/beat/index.ts';
import { sinkParts } from '../sinks/index.ts';
import {
  asSource,
  CombinedMember,
  type MemberSource,
  type NamedSource,
} from '../sources/shared/combined-member.ts';
import { CombinedSource } from '../sources/shared/combined-source.ts';
import { decidedSource } from '../sources/shared/faded-source.ts';
import type { Replaceable, Runs } from './replaceable.ts';

export async function createSinks(
  settings: StartSettings,
  tools: SinkTools,
): Promise<readonly { readonly name: string; readonly sink: Sink | undefined }[]> {
  return Promise.all(
    sinkParts.map(async (part) => ({ name: part.name, sink: await part.create(settings, tools) })),
  );
}

export interface ChosenSource extends NamedSource {
  readonly members: readonly NamedSource[];
}

export async function createSource(
  settings: StartSettings,
  tools: SourceTools,
  tap: Pick<Tap, 'arrived'>,
  create?: MakeSource,
): Promise<ChosenSource> {
  const made: MemberSource[] = [];
  for (const part of chosenSources(settings)) {
    const make = async (): Promise<Source> => {
      const source: Source = await (create ?? part.create)(settings, tools);
      return source.decks === undefined ? decidedSource(source, tools, part.isMixed === true) : source;
    };
    made.push({ name: part.name, source: await make(), again: make });
  }
  const [only, another] = made;
  if (only !== undefined && another === undefined) {
    const member = new CombinedMember(only, tools);
    return { name: only.name, source: asSource(member), members: [member] };
  }
  const source = new CombinedSource(made, { ...tools, tap });
  return { name: made.map(({ name }) => name).join(','), source, members: source.members };
}

export type MakeSource = (settings: StartSettings, tools: SourceTools) => Source;

interface SourceLinks {
  readonly tap: Pick<Tap, 'arrived'>;
  readonly beats: Pick<Beats, 'connect'>;
  readonly make: MakeSource | undefined;
}

export type ConnectedSource = ChosenSource & Runs<SourceListener>;

export async function createConnectedSource(
  settings: StartSettings,
  tools: SourceTools,
  { tap, beats, make }: SourceLinks,
): Promise<ConnectedSource> {
  const chosen = await createSource(settings, tools, tap, make);
  return {
    ...chosen,
    run(signal, pipeline) {
      const disconnect = beats.connect(chosen.source.beats);
      return chosen.source.run(pipeline, signal).finally(disconnect);
    },
  };
}

/**
 * Runs the source once the pages are reachable: a second program started by mistake fails at the port, before it
 * touches the first one's files.
 */
export function onceReady(
  source: Replaceable<ConnectedSource, SourceListener>,
  ready: () => Promise<unknown>,
  pipeline: SourceListener & { stop(): void },
): Service {
  return {
    name: source.name,
    run: (signal) =>
      ready()
        .then(
          () => (signal.aborted ? undefined : source.run(signal, pipeline)),
          () => undefined,
        )
        .finally(() => pipeline.stop()),
  };
}
