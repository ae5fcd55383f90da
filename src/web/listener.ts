import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import * as v from 'valibot';
import { codeOf, RunError } from '../core/errors.ts';
import { closeServer, listen } from '../core/listening.ts';
import { say, type Text } from '../core/message.ts';
import type { Tools } from '../core/tools.ts';
import { describeHolders, holdersOf, howToFindHolder } from '../host/ports.ts';
import { type Address, address as addressKind } from '../settings/kinds.ts';
import { refuseWith } from './refuse.ts';
import { WIRE_VERSION } from './wire/events.ts';

export interface ListeningAt {
  readonly port: number;
  /** Address for a browser on this computer: `http://127.0.0.1:9090/`. */
  readonly url: string;
}

/** Pending requests per connection; browsers send one at a time. */
const MAX_WAITING = 100;
const OPERATOR = '/api/v1/operator';
/** Idle time before an operator's connection closes; their pages ask more often. */
const KEPT_MS = 120_000;
/** Shorter than a stop may take. */
const STUCK_MS = 1_000;

/** Resolves to the configuration file that is read, or would be; to undefined if none is. */
export type SettingsPlace = () => Promise<string | undefined>;

const NOWHERE: SettingsPlace = async () => undefined;

/** Rejects with a RunError that names the flag `option`. */
export async function open(
  server: Server,
  address: Address,
  option = 'http.addr',
  place = NOWHERE,
): Promise<ListeningAt> {
  const explain = (reason: Text, code: unknown) => problemWith(option, address, reason, code, place);
  const port = await listen(server, address, explain);
  return { port, url: reachableUrl(address.host, port) };
}

/** The start has failed, so it may wait for a deckcast on a busy computer. */
const ANSWERS_MS = 5_000;
/** Health of a deckcast; hardly any other program answers like this. */
const HEALTH = v.object({ v: v.literal(WIRE_VERSION), version: v.string(), sinks: v.array(v.unknown()) });

export class RunsAlreadyError extends RunError {}

/** RunsAlreadyError if another deckcast has the port, otherwise `error`. */
export async function runsAlready(
  error: unknown,
  address: Address,
  { fetch }: Pick<Tools, 'fetch'>,
  place: SettingsPlace,
): Promise<unknown> {
  if (!(error instanceof RunError && codeOf(error.cause) === 'EADDRINUSE')) {
    return error;
  }
  const url = reachableUrl(address.host, address.port);
  try {
    const health = await fetch(`${url}api/v1/health`, { signal: AbortSignal.timeout(ANSWERS_MS) });
    v.assert(HEALTH, await health.json());
  } catch {
    return error;
  }
  return new RunsAlreadyError(
    say('web.runs-already', {
      page: `${url}dashboard/`,
      other: await otherPort('http.addr', address, place),
    }),
    { cause: error },
  );
}

export async function tryAddress(address: Address): Promise<void> {
  const server = createServer();
  await open(server, address);
  await close(server);
}

/** The returned function resolves once every earlier request is answered or its client gone. */
export function followAnswers(server: Server): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  server.on('request', (_, response) => {
    const sent = new Promise<void>((resolve) => response.once('close', resolve)).then(() => {
      underWay.delete(sent);
    });
    underWay.add(sent);
  });
  return async () => {
    await Promise.all(underWay);
  };
}

/** Ends requests in flight too: overlays reconnect without loss. */
export function close(server: Server): Promise<void> {
  const closed = closeServer(server);
  server.closeAllConnections();
  return closed;
}

/**
 * Answers unsupported upgrades (`Upgrade: h2c`, which some HTTP clients always send) over plain HTTP (RFC 9110, 7.8).
 * Node passes on such a request without its body.
 */
export function answerAsItIs(server: Server, request: IncomingMessage, socket: Socket): void {
  // Node has handed over the socket, so errors and closing are ours.
  socket.on('error', () => undefined);
  socket.setTimeout(STUCK_MS, () => socket.destroy());
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  try {
    response.assignSocket(socket);
  } catch {
    // An earlier request is unanswered; no real client upgrades then.
    socket.destroy();
    return;
  }
  response.once('finish', () => socket.destroySoon());
  server.emit('request', request, response);
}

