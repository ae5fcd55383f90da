import {
  channelPath,
  type DeviceInfo,
  deckPath,
  listenForDevices,
  type NetworkReceiver,
  randomToken,
  StagelinqNetwork,
} from '@deckcast/stagelinq';
import type { DiagnoseTools } from '../../core/contracts/part.ts';
import type { Finding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import type { Tools } from '../../core/tools.ts';
import { readNetwork } from '../../host/network.ts';
import type { Evidence } from './diagnosis.ts';
import { announcedFindings, type HardwareEvidence, hardwareFindings } from './findings.ts';
import { networkOptions } from './network-options.ts';
import type { HwDeviceSettings } from './options.ts';
import { reasonOf } from './reasons.ts';
import { lookAround, type Surroundings } from './surroundings.ts';

const CHECK_EVERY_MS = 100;
/** Devices announce themselves once a second; the rest allows for lost packets. */
const ALL_FOUND_MS = 2_500;
/** Starting devices refuse the first ones. */
const ATTEMPTS = 3;

const LEVEL_PATHS: ReadonlySet<string> = new Set(
  [1, 2, 3, 4].flatMap((number) => [channelPath.fader(number), deckPath.externalMixerVolume(number)]),
);

interface FoundDevice {
  readonly device: DeviceInfo;
  connected: boolean;
  hasStates: boolean;
  reportsLevels: boolean;
  attempts: number;
  reason: Text;
}

/** Has its own token, so that it does not disturb a running program. */
export async function examineHardware(
  settings: HwDeviceSettings,
  tools: DiagnoseTools,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const found = new Map<string, FoundDevice>();
  const ignored: { device: DeviceInfo; reason: Evidence['ignored'][number]['reason'] }[] = [];
  const base = networkOptions(settings, tools);
  const options = {
    ...base,
    identity: { ...base.identity, token: randomToken() },
    paths: () => LEVEL_PATHS,
  };
  const network = new StagelinqNetwork(options, receiver(found, ignored));
  const status = await listen(network, tools, signal, () => isAllKnown([...found.values()]));
  const devices = [...found.values()];
  const failing = devices.filter(({ connected }) => !connected);
  return gather(settings, {
    status,
    ignored,
    running: false,
    failing: failing.map(({ device, reason }) => ({ device, reason })),
    connected: devices.filter(({ connected }) => connected),
  });
}

export async function gather(
  settings: HwDeviceSettings,
  found: Omit<HardwareEvidence, 'chosen' | keyof Surroundings>,
): Promise<readonly Finding[]> {
  const chosen = settings['hwdevice.discovery.interface'];
  return hardwareFindings({ ...found, chosen, ...(await lookAround(found.failing)) });
}

async function listen(
  network: StagelinqNetwork,
  { clock, listenMs }: Pick<Tools, 'clock'> & { readonly listenMs: number },
  signal: AbortSignal,
  isAllKnown: () => boolean,
): Promise<Evidence['status']> {
  const end = new AbortController();
  const running = network.run(AbortSignal.any([signal, end.signal]));
  const startedAt = clock.monotonic();
  let status = network.status();
  for (let passed = 0; passed < listenMs && !signal.aborted; passed = clock.monotonic() - startedAt) {
    await clock.sleep(CHECK_EVERY_MS, signal).catch(() => undefined);
    status = network.status();
    if (passed >= ALL_FOUND_MS && isAllKnown()) {
      break;
    }
  }
  end.abort();
  await running;
  return status;
}

function isAllKnown(devices: readonly FoundDevice[]): boolean {
  return (
    devices.length > 0 &&
    devices.every(({ connected, hasStates, attempts }) => (connected ? hasStates : attempts >= ATTEMPTS))
  );
}

function receiver(
  found: Map<string, FoundDevice>,
  ignored: { device: DeviceInfo; reason: Evidence['ignored'][number]['reason'] }[],
): NetworkReceiver {
  const change = (device: DeviceInfo, values: Partial<FoundDevice>): void => {
    const known = found.get(device.token) ?? {
      connected: false,
      hasStates: false,
      reportsLevels: false,
      attempts: 0,
      reason: say('hwdevice.reason-timeout'),
    };
    found.set(device.token, { ...known, ...values, device });
  };
  return {
    found: (device) => change(device, {}),
    ignored: (device, reason) => void ignored.push({ device, reason }),
    failed: (device, error, attempts) => change(device, { attempts, reason: reasonOf(error) }),
    connected: (device) => change(device, { connected: true }),
    state: (device, path, { value }) =>
      change(device, {
        hasStates: true,
        ...(LEVEL_PATHS.has(path) && typeof value === 'number' ? { reportsLevels: true } : {}),
      }),
    lost: (device, error) => change(device, { reason: reasonOf(error) }),
  };
}

/** Sends nothing: another source is chosen. */
export async function findAnnouncedDevices(
  settings: HwDeviceSettings,
  tools: DiagnoseTools,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const ms = Math.min(tools.listenMs, ALL_FOUND_MS);
  const devices = ms === 0 ? [] : await listenForDevices(networkOptions(settings, tools), ms, signal);
  return devices.length === 0 ? [] : announcedFindings(devices, await readNetwork());
}
