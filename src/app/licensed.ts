import type { Logger } from '../core/tools.ts';
import { licensedWishes as enrichmentWishes } from '../enrich/index.ts';
import { licensedWishes as liveWishes } from '../sinks/live.ts';
import { checkLicense } from './license.ts';
import type { StartSettings } from './options.ts';

const PROBLEMS = {
  missing: 'there is no license key: give it with --license.key',
  invalid: 'the license key was not issued for this program',
  expired: 'the license has expired',
} as const;

/**
 * Whether the licensed features may run. One warning names those that the settings switch on without a valid license.
 */
export function isLicensed(
  settings: StartSettings,
  { log, clock }: { readonly log: Logger; readonly clock: { now(): number } },
): boolean {
  const { state } = checkLicense(settings['license.key'].reveal(), clock.now());
  if (state === 'valid') {
    return true;
  }
  const off = [...enrichmentWishes(settings), ...liveWishes(settings)];
  if (off.length > 0) {
    log.warn('features that need a license are off', { off: off.join(', '), reason: PROBLEMS[state] });
  }
  return false;
}
