import { messageOf, refusedPauseMs, textOf, UpstreamError } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import type { SettingsOf } from '../../core/option.ts';
import type { Tools } from '../../core/tools.ts';
import { pause, untilAborted } from '../../core/waiting.ts';
import type { Service } from '../../host/lifetime.ts';
import { ownAddresses } from '../../host/network.ts';
import type { obsOptions } from './options.ts';
import { isThisComputer } from './overlay.ts';

/** OBS often starts together with deckcast. */
const TRY_EVERY_MS = 3_000;
const START_MS = 60_000;
/** OBS may start, or get its source, during the show. */
const LATER_EVERY_MS = 15_000;
/** Time for a server on this computer to answer. */
const SERVED_WITHIN_MS = 1_000;

export interface ObsReload extends Service {
  /** Refusal or absence of OBS or of its source, while it lasts. */
  findings(): readonly Finding[];
}

/**
 * OBS never retries a failed page, so the overlay is reloaded once the server listens. An OBS that starts later loads
 * it. After a change of the port, the source gets the new address.
 *
 * @param shown number of overlays that OBS shows
 */
export function createObsReload(
  settings: SettingsOf<typeof obsOptions>,
  listening: Promise<{ readonly port: number }>,
  shown: { readonly count: number },
  tools: Pick<Tools, 'clock' | 'log' | 'fetch'>,
): ObsReload {
  const { clock, log } = tools;
  const { 'obs.url': url, 'obs.password': password, 'obs.source': source } = settings;
  const noSource = withoutSource(source);
  let refusal: Finding | undefined;
  let absence: Finding | undefined;

  /** Resolves to false without such a source. */
  async function reload(port: number, signal: AbortSignal): Promise<boolean> {
    const [{ withObs }, { reloadBrowserSource }] = await Promise.all([
      import('../../clients/obs/session.ts'),
      import('../../clients/obs/browser-source.ts'),
    ]);
    const addressNow = async (before: string): Promise<string> => {
      const here = isOurs(before, url) ? atPort(before, port) : before;
      return here === before || (await isServed(before)) ? before : here;
    };
    const page = await withObs({ url, password }, tools, signal, (obs) =>
      reloadBrowserSource(obs, source, addressNow),
    );
    if (page === undefined) {
      return false;
    }
    const { before, url: now } = page;
    log.info('overlay reloaded in OBS', { source, ...(now !== before && { before, now }) });
    return true;
  }

  /** Returns the pause before the next try, or undefined once the overlay is reloaded. */
  async function tryToReload(
    port: number,
    isLate: () => boolean,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    try {
      const isThere = await reload(port, signal);
      refusal = undefined;
      return isThere ? undefined : obsLacksSource();
    } catch (error) {
      if (signal.aborted) {
        return undefined;
      }
      return error instanceof UpstreamError && error.advice === 'retry'
        ? obsIsAway(messageOf(error), isLate())
        : obsRefuses(error);
    }
  }

  function obsLacksSource(): number {
    if (absence !== noSource) {
      absence = noSource;
      log.warn('OBS has no such source', { source, hint: 'deckcast obs setup adds it' });
    }
    return LATER_EVERY_MS;
  }

  function obsRefuses(error: unknown): number {
    const finding = textOf(error);
    if (String(refusal?.finding) !== String(finding)) {
      log.warn('cannot reload the overlay in OBS', { reason: messageOf(error) });
    }
    refusal = refused(finding);
    absence = undefined;
    // The user may correct the password in OBS.
    return refusedPauseMs(error);
  }

  function obsIsAway(reason: string, isLate: boolean): number {
    refusal = undefined;
    log[absence === NO_ANSWER ? 'debug' : 'info']('OBS does not answer; overlay not reloaded', { reason });
    absence = NO_ANSWER;
    return isLate ? LATER_EVERY_MS : TRY_EVERY_MS;
  }

  async function reloadUntilDone(signal: AbortSignal): Promise<void> {
    const { port } = await listening;
    const deadline = clock.monotonic() + START_MS;
    // A reload would interrupt an overlay that came meanwhile.
    const isWanted = (): boolean => !signal.aborted && (absence === undefined || shown.count === 0);
    while (isWanted()) {
      const wait = await tryToReload(port, () => clock.monotonic() > deadline, signal);
      if (wait === undefined) {
        break;
      }
      await pause(clock, wait, signal);
    }
    absence = undefined;
  }

  async function isServed(address: string): Promise<boolean> {
    const signal = AbortSignal.timeout(SERVED_WITHIN_MS);
    return tools.fetch(address, { method: 'HEAD', signal }).then(
      () => true,
      () => false,
    );
  }

  return {
    name: 'obs',
    findings() {
      const found = refusal ?? (shown.count === 0 ? absence : undefined);
      return found === undefined ? [] : [found];
    },
    async run(signal) {
      if (url !== '') {
        // Reported by the server.
        await reloadUntilDone(signal).catch(() => undefined);
      }
      await untilAborted(signal);
    },
  };
}

/** Whether OBS loads the page from this computer. */
function isOurs(page: string, obs: string): boolean {
  if (!URL.canParse(page) || new URL(page).protocol !== 'http:') {
    return false;
  }
  const { hostname } = new URL(page);
  return isThisComputer(page)
    ? isThisComputer(obs)
    : ownAddresses().some(({ address }) => address === hostname);
}

function atPort(page: string, port: number): string {
  const url = new URL(page);
  url.port = `${port}`;
  return url.href;
}

export function withoutSource(source: string): Finding {
  return {
    area: 'services',
    severity: 'warning',
    finding: say('set-up.obs-no-source', { source }),
    means: say('doctor.obs-without-source'),
    todo: say('doctor.add-to-obs'),
  };
}

const NO_ANSWER: Finding = {
  area: 'services',
  severity: 'warning',
  finding: say('obs.no-answer-no-track'),
  means: say('doctor.obs-shows-nothing'),
  todo: say('doctor.start-obs'),
};

function refused(finding: Text): Finding {
  return {
    area: 'services',
    severity: 'warning',
    finding,
    means: say('doctor.overlay-not-reloaded-start'),
    todo: '',
  };
}
