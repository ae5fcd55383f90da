/** Whether the listener can have its port. */
import { portFinding } from '../computer/tcp-port.ts';
import { type Finding, well } from '../core/finding.ts';
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
  const finding = await portFinding({
    ...settings['http.addr'],
    option: '--http.addr',
    means: 'deckcast cannot start: there is no overlay and no page for the operator',
  });
  return [finding, ...open];
}
