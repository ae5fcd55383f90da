import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import { RefusedError, refuse } from '../refuse.ts';

const MAX_BODY = 1024 * 1024;

/** Lists are none, although valibot accepts them as objects. */
const JSON_OBJECT = v.custom<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

export function limitBody(maxSize = MAX_BODY): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: (context) => {
      // The unread rest of the body blocks the connection for other requests.
      context.header('Connection', 'close');
      return refuse(context, 413, `at most ${maxSize} bytes`);
    },
  });
}

/** Undefined for a body that is no JSON object. */
export async function objectIn(context: Context): Promise<object | undefined> {
  return jsonIn(await context.req.text().catch(() => undefined), JSON_OBJECT);
}

/** Rejects with a RefusedError for another shape. `needs`: what to send instead. */
export async function bodyOf<Schema extends v.GenericSchema>(
  context: Context,
  schema: Schema,
  needs: string,
): Promise<v.InferOutput<Schema>> {
  const { success, output } = v.safeParse(schema, await objectIn(context));
  if (!success) {
    throw new RefusedError(400, needs);
  }
  return output;
}
