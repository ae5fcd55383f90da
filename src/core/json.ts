import * as v from 'valibot';
import { type Problem, syntaxMessageOf } from './errors.ts';

export class JsonError extends Error {
  override readonly name = 'JsonError';
  /** Dotted paths; empty for the root. */
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[]) {
    super(message);
    this.problems = problems;
  }
}

/** Throws JsonError, which repeats no values. */
export function readJson<Schema extends v.GenericSchema>(
  text: string | Uint8Array | undefined,
  schema: Schema,
): v.InferOutput<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text));
  } catch (error) {
    throw new JsonError('something that is not JSON', [{ where: '', what: syntaxMessageOf(error) }]);
  }
  const { success, output, issues } = v.safeParse(schema, json);
  if (success) {
    return output;
  }
  const problems = issues.map((issue) => ({ where: v.getDotPath(issue) ?? '', what: issue.message }));
  throw new JsonError(`an answer of another form: ${problems[0]?.where || 'everything'}`, problems);
}

/** Undefined for another form. */
export function jsonIn<Schema extends v.GenericSchema>(
  text: string | Uint8Array | undefined,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  try {
    return readJson(text, schema);
  } catch {
    return undefined;
  }
}