/** The adaptor's types include HTTP/2. */
export type Answer = (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>;

/**
 * Handles one request at a time per connection. Node would answer all pipelined ones at once, and buffer answers that a
 * client never reads.
 */
export function serializeRequests(answer: Answer): Answer {
  const lines = new WeakMap<Socket, { waiting: number; lastSent: Promise<void> }>();
  return (request, env) => {
    const { socket } = env.incoming;
    const line = lines.get(socket) ?? { waiting: 0, lastSent: Promise.resolve() };
    lines.set(socket, line);
    if (line.waiting === MAX_WAITING) {
      socket.destroy();
      return new Response(null, { status: 503 });
    }
    const before = line.lastSent;
    line.waiting += 1;
    line.lastSent = new Promise((resolve) => {
      env.outgoing.once('close', () => {
        line.waiting -= 1;
        resolve();
      });
    });
    return before.then(() => answer(request, env));
  };
}

/**
 * Keeps operators' connections open, because over a slow network reconnecting takes twice as long as hiding a track.
 * The audience's close soon, to free their slots.
 */
export function keepOperators(answer: Answer): Answer {
  const kept = new WeakSet<Socket>();
  return async (request, env) => {
    const { incoming, outgoing } = env;
    const { socket } = incoming;
    const response = await answer(request, env);
    if (incoming.url === OPERATOR && response.ok) {
      kept.add(socket);
    }
    if (kept.has(socket)) {
      response.headers.set('Keep-Alive', `timeout=${KEPT_MS / 1_000}`);
      // Node sets its own limit when the response finishes.
      outgoing.once('finish', () => socket.setTimeout(KEPT_MS));
    }
    return response;
  };
}

/** A malformed `Host` would make parsing the address throw. */
export function refuseBadHost(answer: Answer): Answer {
  return (request, env) => {
    const { host } = env.incoming.headers;
    return host === undefined || URL.canParse(`http://${host}/`)
      ? answer(request, env)
      : refuseWith(400, 'the Host header names no host');
  };
}

/** Address for a browser on this computer. `port`: the real one, even if the OS chose it. */
export function reachableUrl(host: string | undefined, port: number): string {
  const isEvery = host === undefined || host === '0.0.0.0' || host === '::';
  return `http://${isEvery ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}/`;
}

/** Ports tried for the advice, so that it does not lead to another program's. */
const NEIGHBORS = 20;

/** Names the programs at the port, or the command that finds them. */
export async function holderOf(port: number): Promise<Text> {
  const holders = await holdersOf('tcp', port);
  return holders.length === 0
    ? say('web.unknown-holder', { command: howToFindHolder('tcp', port) })
    : describeHolders(holders);
}

export async function otherPort(option: string, { port, ...where }: Address, place = NOWHERE): Promise<Text> {
  const address = addressKind.print({ ...where, port: await freePortNear(where, port) });
  const flag = `--${option}=${address}`;
  // Whoever starts it by a double-click gives no flags.
  const file = await place().catch(() => undefined);
  return file !== undefined && /\.ya?ml$/i.test(file)
    ? say('web.flag-or-line', { flag, line: `${option}: ${address}`, file })
    : flag;
}

async function freePortNear(where: Omit<Address, 'port'>, taken: number): Promise<number> {
  const highest = Math.min(taken + NEIGHBORS, 65_535);
  for (let port = taken + 1; port <= highest; port += 1) {
    const server = createServer();
    try {
      await listen(server, { ...where, port });
      await close(server);
      return port;
    } catch {
      // Taken, too.
    }
  }
  return taken - 1;
}

async function problemWith(
  option: string,
  { port, ...where }: Address,
  reason: Text,
  code: unknown,
  place: SettingsPlace,
): Promise<Text> {
  switch (code) {
    case 'EADDRINUSE':
      return say('web.port-in-use', {
        port,
        holder: await holderOf(port),
        other: await otherPort(option, { ...where, port }, place),
      });
    case 'EACCES':
      return say('web.port-needs-rights', { port, option: { option } });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return say('web.no-such-address', { port, option: { option }, reason });
    default:
      return say('web.cannot-listen', { port, option: { option }, reason });
  }
}
