import { connect, type OnReadOpts, type Socket } from 'node:net';
import { MessageChannel } from './channel.ts';
import type { ConnectionContext } from './context.ts';
import { StagelinqError } from './errors.ts';
import { measureFrames } from './framing.ts';
import { directoryCodec } from './messages/directory.ts';
import { Unread } from './unread.ts';

/** Where to, and how long to try. */
export interface DialTarget {
  readonly address: string;
  readonly port: number;
  readonly timeoutMs: number;
  readonly onread?: OnReadOpts | undefined;
}

/** A connected socket, or a StagelinqError `unreachable`; the signal's reason when that fires first. */
export function dial({ address, port, timeoutMs, onread }: DialTarget, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const socket = connect({
      host: address,
      port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 2000,
      ...(onread && { onread }),
    });
    const stopWaiting = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      socket.removeListener('connect', succeed);
      socket.removeListener('error', onError);
    };
    const succeed = () => {
      stopWaiting();
      resolve(socket);
    };
    const fail = (reason: unknown) => {
      stopWaiting();
      // Later errors of a socket that is no longer waited for.
      socket.on('error', () => {});
      socket.destroy();
      reject(reason);
    };
    const onError = (cause: Error) =>
      fail(
        new StagelinqError('unreachable', `${address}:${port} did not accept: ${cause.message}`, { cause }),
      );
    const abort = () => fail(signal.reason);
    const timer = setTimeout(
      () => fail(new StagelinqError('unreachable', `${address}:${port} did not answer in ${timeoutMs} ms`)),
      timeoutMs,
    );
    signal.addEventListener('abort', abort, { once: true });
    socket.once('connect', succeed);
    socket.once('error', onError);
  });
}

export interface ServiceTarget {
  readonly address: string;
  readonly port: number;
  /** Its name on the wire. */
  readonly service: string;
  /** Its messages are discarded, looked for this often, in milliseconds; the channel receives none. */
  readonly unreadMs?: number | undefined;
}

/** Connects to one of a device's services and names it. Frames follow, both ways. */
export async function dialService(
  { address, port, service, unreadMs }: ServiceTarget,
  context: ConnectionContext,
  onBytes: () => void,
  signal: AbortSignal,
): Promise<MessageChannel> {
  const unread = unreadMs === undefined ? undefined : new Unread(context.timer, unreadMs, onBytes);
  const { connectMs: timeoutMs } = context.timeouts;
  const socket = await dial({ address, port, timeoutMs, onread: unread?.onread }, signal);
  unread?.watch(socket);
  const { frameBytes, unsentBytes } = context.limits;
  const channel = new MessageChannel(socket, { measure: measureFrames(frameBytes), unsentBytes, onBytes });
  channel.send(
    directoryCodec.encode({ kind: 'service', token: context.token, service, port: channel.localPort }),
  );
  return channel;
}
