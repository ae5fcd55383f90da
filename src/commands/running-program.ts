/** Speaks to the deckcast that runs: what the commands of `ctl` have in common. */
import * as v from 'valibot';
import { globalOptions } from '../app/global-options.ts';
import { exchange, NoAnswerError, StatusError } from '../clients/http.ts';
import type { CommandContext } from '../config/command.ts';
import { url } from '../config/kinds.ts';
import { RunError } from '../core/errors.ts';
import { JsonError, jsonIn, readJson } from '../core/json.ts';
import { defineOptions } from '../core/option.ts';
import { reachableUrl } from '../server/listener.ts';
import { serverOptions } from '../server/options.ts';

/** Options of a command that speaks to the running program. */
export const programOptions = defineOptions({
  ...globalOptions,
  'http.addr': serverOptions['http.addr'],
  'http.token': serverOptions['http.token'],
  url: {
    kind: url,
    default: '',
    help: 'address of the running program; from --http.addr unless told',
    group: 'Command flags',
  },
});

export type ProgramContext = Pick<
  CommandContext<typeof programOptions>,
  'settings' | 'tools' | 'signal' | 'print'
>;

/** It is on this computer or next to it. */
const TIME_LIMIT_MS = 5_000;
const MAX_ANSWER = 1024 * 1024;

/** Where the running program is, with a slash at the end. */
function programUrl(settings: ProgramContext['settings']): URL {
  const {
    'http.addr': { host, port },
    url: told,
  } = settings;
  return new URL(told === '' ? reachableUrl(host, port) : told.replace(/\/?$/, '/'));
}

/** Reads `/api/v1/<path>`. Throws a RunError that says what to do. */
export function read<Shape extends v.GenericSchema>(
  path: string,
  shape: Shape,
  context: ProgramContext,
): Promise<v.InferOutput<Shape>> {
  return ask(path, {}, shape, context);
}

/** Asks for one of the operator's verbs. Throws a RunError that says why it was not done. */
export async function operate(verb: string, body: object, context: ProgramContext): Promise<void> {
  const token = context.settings['http.token'];
  const headers = {
    'content-type': 'application/json',
    ...(token.isEmpty ? {} : { authorization: `Bearer ${token.reveal()}` }),
  };
  await ask(
    verb,
    { method: 'POST', headers, body: JSON.stringify(body) },
    v.object({ done: v.literal(true) }),
    context,
  );
}

async function ask<Shape extends v.GenericSchema>(
  path: string,
  request: { readonly method?: 'POST'; readonly headers?: Record<string, string>; readonly body?: string },
  shape: Shape,
  { settings, tools, signal }: ProgramContext,
): Promise<v.InferOutput<Shape>> {
  const base = programUrl(settings);
  try {
    const { bytes } = await exchange(
      'deckcast',
      {
        ...request,
        url: new URL(`api/v1/${path}`, base),
        timeLimitMs: TIME_LIMIT_MS,
        maxBytes: MAX_ANSWER,
        signal,
      },
      tools,
    );
    return readJson(bytes, shape);
  } catch (error) {
    if (error instanceof NoAnswerError) {
      throw new RunError(
        `no deckcast answers at ${base.origin}: start it with "deckcast start", or say with --url where it runs`,
      );
    }
    if (error instanceof StatusError && error.status === 401) {
      throw new RunError(
        settings['http.token'].isEmpty
          ? 'it wants a token: give the --http.token that it was started with'
          : 'it was started with another --http.token',
      );
    }
    if (error instanceof StatusError) {
      const refusal = jsonIn(error.answer.bytes, v.object({ reason: v.string() }));
      if (refusal !== undefined) {
        throw new RunError(refusal.reason);
      }
    }
    if (error instanceof StatusError || error instanceof JsonError) {
      throw new RunError(`what answers at ${base.origin} is no deckcast of this version: correct --url`);
    }
    throw error;
  }
}
