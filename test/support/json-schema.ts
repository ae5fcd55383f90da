/** Converts valibot schemas to JSON Schema. */
import type * as v from 'valibot';

type Json = Readonly<Record<string, unknown>>;

/** Parts of valibot's schemas and actions that ours use. */
interface Part {
  readonly kind: 'schema' | 'validation' | 'transformation' | 'metadata';
  readonly type: string;
  readonly pipe?: readonly [Part, ...(readonly Part[])];
  readonly entries?: Readonly<Record<string, Part>>;
  readonly wrapped?: Part;
  readonly options?: readonly unknown[];
  readonly item?: Part;
  readonly requirement?: unknown;
  readonly description?: string;
  readonly metadata?: { readonly json?: Json };
}

/** @throws Error for an unknown part, so that the description never promises less than the check */
export function jsonSchema(schema: v.GenericSchema): Json {
  return formOf(schema as unknown as Part);
}

function formOf(part: Part): Json {
  if (part.pipe !== undefined) {
    const [{ pipe: _pipe, ...schema }, ...actions] = part.pipe;
    return Object.assign({}, formOf(schema), ...actions.map(formOf));
  }
  const { requirement } = part;
  switch (part.type) {
    case 'object':
    case 'strict_object': {
      const entries = Object.entries(part.entries ?? {});
      const required = entries.filter(([, { type }]) => type !== 'optional').map(([name]) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name, entry]) => [name, formOf(entry)])),
        ...(required.length > 0 && { required }),
      };
    }
    case 'optional':
      return part.wrapped === undefined ? {} : formOf(part.wrapped);
    case 'string':
    case 'number':
    case 'boolean':
      return { type: part.type };
    case 'array':
      return { type: 'array', ...(part.item && { items: formOf(part.item) }) };
    case 'picklist':
      return { enum: part.options };
    case 'union':
      return { anyOf: part.options?.map((one) => formOf(one as Part)) };
    case 'integer':
      return { type: 'integer' };
    case 'min_value':
      return { minimum: requirement };
    case 'max_value':
      return { maximum: requirement };
    case 'lt_value':
      return { exclusiveMaximum: requirement };
    case 'max_length':
      return { maxLength: requirement };
    case 'regex':
      return { pattern: (requirement as RegExp).source };
    case 'description':
      return { description: part.description };
    case 'metadata':
      return part.metadata?.json ?? {};
    // JSON Schema has no equivalent.
    case 'check':
    case 'custom':
    case 'transform':
    case 'trim':
    case 'unknown':
      return {};
    default:
      throw new Error(`a schema has the part ${part.type}, which nobody describes`);
  }
}
