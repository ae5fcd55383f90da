import { checkLicense } from '../core/license.ts';
import type { Logger } from '../core/tools.ts';
import { licensedWishes as enrichmentWishes } from '../show/pictures/index.ts';
import { licensedWishes as liveWishes } from '../sinks/live.ts';
import type { StartSettings } from './options.ts';

const PROBLEMS = {
  missing: 'there is no license key: give it with --license.key',
  invalid: 'the license key was not issued for this program: check that --license.key has all of it',
  expired: 'the license has expired: a new key goes into --license.key',
} as const;

/** Warns of features without a valid license, again when they change. */
export function createLicensed(
  settings: StartSettings,
  { log, clock }: { readonly log: Logger; readonly clock: { now(): number } },
): () => boolean {
  let lastLogged = '';
  return () => {
    const { problem, off } = licenseState(settings, clock.now());
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
): { readonly problem?: string; readonly off: string } {
  const { state } = checkLicense(settings['license.key'].reveal(), now);
  const off = [...enrichmentWishes(settings), ...liveWishes(settings)].join(', ');
  return state === 'valid' ? { off: '' } : { problem: PROBLEMS[state], off };
}
