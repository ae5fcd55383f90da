import * as v from 'valibot';
import { UpstreamError } from '../core/errors.ts';
import type { HttpAnswer } from './http.ts';

/** The answer's JSON as the schema describes it; otherwise an UpstreamError, because trying again brings the same. */
export function readJson<Schema extends v.GenericSchema>(
  service: string,
  answer: HttpAnswer,
  schema: Schema,
): v.InferOutput<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(answer.bytes));
  } catch {
    throw new UpstreamError(`${service} sent something that is no JSON`, 'drop');
  }
  const read = v.safeParse(schema, json);
  if (!read.success) {
    const [issue] = read.issues;
    const place = issue === undefined ? null : v.getDotPath(issue);
    throw new UpstreamError(`${service} sent an answer of another form: ${place ?? 'everything'}`, 'drop');
  }
  return read.output;
}

/** The same where another form is no error, as in what comes with a refusal; undefined then. */
export function jsonIn<Schema extends v.GenericSchema>(
  { bytes }: HttpAnswer,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), new TextDecoder().decode(bytes));
  return read.success ? read.output : undefined;
}
