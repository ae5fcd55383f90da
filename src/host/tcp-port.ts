/** Whether the TCP port that a part listens on is free. */
import { createServer } from 'node:net';
import { codeOf, messageOf } from '../core/errors.ts';
import type { Finding } from '../core/finding.ts';
import { well } from '../core/finding.ts';
import { closeServer, listen } from '../core/listening.ts';
import { describeHolders, holdersOf, howToFindHolder } from './ports.ts';

interface PortUse {
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
  const error = await tryListening(at);
  if (error === undefined) {
    return well('ports', `TCP port ${port} is free`);
  }
  const isTaken = codeOf(error) === 'EADDRINUSE';
  return {
    area: 'ports',
    severity: 'fault',
    finding: isTaken
      ? `TCP port ${port} is held by ${describeHolders(await holdersOf('tcp', port))}`
      : `TCP port ${port} cannot be opened: ${messageOf(error)}`,
    means,
    todo: isTaken
      ? `end that program (to see which it is: ${howToFindHolder('tcp', port)}), or choose another port with ${option}`
      : `correct ${option}`,
  };
}

/** Node's error; undefined when the port is free. */
async function tryListening(at: Pick<PortUse, 'host' | 'port'>): Promise<unknown> {
  const server = createServer();
  try {
    await listen(server, at);
    await closeServer(server);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.cause : error;
  }
}
