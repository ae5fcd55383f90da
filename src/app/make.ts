/** Makes the parts that the settings ask for. */
import type { Sink, SinkTools, Source } from '../core/contracts.ts';
import { BugError } from '../core/errors.ts';
import type { Tools } from '../core/tools.ts';
import { sinkParts } from '../sinks/index.ts';
import { chosenSources, type StartSettings } from './options.ts';

/** The sinks that are switched on, each with its name. */
export async function makeSinks(
  settings: StartSettings,
  tools: SinkTools,
): Promise<readonly { readonly name: string; readonly sink: Sink }[]> {
  const made = await Promise.all(
    sinkParts.map(async (part) => ({ name: part.name, sink: await part.create(settings, tools) })),
  );
  return made.flatMap(({ name, sink }) => (sink === undefined ? [] : [{ name, sink }]));
}

/** The source that `--source` names. */
export async function makeSource(
  settings: StartSettings,
  tools: Tools,
): Promise<Source & { readonly name: string }> {
  const [part] = chosenSources(settings);
  if (part === undefined) {
    throw new BugError('no source was chosen, and the check let it pass');
  }
  const source = await part.create(settings, tools);
  return {
    name: part.name,
    run: (listener, signal) => source.run(listener, signal),
    health: () => source.health(),
    decks: () => source.decks?.() ?? [],
  };
}
