/** What a service of a simulated device is: it takes a connection and answers its messages. */
import type { Line } from '../line.ts';

export interface Service {
  /** As announced on the main connection. */
  readonly name: string;
  /** A client has connected and said that it came for this service. */
  open(line: Line): Session;
}

/** One connection to a service. */
export interface Session {
  /** One whole frame. A StagelinqError ends the connection. */
  message(frame: Buffer): void;
  close(): void;
}
