import type { Context } from 'hono';
import type { Refusal } from './wire/answers.ts';
import { WIRE_VERSION } from './wire/events.ts';

type Status = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 422 | 426 | 500;

/** A refusal in the form of everything below `/api/`. */
export function refuse(context: Context, status: Status, reason: string): Response {
  return context.json({ v: WIRE_VERSION, done: false, reason } satisfies Refusal, status);
}
