/** Which devices announce themselves while nobody has chosen this source: listens, and sends nothing. */

import { listenForDevices } from '@deckcast/stagelinq';
import type { DiagnoseTools } from '../../core/contracts.ts';
import type { Finding } from '../../core/finding.ts';
import { readNetwork } from '../../host/network.ts';
import { heardFindings } from './findings.ts';
import { networkOptions } from './network-options.ts';
import type { HwDeviceSettings } from './options.ts';

/** Milliseconds in which each device announces itself twice. */
const ALL_HEARD_MS = 2_500;

export async function hearDevices(
  settings: HwDeviceSettings,
  tools: DiagnoseTools,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const ms = Math.min(tools.listenMs, ALL_HEARD_MS);
  const devices = ms === 0 ? [] : await listenForDevices(networkOptions(settings, tools), ms, signal);
  return devices.length === 0 ? [] : heardFindings(devices, await readNetwork());
}
