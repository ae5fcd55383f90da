import { connect, type Socket } from 'node:net';
import { StagelinqError } from './errors.ts';

/** Where to, and how long to try. */
export interface DialTarget {
  readonly address: string;
  readonly port: number;
  readonly timeoutMs: number;
}

/** A connected socket, or a StagelinqError `unreachable`; the signal's reason when that fires first. */
export function dial({ address, port, timeoutMs }: DialTarget, signal: AbortSignal): Promise<Socket> {
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
    });
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      socket.removeListener('connect', succeed);
      socket.removeListener('error', fail);
    };
    const succeed = () => {
      settle();
      resolve(socket);
    };
    const giveUp = (reason: unknown) => {
      settle();
      // Later errors of a socket that nobody waits for any more.
      socket.on('error', () => {});
      socket.destroy();
      reject(reason);
    };
    const fail = (cause: Error) =>
      giveUp(
        new StagelinqError('unreachable', `${address}:${port} did not accept: ${cause.message}`, { cause }),
      );
    const abort = () => giveUp(signal.reason);
    const timer = setTimeout(
      () => giveUp(new StagelinqError('unreachable', `${address}:${port} did not answer in ${timeoutMs} ms`)),
      timeoutMs,
    );
    signal.addEventListener('abort', abort, { once: true });
    socket.once('connect', succeed);
    socket.once('error', fail);
  });
}
