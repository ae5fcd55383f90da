/** A guest on the PRO DJ LINK network of this namespace: `link-guest-script announce` or `link-guest-script listen`. */
import { ProDjLinkNetwork } from '@deckcast/prodjlink';

const listenOnly = process.argv[2] === 'listen';
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const network = new ProDjLinkNetwork({ name: 'deckcast', listenOnly, listenMs: 300, intervalMs: 200 });
await network.run(
  {
    device: ({ kind, device }) => print(`${kind} ${device.name} ${device.number} at ${device.address}`),
    status: (device, { trackId }) => print(`status ${device.number} ${trackId}`),
    onAir: ({ channels }) => print(`on air ${channels.join(' ')}`),
    guest: (state) => print(state.kind === 'announced' ? `announced ${state.number}` : state.why),
  },
  stopping.signal,
);
