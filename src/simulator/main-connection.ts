/** The main connection, as a device sees it: who may have one, which services it offers there, and its references. */
import type { Clock } from '../core/tools.ts';
import { directoryCodec, measureDirectory, NO_TOKEN } from '../stagelinq/index.ts';
import type { ClientConnection } from './client-connection.ts';

/** How a model behaves on its main connection. */
export interface Manners {
  /** Sends a reference right after its list of services, by which a client can tell that the list is complete. */
  readonly endsListWithReference: boolean;
  /** Milliseconds between two references. */
  readonly referenceEveryMs: number;
}

export interface OfferedService {
  readonly service: string;
  readonly port: number;
}

/** Devices ignore a client whose token has its first bit set. */
const isRefused = (token: string): boolean => Number.parseInt(token.slice(0, 1), 16) >= 8;

/** `uptime`: nanoseconds since the device was switched on. */
export function serveMainConnection(
  line: ClientConnection,
  token: string,
  offers: readonly OfferedService[],
  manners: Manners,
  clock: Clock,
  uptime: () => bigint,
): void {
  const request = directoryCodec.encode({ kind: 'request', token });
  const list = offers.map((offer) => directoryCodec.encode({ kind: 'service', token, ...offer }));
  const reference = (): Buffer =>
    directoryCodec.encode({ kind: 'reference', origin: token, responder: NO_TOKEN, clock: uptime() });

  let stop: () => void;
  const wait = (): void => {
    stop = clock.after(manners.referenceEveryMs, () => {
      line.send(reference());
      wait();
    });
  };
  wait();
  line.onClose(() => stop());

  // Every device speaks first: there are clients that wait for it.
  line.send(request);
  line.receive(measureDirectory, (bytes) => {
    const message = directoryCodec.decode(bytes);
    if (message.kind === 'reference' && message.responder === NO_TOKEN) {
      line.send(directoryCodec.encode({ ...message, responder: token }));
    } else if (message.kind === 'request' && !isRefused(message.token)) {
      const after = manners.endsListWithReference ? [reference()] : [];
      line.send(Buffer.concat([...list, ...after]));
    }
  });
}
