import type { Socket } from 'node:net';
import { MessageChannel } from './channel.ts';
import type { ConnectionContext } from './context.ts';
import { dial } from './dial.ts';
import { StagelinqError } from './errors.ts';
import { measureFirst, measureFrames, type OnMessage } from './framing.ts';
import { directoryCodec, measureDirectory } from './messages/directory.ts';

export interface ServiceTarget {
  readonly address: string;
  readonly port: number;
  /** Its name on the wire. */
  readonly service: string;
}

/** Connects to one of a device's services and says what for. Frames follow, both ways. */
export async function dialService(
  { address, port, service }: ServiceTarget,
  context: ConnectionContext,
  onBytes: () => void,
  signal: AbortSignal,
): Promise<MessageChannel> {
  const socket = await dial({ address, port, timeoutMs: context.timeouts.connectMs }, signal);
  const { frameBytes, unsentBytes } = context.limits;
  const channel = new MessageChannel(socket, { measure: measureFrames(frameBytes), unsentBytes, onBytes });
  channel.send(
    directoryCodec.encode({ kind: 'service', token: context.token, service, port: channel.localPort }),
  );
  return channel;
}

/**
 * Takes a connection that a device made to one of our services. The device says first what it came for, and a
 * different service than the expected one ends the channel.
 */
export function acceptService(
  socket: Socket,
  service: string,
  context: ConnectionContext,
  onBytes: () => void,
  onFrame: OnMessage,
): MessageChannel {
  const { frameBytes, unsentBytes } = context.limits;
  const measure = measureFirst(measureDirectory, measureFrames(frameBytes));
  const channel = new MessageChannel(socket, { measure, unsentBytes, onBytes });
  let opened = false;
  channel.receive((bytes, start, end) => {
    if (opened) {
      onFrame(bytes, start, end);
      return;
    }
    const message = directoryCodec.decode(bytes.subarray(start, end));
    if (message.kind !== 'service' || message.service !== service) {
      throw new StagelinqError('malformed', `a connection to ${service} began with something else`);
    }
    opened = true;
  });
  return channel;
}
