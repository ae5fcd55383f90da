import { checkLicense } from '../core/license.ts';
import { say, type Text } from '../core/message.ts';
import type { Logger } from '../core/tools.ts';
import { licensedWishes as enrichmentWishes } from '../show/pictures/index.ts';
import { licensedWishes as liveWishes } from '../sinks/live.ts';
import type { StartSettings } from './options.ts';

const PROBLEMS = {
  missing: say('license.missing'),
  invalid: say('license.invalid'),
  expired: say('license.expired'),
} as const;

/** Warns of features without a valid license, again when they change. */
export function createLicensed(
  settings: StartSettings,
  { log, clock }: { readonly log: Logger; readonly clock: { now(): number } },
): () => boolean {
  let lastLogged = '';
  return () => {
    const { problem, off: features } = licenseState(settings, clock.now());
    const off = features.join(', ');
    if (problem !== undefined && off !== '' && off !== lastLogged) {
      log.warn('features that need a license are off', { off, reason: problem });
    }
    lastLogged = off;
    return problem === undefined;
  };
}

/** License's state, and features that are off because of it. */
export function licenseState(
  settings: StartSettings,
  now: number,
): { readonly problem?: Text; readonly off: readonly Text[] } {
  const { state } = checkLicense(settings['license.key'].reveal(), now);
  const off = [...enrichmentWishes(settings), ...liveWishes(settings)];
  return state === 'valid' ? { off: [] } : { problem: PROBLEMS[state], off };
}
