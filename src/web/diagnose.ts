import type { Finding } from '../core/finding.ts';
import { portFinding } from '../host/tcp-port.ts';
import type { ServerSettings } from './options.ts';

/** Whether the listener can have its port, and who may operate there. */
export async function diagnoseServer(
  settings: ServerSettings,
  { running }: { readonly running: boolean },
): Promise<readonly Finding[]> {
  const address = settings['http.addr'];
  const listening = await portFinding(
    {
      ...address,
      option: '--http.addr',
      means: 'deckcast cannot start: there is no overlay and no page for the operator',
    },
    running,
  );
  return address.host === undefined && settings['http.token'].isEmpty ? [listening, OPEN] : [listening];
}

const OPEN: Finding = {
  area: 'ports',
  severity: 'note',
  finding: 'anyone on the network can open the overlay, but only this computer can operate',
  means: 'a phone or a tablet cannot hide or correct a track',
  todo: 'set --http.token for that, or --http.addr=127.0.0.1:9090 to keep the overlay to this computer',
};
