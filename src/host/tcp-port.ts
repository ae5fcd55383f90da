/** Whether the TCP port that a part listens on is free. */
import { createServer } from 'node:net';
import { codeOf, messageOf } from '../core/errors.ts';
import { type Finding, well } from '../core/finding.ts';
import { closeServer, listen } from '../core/listening.ts';
import { describeHolders, holdersOf, howToFindHolder } from './ports.ts';

export interface PortUse {
  /** Absent: every address of this computer. */
  readonly host?: string;
  readonly port: number;
  /** `--http.addr`. */
  readonly option: string;
  /** The consequence when the port is not free. */
  readonly means: string;
}

/** Opens the port for a moment. `running`: the program that listens there is this one. */
export async function portFinding({ option, means, ...at }: PortUse, running = false): Promise<Finding> {
  const { port } = at;
  if (running) {
    return well('ports', `deckcast itself listens on TCP port ${port}`);
  }
  const server = createServer();
  try {
    await listen(server, at);
    await closeServer(server);
    return well('ports', `TCP port ${port} is free`);
  } catch (error) {
    return portProblem('tcp', { option, means, ...at }, error instanceof Error ? error.cause : error);
  }
}

/** What keeps a port from being opened. `error`: Node's. */
export async function portProblem(
  protocol: 'tcp' | 'udp',
  { port, option, means }: PortUse,
  error: unknown,
): Promise<Finding> {
  const isTaken = codeOf(error) === 'EADDRINUSE';
  const name = `${protocol.toUpperCase()} port ${port}`;
  return {
    area: 'ports',
    severity: 'fault',
    finding: isTaken
      ? `${name} is in use by ${describeHolders(await holdersOf(protocol, port))}`
      : `${name} cannot be opened: ${messageOf(error)}`,
    means,
    todo: isTaken
      ? `close that program (to see which it is: ${howToFindHolder(protocol, port)}), or choose another port with ${option}`
      : `correct ${option}`,
    ...(isTaken && {
      plain:
        'another program on this computer is in the way. Close it, or choose another address for it in the settings',
    }),
  };
}
