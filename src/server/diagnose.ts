/** Whether the listener can have its port. */
import { createServer } from 'node:net';
import { holdersOf, holderWords, howToFindHolder } from '../computer/ports.ts';
import { codeOf, messageOf } from '../core/errors.ts';
import { type Finding, well } from '../core/finding.ts';
import { listen } from '../core/listening.ts';
import type { ServerSettings } from './options.ts';

export async function diagnoseServer(
  settings: ServerSettings,
  { running }: { readonly running: boolean },
): Promise<readonly Finding[]> {
  const { host, port } = settings['http.addr'];
  const isOpen = host === undefined && settings['http.token'].isEmpty;
  const open: Finding[] = isOpen
    ? [
        {
          area: 'ports',
          severity: 'note',
          finding: 'everybody on the network can open the overlay, and nobody but this computer can operate',
          means: 'a phone or a tablet cannot hide or correct a track',
          todo: 'set --http.token for that, or --http.addr=127.0.0.1:9090 to keep the overlay to this computer',
        },
      ]
    : [];
  if (running) {
    return [well('ports', `deckcast itself listens on TCP port ${port}`), ...open];
  }
  const error = await tryListening(settings['http.addr']);
  return [
    error === undefined ? well('ports', `TCP port ${port} is free`) : await refusal(port, error),
    ...open,
  ];
}

async function refusal(port: number, error: unknown): Promise<Finding> {
  const isTaken = codeOf(error) === 'EADDRINUSE';
  return {
    area: 'ports',
    severity: 'fault',
    finding: isTaken
      ? `TCP port ${port} is held by ${holderWords(await holdersOf('tcp', port))}`
      : `TCP port ${port} cannot be had: ${messageOf(error)}`,
    means: 'deckcast cannot start: there is no overlay and no page for the operator',
    todo: isTaken
      ? `end that program (to see which it is: ${howToFindHolder('tcp', port)}), or choose another port with --http.addr`
      : 'correct --http.addr',
  };
}

/** Node's error; undefined when the port can be had. */
async function tryListening(address: ServerSettings['http.addr']): Promise<unknown> {
  const server = createServer();
  try {
    await listen(server, address);
    await new Promise((resolve) => server.close(resolve));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.cause : error;
  }
}
