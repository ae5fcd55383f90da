/** Opening and closing a TCP server that others connect to. */
import { codeOf, messageOf, RunError } from './errors.ts';

/** What Node's HTTP and TCP servers have in common. */
interface TcpServer {
  on(event: 'error', run: (error: Error) => void): unknown;
  off(event: 'error', run: (error: Error) => void): unknown;
  listen(at: { readonly port: number; readonly host?: string }, run: () => void): unknown;
  address(): { readonly port: number } | string | null;
  close(run: () => void): unknown;
}

interface At {
  /** Absent: every address of this computer. */
  readonly host?: string;
  /** 0: the system chooses one. */
  readonly port: number;
}

/**
 * For a server whose clients may have nothing to send for minutes: one that has left the network without a word is gone
 * some twelve seconds later. Node has the system ask ten times, a second apart; without the delay it would begin after two
 * hours.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 2_000 } as const;

/**
 * Resolves to the port once the server listens. Rejects with a RunError whose message `problem` makes of the reason and
 * Node's code for it; its cause is Node's error.
 */
export function listen(
  server: TcpServer,
  at: At,
  problem = (reason: string, _code: unknown): string => `cannot listen: ${reason}`,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      const code = codeOf(error);
      const reason =
        code === 'EADDRINUSE' ? `port ${at.port} is in use by another program` : messageOf(error);
      reject(new RunError(problem(reason, code), { cause: error }));
    };
    server.on('error', failed);
    server.listen(at, () => {
      server.off('error', failed);
      // A connection that cannot be accepted (no more file descriptors) is the client's loss; it tries again.
      server.on('error', () => undefined);
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : at.port);
    });
  });
}

/** Accepts no more connections. Resolves when the last one has ended. */
export function closeServer(server: Pick<TcpServer, 'close'>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
