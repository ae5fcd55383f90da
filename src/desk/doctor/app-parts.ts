/** Findings about the parts that the app itself has: the numbers for monitoring, and OBS. */
import { serviceFinding } from '../../clients/examine.ts';
import type { Finding } from '../../core/finding.ts';
import type { SettingsOf } from '../../core/option.ts';
import type { Tools } from '../../core/tools.ts';
import { portFinding } from '../../host/tcp-port.ts';
import type { metricsOptions } from '../../web/metrics/options.ts';
import type { obsOptions } from '../obs/options.ts';

/** Whether the numbers can be served where the settings say. */
export async function diagnoseMetrics(
  { 'metrics.addr': address }: SettingsOf<typeof metricsOptions>,
  running: boolean,
): Promise<readonly Finding[]> {
  const about = { option: '--metrics.addr', means: 'deckcast cannot start' };
  return address === undefined ? [] : [await portFinding({ ...address, ...about }, running)];
}

/** Whether OBS accepts our password. Changes nothing there. */
export async function diagnoseObs(
  settings: SettingsOf<typeof obsOptions>,
  tools: Tools,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { 'obs.url': url, 'obs.password': password } = settings;
  if (url === '') {
    return [];
  }
  const { withObs } = await import('../../clients/obs/session.ts');
  const about = { service: 'OBS', without: 'the overlay there is not reloaded at the start' };
  return [
    await serviceFinding(about, () => withObs({ url, password }, tools, signal, async () => undefined)),
  ];
}
