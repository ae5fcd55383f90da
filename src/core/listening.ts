/** Opening and closing a TCP server that others connect to. */
import { type ListenAt, openServer, type TcpServer } from '@deckcast/wire-kit';
import { codeOf, messageOf, RunError } from './errors.ts';

export { closeServer } from '@deckcast/wire-kit';

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
