import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import { refuse } from '../refuse.ts';

const MAX_BODY = 1024 * 1024;

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

/** Undefined for another shape. Rejects lists, which valibot accepts as objects. */
export async function bodyOf<Schema extends v.GenericSchema>(
  context: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  const text = await context.req.text().catch(() => undefined);
  const { success, output } = v.safeParse(schema, jsonIn(text, JSON_OBJECT));
  return success ? output : undefined;
}
