import type { Context } from 'hono';
import { isFileMissing, messageOf } from '../core/errors.ts';
import { spoken, type Text } from '../core/message.ts';
import type { Denial } from './operator/access.ts';
import type { Done, Refusal } from './wire/answers.ts';
import { WIRE_VERSION } from './wire/events.ts';

/** Thrown where a request is read or checked; the API answers it with `refuse`. */
export class RefusedError extends Error {
  readonly status: Status;
  readonly reason: Text;

  constructor(status: Status, reason: Text) {
    super(String(reason));
    this.status = status;
    this.reason = reason;
  }
}

type Status = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 416 | 422 | 426 | 500;

export function done(context: Context, isStored = true): Response {
  return context.json({ v: WIRE_VERSION, done: true, ...(!isStored && { stored: false }) } satisfies Done);
}

/** Answers a command. `problem`: why it was not carried out; undefined if it was. */
export function doneUnless(context: Context, problem: Text | undefined): Response {
  return problem === undefined ? done(context) : refuse(context, 409, problem);
}

export function refuse(context: Context, status: Status, reason: Text): Response {
  return context.json(spoken<Refusal>({ v: WIRE_VERSION, done: false, reason }), status);
}

export function refuseWith(status: 400 | 503, reason: string, headers?: Record<string, string>): Response {
  const body = { v: WIRE_VERSION, done: false, reason } satisfies Refusal;
  return Response.json(body, { status, ...(headers && { headers }) });
}

export function failure(error: unknown): string {
  return isFileMissing(error) ? messageOf(error) : 'internal error, see the log';
}

export function deny(context: Context, { status, reason }: Denial): Response {
  if (status === 401) {
    context.header('WWW-Authenticate', 'Bearer');
  }
  return refuse(context, status, reason);
}
