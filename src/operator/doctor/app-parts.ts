import { serviceFinding } from '../../clients/examine.ts';
import type { Finding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import type { SettingsOf } from '../../core/option.ts';
import type { Disk, Tools } from '../../core/tools.ts';
import { addressForOthers } from '../../host/network.ts';
import { portFinding } from '../../host/tcp-port.ts';
import type { metricsOptions } from '../../web/metrics/options.ts';
import type { ServerSettings } from '../../web/options.ts';
import { examineLook } from '../../web/theme/page.ts';
import type { obsOptions } from '../obs/options.ts';
import { withoutSource } from '../obs/reload.ts';

export async function diagnoseServer(
  settings: ServerSettings,
  running: boolean,
  disk: Disk,
): Promise<readonly Finding[]> {
  const address = settings['http.addr'];
  const means = say('doctor.deckcast-cannot-start-no-overlay-no');
  const listening = await portFinding({ ...address, option: '--http.addr', means }, running);
  const isOpen =
    address.host === undefined &&
    settings['http.token'].isEmpty &&
    settings['http.phone_token'].isEmpty &&
    (await addressForOthers()) !== undefined;
  return [listening, ...(isOpen ? [OPEN] : []), ...(await examineLook(settings, disk))];
}

const OPEN: Finding = {
  area: 'ports',
  severity: 'note',
  finding: say('doctor.anyone-network-can-open-overlay-but'),
  means: say('doctor.phone-tablet-cannot-hide-correct-track'),
  todo: say('doctor.use-my-phone'),
};

export async function diagnoseMetrics(
  { 'metrics.addr': address }: SettingsOf<typeof metricsOptions>,
  running: boolean,
): Promise<readonly Finding[]> {
  const about = { option: '--metrics.addr', means: say('metrics.not-served') };
  return address === undefined ? [] : [await portFinding({ ...address, ...about }, running)];
}

/** Checks the password. Changes nothing. `isShown`: OBS has the overlay open, so it runs. */
export async function diagnoseObs(
  settings: SettingsOf<typeof obsOptions>,
  tools: Tools,
  isShown: boolean,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { 'obs.url': url, 'obs.password': password } = settings;
  if (url === '') {
    return [];
  }
  const [{ withObs }, { exists }] = await Promise.all([
    import('../../clients/obs/session.ts'),
    import('../../clients/obs/browser-source.ts'),
  ]);
  const source = settings['obs.source'];
  let isMissing = false;
  const without = say('doctor.overlay-not-reloaded-start');
  const about = {
    service: 'OBS',
    without,
    away: isShown
      ? { means: without, todo: say('doctor.enable-obs-server') }
      : { means: say('doctor.obs-shows-nothing'), todo: say('doctor.start-obs') },
  };
  const answers = await serviceFinding(about, () =>
    withObs({ url, password }, tools, signal, async (obs) => {
      isMissing = !(await exists(obs, source));
    }),
  );
  // The overlay may have another name there.
  if (isMissing && !isShown) {
    return [withoutSource(source)];
  }
  // OBS shows the overlay without our reload.
  return [{ ...answers, severity: answers.severity === 'fault' ? 'warning' : answers.severity }];
}
