import { type ListenAt, openServer, type TcpServer } from '@deckcast/wire-kit';
import { codeOf, messageOf, RunError } from './errors.ts';

export { closeServer } from '@deckcast/wire-kit';

/**
 * Detects a client that left the network after about twelve seconds, on servers whose clients may be silent for
 * minutes. Node sets ten probes, a second apart; without the delay the first would be sent after two hours.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 2_000 } as const;

/**
 * Resolves to the port. Rejects with a RunError, whose message `problem` makes of the reason and Node's error code;
 * `cause` is Node's error.
 */
export async function listen(
  server: TcpServer,
  at: ListenAt,
  problem = (reason: string, _code: unknown): string => `cannot listen: ${reason}`,
): Promise<number> {
  try {
    return await openServer(server, at);
  } catch (error) {
    const code = codeOf(error);
    const reason = code === 'EADDRINUSE' ? `port ${at.port} is in use by another program` : messageOf(error);
    throw new RunError(problem(reason, code), { cause: error });
  }
}
