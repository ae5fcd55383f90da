/** What callers send: JSON of a known form, of a limited length. */
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import { refuse } from '../refuse.ts';

const MAX_BODY = 1024 * 1024;

export const limitBody = bodyLimit({
  maxSize: MAX_BODY,
  onError: (context) => {
    // The rest of the body is not read, so no other request can follow on this connection.
    context.header('Connection', 'close');
    return refuse(context, 413, `at most ${MAX_BODY} bytes`);
  },
});

/** Undefined for a body of another form. */
export async function bodyOf<Schema extends v.GenericSchema>(
  context: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  return jsonIn(await context.req.text().catch(() => undefined), schema);
}
