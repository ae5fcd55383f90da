/** Replays what DJ software sent, to a deckcast on this computer. */
import { Agent, type RequestOptions, request } from 'node:http';
import { messageOf } from '../../core/errors.ts';
import { type BroadcastEvent, bytesOf, LEFT_OUT, type TraktorEvent } from '../../core/recorded-software.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { pause } from '../../core/waiting.ts';
import { playTimeline } from '../simulation.ts';
import { SimulatedBroadcaster } from './broadcaster.ts';
import { untilListens } from './play.ts';
import { timelineOf } from './recorded.ts';

interface Replay {
  /** Where deckcast listens. */
  readonly port: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Milliseconds: deckcast answers at once, unless it hangs. */
const ANSWERS_WITHIN_MS = 5_000;

/** Posts each request again, in the order of the recording. Starts when a program listens there, and ends after the last one. */
export async function replayTraktor(
  events: readonly TraktorEvent[],
  { port, clock, log }: Replay,
  signal: AbortSignal,
): Promise<void> {
  const agents = new Map<number, Agent>();
  const addresses = new LoopbackAddresses();
  const failed = warnOnce(log);
  let before = Promise.resolve();
  await untilListens(port, clock, signal);
  try {
    await playTimeline(
      { timeline: timelineOf(events) },
      ({ connection, from, method, path, body }) => {
        const agent = agents.get(connection) ?? new Agent({ keepAlive: true, maxSockets: 1 });
        agents.set(connection, agent);
        const options = { ...addresses.of(from), host: '127.0.0.1', port, agent, method, path };
        before = before.then(() => send(options, bytesOf(body))).catch(failed);
      },
      clock,
      signal,
    );
    await before;
  } finally {
    for (const agent of agents.values()) {
      agent.destroy();
    }
  }
}

function send(options: RequestOptions, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ ...options, headers: { 'content-length': body.length } }, (response) => {
      response.resume().on('close', resolve);
    })
      .on('error', reject)
      .end(body);
  });
}

/**
 * Broadcasts again, with silence in the place of the audio. Starts when a program listens there; what is open at the end
 * of the recording stays open until the signal.
 */
export async function replayBroadcasts(
  events: readonly BroadcastEvent[],
  { port, clock, log }: Replay,
  signal: AbortSignal,
): Promise<void> {
  const refused = new Set(
    events.flatMap((event) =>
      event.event === 'head' && event.password === 'refused' ? [event.connection] : [],
    ),
  );
  const clients = new Map<number, SimulatedBroadcaster>();
  const addresses = new LoopbackAddresses();
  const failed = warnOnce(log);
  const close = (): void => {
    for (const client of clients.values()) {
      client.close();
    }
  };
  signal.addEventListener('abort', close, { once: true });
  await untilListens(port, clock, signal);
  const perform = async (event: BroadcastEvent): Promise<void> => {
    const client = clients.get(event.connection);
    switch (event.event) {
      case 'head': {
        const head = headOf(event);
        const { localAddress: from } = addresses.of(event.from);
        const opened = new SimulatedBroadcaster({ port, from, head, onError: failed }, clock);
        clients.set(event.connection, opened);
        if (isSource(head)) {
          opened.goOn();
        }
        await Promise.race([opened.answered, pause(clock, ANSWERS_WITHIN_MS, signal)]);
        break;
      }
      case 'comments':
        client?.begin(
          event.comments.map(({ name, value }) => Buffer.concat([Buffer.from(`${name}=`), bytesOf(value)])),
        );
        break;
      case 'closed':
        client?.leave();
        clients.delete(event.connection);
        break;
    }
  };
  let before = Promise.resolve();
  await playTimeline(
    { timeline: timelineOf(events.filter(({ connection }) => !refused.has(connection))) },
    (event) => {
      // On several connections, what is sent at once arrives in any order.
      before = before.then(() => (signal.aborted ? undefined : perform(event))).catch(failed);
    },
    clock,
    signal,
  );
  await before;
}

/** With passwords of our own. */
function headOf({ lines }: Extract<BroadcastEvent, { event: 'head' }>): string {
  const sent = lines.map((line) => bytesOf(line).toString('latin1'));
  const login = `Basic ${Buffer.from('source:replay').toString('base64')}`;
  return [
    ...sent
      .map((line, index) => (index === 0 && line === LEFT_OUT ? 'replay' : line))
      .map((line) => (/^authorization:/i.test(line) ? `Authorization: ${login}` : line))
      .filter((line) => line !== LEFT_OUT && !line.endsWith(`: ${LEFT_OUT}`)),
    '',
    '',
  ].join('\r\n');
}

/** Whether audio follows. libshout asks with an empty source whether it needs a password. */
function isSource(head: string): boolean {
  const isRequest = /^\S+ \S/.test(head);
  return isRequest ? /^(?:SOURCE|PUT) /i.test(head) && !/^content-length: *0\r/im.test(head) : true;
}

/** Each computer in the recording gets an address of its own. */
class LoopbackAddresses {
  readonly #known = new Map<string, number>();

  of(from: string): { readonly localAddress?: string } {
    const number = this.#known.get(from) ?? this.#known.size + 1;
    this.#known.set(from, number);
    return number === 1 ? {} : { localAddress: `127.0.0.${number}` };
  }
}

function warnOnce(log: Logger): (error: unknown) => void {
  let warned = false;
  return (error) => {
    if (!warned) {
      warned = true;
      log.warn('part of the recording cannot be played', {
        reason: messageOf(error),
        hint: 'does deckcast still listen there? On macOS, a recording of several computers needs "sudo ifconfig lo0 alias 127.0.0.2" first',
      });
    }
  };
}
