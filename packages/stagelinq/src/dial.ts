import { connect, type OnReadOpts, type Socket } from 'node:net';
import { type WireClock, within } from '@deckcast/wire-kit';
import { MessageChannel } from './channel.ts';
import type { ConnectionContext } from './context.ts';
import { StagelinqError } from './errors.ts';
import { measureFrames } from './framing.ts';
import { directoryCodec } from './messages/directory.ts';
import { Unread } from './unread.ts';

/** Read size of Node. */
const READ_BYTES = 64 * 1024;

export interface DialTarget {
  readonly address: string;
  readonly port: number;
  readonly timeoutMs: number;
  readonly onread?: OnReadOpts | undefined;
}

/** @throws StagelinqError `unreachable`, or the signal's reason */
export async function dial(
  { address, port, timeoutMs, onread }: DialTarget,
  clock: WireClock,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  const socket = connect({
    host: address,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 2000,
    ...(onread && { onread }),
  });
  const unreachable = (how: string, cause?: Error) =>
    new StagelinqError('unreachable', `${address}:${port} did not ${how}`, { cause });
  const connected = new Promise<Socket>((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.on('error', (cause) => reject(unreachable(`accept: ${cause.message}`, cause)));
  });
  const late = () => unreachable(`answer in ${timeoutMs} ms`);
  try {
    return await within({ clock, ms: timeoutMs, late, signal }, () => connected);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

export interface ServiceTarget {
  readonly address: string;
  readonly port: number;
  readonly service: string;
  /** Discards messages, checking for them at this interval. */
  readonly unreadMs?: number | undefined;
  /** Reads megabytes into one buffer, because separate ones would pile up until they are collected. */
  readonly sendsMuch?: boolean | undefined;
}

export async function dialService(
  { address, port, service, unreadMs, sendsMuch }: ServiceTarget,
  context: ConnectionContext,
  onBytes: () => void,
  signal: AbortSignal,
): Promise<MessageChannel> {
  const unread = unreadMs === undefined ? undefined : new Unread(context.timer, unreadMs, onBytes);
  const { connectMs: timeoutMs } = context.timeouts;
  const onread =
    unread?.onread ?? (sendsMuch ? intoOneBuffer((bytes) => socket.emit('data', bytes)) : undefined);
  const socket: Socket = await dial({ address, port, timeoutMs, onread }, context.clock, signal);
  unread?.watch(socket);
  const { frameBytes, unsentBytes } = context.limits;
  const channel = new MessageChannel(socket, { measure: measureFrames(frameBytes), unsentBytes, onBytes });
  channel.send(
    directoryCodec.encode({ kind: 'service', token: context.token, service, port: channel.localPort }),
  );
  return channel;
}

/** Bytes are valid during the call. A socket that reads this way emits no `data` itself. */
function intoOneBuffer(emit: (bytes: Buffer) => void): OnReadOpts {
  return {
    buffer: Buffer.allocUnsafe(READ_BYTES),
    callback(length, bytes) {
      emit(Buffer.from(bytes.buffer, bytes.byteOffset, length));
      return true;
    },
  };
}
