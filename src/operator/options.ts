import type { Problem } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { defineOptions, type OptionEnvironment, type OptionTable, type SettingsOf } from '../core/option.ts';
import { checkHear, hearOptions } from '../hearing/options.ts';
import { checkMidi, midiOptions } from '../midi/options.ts';
import { choices } from '../settings/kinds.ts';
import { checkParts } from '../settings/parts.ts';
import type { Resolution } from '../settings/resolve.ts';
import { beatOptions } from '../show/beat/options.ts';
import { checkEnrich, enrichOptions } from '../show/pictures/options.ts';
import { pipelineOptions } from '../show/pipeline/options.ts';
import { sinkParts } from '../sinks/index.ts';
import { sourceAliases, sourceParts } from '../sources/index.ts';
import { metricsOptions } from '../web/metrics/options.ts';
import { checkServer, serverOptions } from '../web/options.ts';
import { clashingFiles } from './clashing-files.ts';
import { clashingPorts } from './clashing-ports.ts';
import { globalOptions } from './global-options.ts';
import { obsOptions } from './obs/options.ts';
import { ownBroadcast } from './own-broadcast.ts';

const SOURCE_NAMES = sourceParts.map(({ name }) => name);
const SOURCE_TITLES = Object.fromEntries(sourceParts.map(({ name, card }) => [name, card.title]));

const sourceOptions = defineOptions('Source and discovery', {
  source: {
    kind: choices(SOURCE_NAMES, SOURCE_TITLES, sourceAliases),
    default: ['hwdevice'],
    help: 'where tracks come from; with several, the first with a new track wins',
    words: 'denon pioneer traktor serato rekordbox virtualdj djay mixxx player software program',
  },
});

type TableOf<Parts extends readonly { readonly options: OptionTable }[]> = Merged<Parts[number]['options']>;
type Merged<Table> = (Table extends unknown ? (one: Table) => void : never) extends (all: infer All) => void
  ? All
  : never;

function tableOf<Parts extends readonly { readonly options: OptionTable }[]>(parts: Parts): TableOf<Parts> {
  // `Object.assign` returns the intersection.
  return Object.assign({}, ...parts.map(({ options }) => options)) as TableOf<Parts>;
}

export const startOptions = {
  ...globalOptions,
  ...sourceOptions,
  ...tableOf(sourceParts),
  ...hearOptions,
  ...midiOptions,
  ...pipelineOptions,
  ...enrichOptions,
  ...beatOptions,
  ...tableOf(sinkParts),
  ...serverOptions,
  ...obsOptions,
  ...metricsOptions,
};

export type StartSettings = SettingsOf<typeof startOptions>;

/** Parts in the order of `--source`. */
export function chosenSources(settings: Pick<StartSettings, 'source'>) {
  return settings.source.flatMap((name) => sourceParts.filter((part) => part.name === name));
}

/** Chosen sources, and the one whose broadcasts are only heard. */
export function receivingSources(settings: Pick<StartSettings, 'source' | 'hear.input'>) {
  const isHeard = settings['hear.input'].includes('icecast');
  return sourceParts.filter(({ name }) => settings.source.includes(name) || (name === 'icecast' && isHeard));
}

/** Finds problems of several values together, of the chosen sources. */
export async function checkStart(
  resolution: Resolution<typeof startOptions>,
  environment: OptionEnvironment,
): Promise<readonly Problem[]> {
  const { settings } = resolution;
  if (settings.source.length === 0) {
    return [{ where: '--source', what: say('options.name-least-one', { names: SOURCE_NAMES.join(', ') }) }];
  }
  const sources = receivingSources(settings);
  const hearing = { options: hearOptions, check: checkHear };
  const midi = { options: midiOptions, check: checkMidi };
  const enrichment = { options: enrichOptions, check: checkEnrich };
  const server = { options: serverOptions, check: checkServer };
  const tables = [globalOptions, ...[...sources, ...sinkParts].map(({ options }) => options)];
  const files = await clashingFiles(tables, resolution, environment);
  const ports = clashingPorts([serverOptions, metricsOptions, ...sources.map(({ options }) => options)]);
  const returning = sources.some(({ name }) => name === 'icecast') ? [ownBroadcast] : [];
  return checkParts(
    [...sources, hearing, midi, enrichment, ...sinkParts, server, files, ports, ...returning],
    resolution,
  );
}
