/** A guest on the PRO DJ LINK network of this namespace: `link-guest-script announce` or `link-guest-script listen`. */
import { ProDjLinkNetwork } from '../../src/prodjlink/index.ts';

const listenOnly = process.argv[2] === 'listen';
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const network = new ProDjLinkNetwork({ name: 'deckcast', listenOnly, listenMs: 300, intervalMs: 200 });
await network.run(
  {
    device: ({ kind, device }) => say(`${kind} ${device.name} ${device.number} at ${device.address}`),
    status: (device, { trackId }) => say(`status ${device.number} ${trackId}`),
    onAir: ({ channels }) => say(`on air ${channels.join(' ')}`),
    guest: (state) => say(state.kind === 'announced' ? `announced ${state.number}` : state.why),
  },
  stopping.signal,
);
