import { createServer } from 'node:net';
import { codeOf, textOf } from '../core/errors.ts';
import { type Finding, okFinding } from '../core/finding.ts';
import { closeServer, listen } from '../core/listening.ts';
import { say, type Text } from '../core/message.ts';
import { describeHolders, holdersOf, howToFindHolder } from './ports.ts';

export interface PortUse {
  /** Absent: all addresses of this computer. */
  readonly host?: string;
  readonly port: number;
  /** `--http.addr`. */
  readonly option: string;
  readonly means: Text;
}

/** Opens the port briefly. `running`: this program listens there. */
export async function portFinding({ option, means, ...at }: PortUse, running = false): Promise<Finding> {
  const { port } = at;
  if (running) {
    return okFinding('ports', say('computer.deckcast-itself-listens-tcp-port', { port }));
  }
  const server = createServer();
  try {
    await listen(server, at);
    await closeServer(server);
    return okFinding('ports', say('computer.tcp-port-free', { port }));
  } catch (error) {
    return portProblem('tcp', { option, means, ...at }, error instanceof Error ? error.cause : error);
  }
}

export async function portProblem(
  protocol: 'tcp' | 'udp',
  { port, option, means }: PortUse,
  error: unknown,
): Promise<Finding> {
  const isTaken = codeOf(error) === 'EADDRINUSE';
  const name = say('computer.port', { protocol: protocol.toUpperCase(), port });
  return {
    area: 'ports',
    severity: 'fault',
    finding: isTaken
      ? say('computer.use', { name, holder: describeHolders(await holdersOf(protocol, port)) })
      : say('computer.cannot-opened', { name, reason: textOf(error) }),
    means,
    todo: isTaken
      ? say('computer.close-program-see-choose-another-port', {
          command: howToFindHolder(protocol, port),
          option,
        })
      : say('computer.correct', { option }),
    ...(isTaken && {
      plain: say('computer.another-program-computer-way-close-choose'),
    }),
  };
}
