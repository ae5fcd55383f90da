import { type ListenAt, openServer, type TcpServer } from '@deckcast/wire-kit';
import { codeOf, RunError, textOf } from './errors.ts';
import { say, type Text } from './message.ts';

export { closeServer } from '@deckcast/wire-kit';

/**
 * Node sends ten probes, a second apart, the first after two hours by default. So a client that left the
 * network is detected after twelve seconds.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 2_000 } as const;

/** Resolves to the port. Rejects with a RunError: `problem(reason, code)`, with Node's `code`. */
export async function listen(
  server: TcpServer,
  at: ListenAt,
  problem = (reason: Text, _code: unknown): Text | Promise<Text> => say('computer.cannot-listen', { reason }),
): Promise<number> {
  try {
    return await openServer(server, at);
  } catch (error) {
    const code = codeOf(error);
    const reason = code === 'EADDRINUSE' ? say('computer.port-in-use', { port: at.port }) : textOf(error);
    throw new RunError(await problem(reason, code), { cause: error });
  }
}
