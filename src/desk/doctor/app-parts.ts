/** Findings about the parts that the app itself has: the pages, the numbers for monitoring, and OBS. */
import { serviceFinding } from '../../clients/examine.ts';
import type { Finding } from '../../core/finding.ts';
import type { SettingsOf } from '../../core/option.ts';
import type { Tools } from '../../core/tools.ts';
import { portFinding } from '../../host/tcp-port.ts';
import type { metricsOptions } from '../../web/metrics/options.ts';
import type { ServerSettings } from '../../web/options.ts';
import type { obsOptions } from '../obs/options.ts';

/** Whether the pages can have their port, and who may operate there. */
export async function diagnoseServer(
  settings: ServerSettings,
  running: boolean,
): Promise<readonly Finding[]> {
  const address = settings['http.addr'];
  const means = 'deckcast cannot start: there is no overlay and no page for the operator';
  const listening = await portFinding({ ...address, option: '--http.addr', means }, running);
  return address.host === undefined && settings['http.token'].isEmpty ? [listening, OPEN] : [listening];
}

const OPEN: Finding = {
  area: 'ports',
  severity: 'note',
  finding: 'anyone on the network can open the overlay, but only this computer can operate',
  means: 'a phone or a tablet cannot hide or correct a track',
  todo: 'set --http.token for that, or --http.addr=127.0.0.1:9090 to keep the overlay to this computer',
};

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
