/** What an outside service says to the configured credentials, as a finding. */

import { refusedPauseMs, textOf, UpstreamError } from '../core/errors.ts';
import { type Finding, well } from '../core/finding.ts';
import { refusedNext } from '../core/health.ts';
import { say, type Text } from '../core/message.ts';
import { exchange, StatusError } from './http.ts';
import type { ServiceTools } from './service.ts';

/** `service`: what people call it. `without`: what does not happen in the set when it fails. */
export async function serviceFinding(
  { service, without }: { readonly service: string; readonly without: Text },
  callService: () => Promise<unknown>,
): Promise<Finding> {
  try {
    await callService();
    return well('services', say('service.answers', { service }));
  } catch (error) {
    const refused = error instanceof UpstreamError && error.advice === 'stop';
    return {
      area: 'services',
      severity: refused ? 'fault' : 'warning',
      finding: say('service.says', { service, reason: textOf(error) }),
      means: refused ? without : say('service.while-lasts', { without }),
      todo: refused
        ? say('service.correct-names', { refusedNext: refusedNext(refusedPauseMs(error)) })
        : say('service.check-computer-internet-address-right'),
    };
  }
}

/** Milliseconds for a service to answer at all. */
const ANSWERS_WITHIN_MS = 5_000;

/**
 * Whether a server answers a HEAD at this address, whatever it answers: that changes nothing. The credentials are not
 * checked.
 */
export function reachedFinding(
  service: string,
  url: URL,
  without: Text,
  tools: ServiceTools,
  signal: AbortSignal,
): Promise<Finding> {
  const request = {
    url,
    method: 'HEAD',
    headers: { 'user-agent': tools.userAgent },
    redirect: 'manual',
    timeLimitMs: ANSWERS_WITHIN_MS,
    maxBytes: 0,
    signal,
  } as const;
  return serviceFinding({ service, without }, () =>
    exchange(service, request, tools).catch((error: unknown) => {
      if (!(error instanceof StatusError)) {
        throw error;
      }
    }),
  );
}
