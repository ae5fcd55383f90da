import * as v from 'valibot';
import type { Problem } from '../../core/errors.ts';
import { JsonError, readJson } from '../../core/json.ts';
import { say } from '../../core/message.ts';
import { STANDARD_OPTION_TYPES } from '../wire/themes.ts';

const Length = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7_680));
const Milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(10_000));
const Common = { label: v.optional(v.string()), unit: v.optional(v.string()) };

const OptionSpec = v.variant('type', [
  v.strictObject({ ...Common, type: v.literal('color'), default: v.string() }),
  v.strictObject({
    ...Common,
    type: v.literal('text'),
    default: v.string(),
    values: v.optional(v.array(v.string())),
  }),
  v.strictObject({ ...Common, type: v.literal('bool'), default: v.boolean() }),
  v.strictObject({ ...Common, type: v.literal('duration'), default: v.union([v.number(), v.string()]) }),
  v.strictObject({ ...Common, type: v.literal('number'), default: v.number() }),
  v.strictObject({
    ...Common,
    type: v.literal('range'),
    default: v.number(),
    min: v.number(),
    max: v.number(),
    step: v.optional(v.number()),
  }),
  v.pipe(
    v.strictObject({
      ...Common,
      type: v.literal('enum'),
      default: v.string(),
      values: v.pipe(v.array(v.string()), v.minLength(1)),
    }),
    v.check((spec) => spec.values.includes(spec.default), 'the default is none of the values'),
  ),
]);

const OptionName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,40}$/, 'a name has small letters, digits and hyphens'),
);

const ManifestSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,60}$/, 'an id has small letters, digits and hyphens')),
  name: v.pipe(v.string(), v.minLength(1)),
  version: v.optional(v.string()),
  sdk: v.optional(v.literal(1, 'this program knows version 1 of the SDK')),
  size: v.optional(v.object({ width: Length, height: Length })),
  timing: v.optional(
    v.object({
      enter: v.optional(Milliseconds),
      exit: v.optional(Milliseconds),
      exchange: v.optional(Milliseconds),
    }),
  ),
  beat: v.optional(v.boolean()),
  options: v.optional(v.record(OptionName, OptionSpec)),
});

export type Manifest = v.InferOutput<typeof ManifestSchema>;

export type ManifestReading =
  | { readonly manifest: Manifest; readonly problems: readonly [] }
  | { readonly manifest?: undefined; readonly problems: readonly Problem[] };

export function readManifest(text: string): ManifestReading {
  try {
    const manifest = readJson(text, ManifestSchema);
    const problems = changedStandards(manifest);
    return problems.length > 0 ? { problems } : { manifest, problems: [] };
  } catch (error) {
    if (!(error instanceof JsonError)) {
      throw error;
    }
    const placeOf = (path: string): string => (path === '' ? 'theme.json' : `theme.json: ${path}`);
    return { problems: error.problems.map(({ where, what }) => ({ where: placeOf(where), what })) };
  }
}

/** A theme may change a standard option's default and label, but not its type. */
function changedStandards({ options = {} }: Manifest): readonly Problem[] {
  return Object.entries(STANDARD_OPTION_TYPES)
    .filter(([name, type]) => (options[name]?.type ?? type) !== type)
    .map(([name, type]) => ({
      where: `theme.json: options.${name}.type`,
      what: say('theme.option-of-every', { type }),
    }));
}
