import * as v from 'valibot';
import { exchange, type HttpRequest, NoAnswerError, StatusError } from '../clients/http.ts';
import { codeOf, RunError } from '../core/errors.ts';
import { AREAS, type Finding, SEVERITIES, wordFor } from '../core/finding.ts';
import { JsonError, jsonIn, readJson } from '../core/json.ts';
import { Message } from '../core/message.ts';
import { defineOptions } from '../core/option.ts';
import { globalOptions } from '../operator/global-options.ts';
import type { CommandContext } from '../settings/command.ts';
import { url } from '../settings/kinds.ts';
import { holderOf, otherPort, reachableUrl } from '../web/listener.ts';
import { serverOptions } from '../web/options.ts';

export const programOptions = defineOptions('Command flags', {
  ...globalOptions,
  'http.addr': serverOptions['http.addr'],
  'http.token': serverOptions['http.token'],
  url: {
    kind: url,
    default: '',
    help: 'address of the running program; by default from --http.addr',
  },
});

export type ProgramContext = Pick<
  CommandContext<typeof programOptions>,
  'settings' | 'tools' | 'signal' | 'print'
>;

/** Answers at the port, but too late. */
class BusyError extends RunError {}

/** Nothing listens at the port. */
export class AbsentError extends RunError {}

const TIME_LIMIT_MS = 5_000;
const MAX_ANSWER = 1024 * 1024;
/** Includes recordings of each source. */
const MAX_REPORT = 16 * 1024 * 1024;
/** Covers the slowest service. */
const EXAMINATION_LIMIT_MS = 40_000;

function programUrl(settings: ProgramContext['settings']): URL {
  const {
    'http.addr': { host, port },
    url: given,
  } = settings;
  return new URL(given === '' ? reachableUrl(host, port) : given.replace(/\/?$/, '/'));
}

/** Throws a RunError for users. */
export async function read<Shape extends v.GenericSchema>(
  path: string,
  shape: Shape,
  context: ProgramContext,
  request: QueryRequest = {},
): Promise<v.InferOutput<Shape>> {
  const answer = await answerOf(path, request, context);
  try {
    return readJson(answer, shape);
  } catch (error) {
    throw error instanceof JsonError ? await noDeckcast(context.settings) : error;
  }
}

const Done = v.object({ done: v.literal(true), stored: v.optional(v.literal(false)) });

/** Throws a RunError with the reason for a refusal. */
export async function operate(
  verb: string,
  body: object,
  context: ProgramContext,
): Promise<v.InferOutput<typeof Done>> {
  const headers = { 'content-type': 'application/json', ...authorization(context) };
  const request = { method: 'POST', headers, body: JSON.stringify(body) } as const;
  return read(verb, Done, context, request);
}

/** Throws a RunError if none answers. */
export async function versionAt(context: ProgramContext): Promise<string> {
  return (await read('health', v.object({ version: v.string() }), context)).version;
}

/** Sources that run, as in `--source`. Throws a RunError if none answers. */
export async function runningSource(context: ProgramContext): Promise<string> {
  const health = v.object({ source: v.object({ parts: v.array(v.object({ name: v.string() })) }) });
  return (await read('health', health, context)).source.parts.map(({ name }) => wordFor(name)).join(',');
}

/** Undefined if none runs. Throws a RunError if it is too busy to answer. */
export async function runningVersion(context: ProgramContext): Promise<string | undefined> {
  try {
    return await versionAt(context);
  } catch (error) {
    if (error instanceof RunError && !(error instanceof BusyError)) {
      return undefined;
    }
    throw error;
  }
}

const Findings = v.object({
  findings: v.array(
    v.object({
      area: v.picklist(AREAS),
      severity: v.picklist(SEVERITIES),
      finding: v.string(),
      means: v.string(),
      todo: v.string(),
    }),
  ),
});

/** Throws a RunError for users. */
export async function readFindings(context: ProgramContext): Promise<readonly Finding[]> {
  const request = { headers: authorization(context), timeLimitMs: EXAMINATION_LIMIT_MS };
  return (await read('doctor', Findings, context, request)).findings;
}

export async function downloadReport(context: ProgramContext): Promise<Uint8Array> {
  const request = {
    headers: authorization(context),
    timeLimitMs: EXAMINATION_LIMIT_MS,
    maxBytes: MAX_REPORT,
  };
  return answerOf('doctor/report', request, context);
}

function authorization({ settings }: ProgramContext): Record<string, string> {
  const token = settings['http.token'];
  return token.isEmpty ? {} : { authorization: `Bearer ${token.reveal()}` };
}

type QueryRequest = Partial<Pick<HttpRequest, 'method' | 'headers' | 'body' | 'timeLimitMs' | 'maxBytes'>>;

async function answerOf(
  path: string,
  request: QueryRequest,
  { settings, tools, signal }: ProgramContext,
): Promise<Uint8Array> {
  const base = programUrl(settings);
  const url = new URL(`api/v1/${path}`, base);
  try {
    const limited = { timeLimitMs: TIME_LIMIT_MS, maxBytes: MAX_ANSWER, ...request, url, signal };
    return (await exchange('deckcast', limited, tools)).bytes;
  } catch (error) {
    if (error instanceof NoAnswerError && isBusy(error)) {
      const holder = settings.url === '' ? ` (${await holderOf(settings['http.addr'].port)})` : '';
      throw new BusyError(
        `${base.origin} does not answer now: deckcast may be busy, so try again, or another program is there${holder}`,
      );
    }
    if (error instanceof NoAnswerError && !isOfAnother(error)) {
      throw new AbsentError(
        `no deckcast answers at ${base.origin}: start it with "deckcast start", or say with --url where it runs`,
      );
    }
    if (error instanceof StatusError && error.status === 401) {
      throw new RunError(
        settings['http.token'].isEmpty
          ? 'a token is required: give the --http.token that it was started with'
          : 'it was started with another --http.token',
      );
    }
    if (error instanceof StatusError) {
      const refusal = jsonIn(error.answer.bytes, v.object({ reason: v.string() }));
      if (refusal !== undefined) {
        throw error.status === 503 ? new BusyError(refusal.reason) : new RunError(refusal.reason);
      }
    }
    throw error instanceof StatusError || error instanceof NoAnswerError ? await noDeckcast(settings) : error;
  }
}

/** Detects time-outs and closed connections, but not other failures of fetch, such as a blocked port. */
function isBusy({ cause }: NoAnswerError): boolean {
  const reason = cause instanceof Error ? (cause.cause ?? cause) : cause;
  return reason === undefined || ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(codeOf(reason)));
}

/** Another program, which does not speak HTTP, has the port. */
function isOfAnother({ reason }: NoAnswerError): boolean {
  return reason instanceof Message && reason.id === 'service.no-http';
}

async function noDeckcast(settings: ProgramContext['settings']): Promise<RunError> {
  const base = programUrl(settings);
  if (settings.url !== '') {
    return new RunError(
      `another program, or another version of deckcast, answers at ${base.origin}: correct --url`,
    );
  }
  const other = await otherPort('http.addr', settings['http.addr']);
  return new RunError(
    `${base.origin} belongs to ${await holderOf(settings['http.addr'].port)}, not to this version of deckcast: start deckcast at a free port ("deckcast start ${other}"), or say with --http.addr where it runs`,
  );
}
