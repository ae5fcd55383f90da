import { pause, systemClock } from '@deckcast/wire-kit';
import type { DeviceInfo } from './announcer-table.ts';
import { Discovery, type DiscoveryOptions } from './discovery.ts';
import { randomToken } from './token.ts';

/**
 * Returns the devices that announce themselves in time, or until the signal fires. Sends nothing. Shares the
 * port; finds none while another program refuses to.
 */
export async function listenForDevices(
  options: Omit<DiscoveryOptions, 'identity' | 'listenOnly'>,
  ms: number,
  signal: AbortSignal,
): Promise<readonly DeviceInfo[]> {
  const devices = new Map<string, DeviceInfo>();
  const identity = { token: randomToken(), source: '', software: '', version: '', port: 0 };
  const discovery = new Discovery({ ...options, identity, listenOnly: true }, ({ kind, device }) => {
    if (kind === 'found' || kind === 'moved') {
      devices.set(device.token, device);
    } else {
      devices.delete(device.token);
    }
  });
  const end = new AbortController();
  const listening = discovery.run(AbortSignal.any([signal, end.signal]));
  await pause(options.clock ?? systemClock, ms, signal);
  end.abort();
  await listening;
  return [...devices.values()];
}
