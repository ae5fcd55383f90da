/** Creates the parts that the settings switch on. */
import type { Sink, SinkTools } from '../core/contracts.ts';
import type { Tools } from '../core/tools.ts';
import { sinkParts } from '../sinks/index.ts';
import { CombinedSource, type NamedSource } from '../sources/combined-source.ts';
import type { Arrivals } from './arrivals.ts';
import { chosenSources, type StartSettings } from './options.ts';

/** Every sink, each with its name; undefined where the settings leave it off. */
export async function createSinks(
  settings: StartSettings,
  tools: SinkTools,
): Promise<readonly { readonly name: string; readonly sink: Sink | undefined }[]> {
  return Promise.all(
    sinkParts.map(async (part) => ({ name: part.name, sink: await part.create(settings, tools) })),
  );
}

/** The source that `--source` names, and what it is made of. */
export interface ChosenSource extends NamedSource {
  readonly members: readonly NamedSource[];
}

/** Several become one, named after them in the user's order. `arrivals` hears of the tracks of each. */
export async function createSource(
  settings: StartSettings,
  tools: Tools,
  arrivals: Arrivals,
): Promise<ChosenSource> {
  const members: NamedSource[] = [];
  for (const part of chosenSources(settings)) {
    members.push({ name: part.name, source: await part.create(settings, tools) });
  }
  const [only, another] = members;
  return only !== undefined && another === undefined
    ? { ...only, members }
    : {
        name: members.map(({ name }) => name).join(','),
        source: new CombinedSource(members, { ...tools, listening: arrivals.listening }),
        members,
      };
}
