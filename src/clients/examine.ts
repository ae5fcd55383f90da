import { refusedPauseMs, textOf, UpstreamError } from '../core/errors.ts';
import { type Finding, okFinding } from '../core/finding.ts';
import { refusedNext } from '../core/health.ts';
import { say, type Text } from '../core/message.ts';
import { exchange, StatusError } from './http.ts';
import type { ServiceTools } from './service.ts';

/**
 * @param service name for users
 * @param without loss for the set if the service fails
 */
export async function serviceFinding(
  { service, without }: { readonly service: Text; readonly without: Text },
  callService: () => Promise<unknown>,
): Promise<Finding> {
  try {
    await callService();
    return okFinding('services', say('service.answers', { service }));
  } catch (error) {
    const refused = error instanceof UpstreamError && error.advice === 'stop';
    return {
      area: 'services',
      severity: refused ? 'fault' : 'warning',
      finding: named(service, textOf(error)),
      means: refused ? without : say('service.while-lasts', { without }),
      todo: refused
        ? say('service.correct-names', { refusedNext: refusedNext(refusedPauseMs(error)) })
        : say('service.check-computer-internet-address-right'),
    };
  }
}

/** Most reasons begin with the name. */
function named(service: Text, reason: Text): Text {
  return String(reason).startsWith(String(service)) ? reason : say('service.says', { service, reason });
}

const ANSWERS_WITHIN_MS = 5_000;

/** Any status of a HEAD counts; credentials are not checked. */
export function reachedFinding(
  service: Text,
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
