import * as v from 'valibot';
import { type Problem, syntaxMessageOf } from './errors.ts';
import { say, type Text } from './message.ts';

export class JsonError extends Error {
  override readonly name = 'JsonError';
  /** Dotted paths; empty for the root. */
  readonly problems: readonly Problem[];

  readonly text: Text;

  constructor(text: Text, problems: readonly Problem[]) {
    super(String(text));
    this.text = text;
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
    throw new JsonError(say('service.no-json'), [{ where: '', what: syntaxMessageOf(error) }]);
  }
  const { success, output, issues } = v.safeParse(schema, json);
  if (success) {
    return output;
  }
  const problems = issues.map((issue) => ({ where: v.getDotPath(issue) ?? '', what: issue.message }));
  const part = problems[0]?.where;
  throw new JsonError(part ? say('service.other-form-in', { part }) : say('service.other-form'), problems);
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
