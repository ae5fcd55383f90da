import { messageOf, refusedPauseMs, textOf, UpstreamError } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import type { SettingsOf } from '../../core/option.ts';
import type { Tools } from '../../core/tools.ts';
import { pause, untilAborted } from '../../core/waiting.ts';
import type { Service } from '../../host/lifetime.ts';
import type { obsOptions } from './options.ts';

const TRY_EVERY_MS = 3_000;
const GIVE_UP_AFTER_MS = 60_000;

export interface ObsReload extends Service {
  /** Refusal of OBS, while it lasts. */
  findings(): readonly Finding[];
}

/**
 * OBS never retries a failed page, so the overlay is reloaded once the server listens. An OBS that starts later loads
 * it.
 */
export function createObsReload(
  settings: SettingsOf<typeof obsOptions>,
  listening: Promise<unknown>,
  tools: Pick<Tools, 'clock' | 'log'>,
): ObsReload {
  const { clock, log } = tools;
  const { 'obs.url': url, 'obs.password': password, 'obs.source': source } = settings;
  let refusal: Finding | undefined;

  async function reload(signal: AbortSignal): Promise<void> {
    const [{ withObs }, { reloadBrowserSource }] = await Promise.all([
      import('../../clients/obs/session.ts'),
      import('../../clients/obs/browser-source.ts'),
    ]);
    const found = await withObs({ url, password }, tools, signal, (obs) => reloadBrowserSource(obs, source));
    if (found) {
      log.info('overlay reloaded in OBS', { source });
    } else {
      log.warn('OBS has no such source', { source, hint: 'deckcast obs setup adds it' });
    }
  }

  async function reloadUntilDone(signal: AbortSignal): Promise<void> {
    await listening;
    const deadline = clock.monotonic() + GIVE_UP_AFTER_MS;
    while (!signal.aborted) {
      try {
        await reload(signal);
        refusal = undefined;
        return;
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        const reason = messageOf(error);
        if (!(error instanceof UpstreamError && error.advice === 'retry')) {
          if (refusal === undefined) {
            log.warn('cannot reload the overlay in OBS', { reason });
          }
          refusal = refused(textOf(error));
          // The user may correct the password in OBS.
          await pause(clock, refusedPauseMs(error), signal);
          continue;
        }
        refusal = undefined;
        if (clock.monotonic() > deadline) {
          log.info('OBS not running; overlay not reloaded', { reason });
          return;
        }
        log.debug('OBS does not answer yet', { reason });
        await pause(clock, TRY_EVERY_MS, signal);
      }
    }
  }

  return {
    name: 'obs',
    findings: () => (refusal === undefined ? [] : [refusal]),
    async run(signal) {
      if (url !== '') {
        // Reported by the server.
        await reloadUntilDone(signal).catch(() => undefined);
      }
      await untilAborted(signal);
    },
  };
}

function refused(finding: Text): Finding {
  return {
    area: 'services',
    severity: 'fault',
    finding,
    means: say('doctor.overlay-not-reloaded-start'),
    todo: '',
  };
}
