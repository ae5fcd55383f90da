import type * as v from 'valibot';
import { UpstreamError } from '../core/errors.ts';
import { JsonError, readJson } from '../core/json.ts';
import type { HttpAnswer } from './http.ts';

/** Parses the answer's JSON by the schema. Throws UpstreamError (`drop`), because a retry does not help. */
export function readAnswer<Schema extends v.GenericSchema>(
  service: string,
  { bytes }: HttpAnswer,
  schema: Schema,
): v.InferOutput<Schema> {
  try {
    return readJson(bytes, schema);
  } catch (error) {
    throw error instanceof JsonError ? new UpstreamError(`${service} sent ${error.message}`, 'drop') : error;
  }
}
