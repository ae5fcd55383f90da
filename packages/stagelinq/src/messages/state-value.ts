import { StagelinqError } from '../errors.ts';

/**
 * Value of a state: a small JSON object, whose field depends on the type:
 *
 * | type | field | example |
 * |---|---|---|
 * | 0, 10, 14 | `value` | `{"type":0,"value":121.97}` |
 * | 1, 2, 3 | `state` | `{"state":true,"type":1}` |
 * | 4, 8 | `string` | `{"string":"Am","type":8}` |
 * | 16 | `color` | `{"color":"#ffea2828","type":16}` |
 *
 * The field decides, because firmwares differ in the type.
 */
export interface StateValue {
  /** Null if missing. */
  readonly type: number | null;
  /** Null: no such value on the device. */
  readonly value: number | boolean | string | null;
}

export const NO_VALUE: StateValue = Object.freeze({ type: null, value: null });

/** Search order; devices send one. */
const FIELDS = ['value', 'state', 'string', 'color'] as const;

const COLOR_TYPE = 16;

/** @throws StagelinqError `bad-value`, and nothing else */
export function parseStateValue(json: string | null): StateValue {
  if (json === null) {
    return NO_VALUE;
  }
  const parsed = parseObject(json);
  const type = parsed.get('type');
  for (const field of FIELDS) {
    const value = parsed.get(field);
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') {
      return { type: typeof type === 'number' ? type : null, value };
    }
  }
  throw new StagelinqError('bad-value', 'a state has none of the fields value, state, string, color');
}

function parseObject(json: string): ReadonlyMap<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (cause) {
    throw new StagelinqError('bad-value', 'a state is not JSON', { cause });
  }
  if (typeof parsed !== 'object' || parsed === null) {
    throw new StagelinqError('bad-value', 'a state is not a JSON object');
  }
  return new Map(Object.entries(parsed));
}

/** Writes fields in alphabetical order without blanks, like devices. */
export function formatStateValue({ type, value }: StateValue): string | null {
  if (value === null) {
    return null;
  }
  const text = JSON.stringify(value);
  const kind = type === null ? '' : `"type":${type}`;
  const comma = kind === '' ? '' : ',';
  if (typeof value === 'number') {
    return `{${kind}${comma}"value":${text}}`;
  }
  if (typeof value === 'boolean') {
    return `{"state":${text}${comma}${kind}}`;
  }
  return `{"${type === COLOR_TYPE ? 'color' : 'string'}":${text}${comma}${kind}}`;
}
