/** What a service of a simulated device is: it takes a connection and answers its messages. */
import type { ClientConnection } from '../client-connection.ts';

export interface SimulatedService {
  /** As announced on the main connection. */
  readonly name: string;
  /** A client has connected and said that it came for this service. */
  open(line: ClientConnection): ServiceSession;
}

/** One connection to a service. */
export interface ServiceSession {
  /** One whole frame. A StagelinqError ends the connection. */
  message(frame: Buffer): void;
  close(): void;
}
