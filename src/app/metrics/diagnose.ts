import { portFinding } from '../../computer/tcp-port.ts';
import type { SettingsOf } from '../../core/option.ts';
import type { Finding } from '../../wire/doctor.ts';
import type { metricsOptions } from './options.ts';

/** Whether the numbers can be served where the settings say. */
export async function diagnoseMetrics(
  { 'metrics.addr': address }: SettingsOf<typeof metricsOptions>,
  running: boolean,
): Promise<readonly Finding[]> {
  const about = { option: '--metrics.addr', means: 'deckcast cannot start' };
  return address === undefined ? [] : [await portFinding({ ...address, ...about }, running)];
}
