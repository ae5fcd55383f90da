import { type OptionEnvironment, type OptionSpec, type OptionTable, Secret } from '../../core/option.ts';
import { FILE_OPTION } from '../../settings/changes.ts';
import type { FileEntries } from '../../settings/entries.ts';
import { list } from '../../settings/kinds.ts';
import { fold } from '../../settings/names.ts';
import { defaultOf, isSame, type Resolution } from '../../settings/resolve.ts';
import type { Field, WireOption } from '../../web/wire/settings.ts';
import { PLACES } from './titles.ts';

export interface Described {
  readonly resolution: Resolution;
  readonly running: Resolution;
  /** Line of each setting, from 1, by folded name. */
  readonly lines: ReadonlyMap<string, number>;
  /** Undefined without a file. */
  readonly inFile: FileEntries['byOption'] | undefined;
  readonly environment: OptionEnvironment;
  readonly isHere: boolean;
}

export function describeOptions(table: OptionTable, described: Described): readonly WireOption[] {
  const order = [...PLACES.keys()];
  return Object.entries(table)
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([name, spec]) => describeOption(name, spec, described));
}

function describeOption(name: string, spec: OptionSpec<unknown>, described: Described): WireOption {
  const { kind } = spec;
  const { title, group, isCommon } = PLACES.get(name) ?? { title: name, group: spec.group, isCommon: true };
  const { resolution, running, lines, inFile, environment, isHere } = described;
  const value: unknown = resolution.settings[name];
  const isMasked =
    kind.mayHoldPassword !== undefined &&
    kind.print(value) !== (Array.isArray(value) ? list.print(value) : value);
  const origin = resolution.origins[name] ?? { from: 'default', place: '' };
  const line = origin.from === 'file' ? lines.get(fold(name)) : undefined;
  const isInFile =
    (origin.from === 'flag' || origin.from === 'environment') &&
    kind.print(value) === String(inFile?.get(name)?.value);
  const field = fieldOf(spec);
  const isElsewhere = kind.path !== undefined && !isHere;
  const isLive =
    spec.live === true || (spec.live === 'while set' && !isSame(value, defaultOf(spec, environment)));
  return {
    name,
    title,
    group,
    isCommon,
    field,
    help: spec.help,
    ...(spec.words !== undefined && { words: spec.words }),
    ...(kind.range && { range: kind.range }),
    ...(kind.choices && field !== 'switch' && { choices: kind.choices }),
    ...(kind.choiceTitles && { choiceTitles: kind.choiceTitles }),
    default: kind.secret ? '' : kind.print(defaultOf(spec, environment)),
    value: kind.secret ? '' : kind.print(value),
    ...(Array.isArray(value) && !isMasked && { items: value }),
    ...(kind.mayHoldPassword && { mayHoldPassword: kind.mayHoldPassword }),
    ...(isMasked && { masked: true }),
    ...(value instanceof Secret && { isSet: !value.isEmpty }),
    origin: { ...origin, ...(line !== undefined && { line }), ...(isInFile && { isInFile }) },
    isFixed: name === FILE_OPTION || origin.from === 'flag' || origin.from === 'environment' || isElsewhere,
    ...(isElsewhere && { isElsewhere }),
    effect: isLive ? 'live' : 'restart',
    isWaiting: !isSame(value, running.settings[name]),
  };
}

function fieldOf({ kind }: OptionSpec<unknown>): Field {
  if (kind.secret) {
    return 'secret';
  }
  if (kind.path !== undefined) {
    return kind.path === 'directory' ? 'folder' : 'file';
  }
  if (kind.standsAlone) {
    return 'switch';
  }
  if (kind.choices !== undefined) {
    return kind.several ? 'choices' : 'choice';
  }
  return kind.format ?? FIELD_BY_TYPE[kind.type] ?? 'text';
}

const FIELD_BY_TYPE: Readonly<Record<string, Field>> = {
  uint: 'number',
  duration: 'duration',
  strings: 'list',
  map: 'map',
};
