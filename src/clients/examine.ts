import { textOf, UpstreamError } from '../core/errors.ts';
import { type Finding, okFinding } from '../core/finding.ts';
import { nearness } from '../core/loopback.ts';
import { Message, say, type Text, type TextId } from '../core/message.ts';
import { exchange, type HttpRequest, isClosed, NoAnswerError, StatusError } from './http.ts';
import type { ServiceTools } from './service.ts';

const UNREACHED: Readonly<Record<ReturnType<typeof nearness>, Text>> = {
  'this computer': say('service.start-there'),
  'this network': say('service.start-in-network'),
  internet: say('service.check-computer-internet-address-right'),
};

/** Advice for these reasons; every other one is answered as an unreached service. */
const REMEDIES: Readonly<Partial<Record<TextId, Text>>> = {
  'service.did-not-answer-within-s': say('service.look-why-silent'),
  'service.name-server-silent': UNREACHED.internet,
  'service.no-http': say('service.look-why-closed'),
  'system.connection-lost': say('service.look-why-closed'),
};

interface ExaminedService {
  readonly service: Text;
  /** Loss for the set if the service fails. */
  readonly without: Text;
  /** Absent for services on the internet. */
  readonly url?: string | URL;
  /** Instead of the usual words while the service does not answer. */
  readonly away?: Pick<Finding, 'means' | 'todo'>;
}

export async function serviceFinding(
  { service, without, url, away }: ExaminedService,
  callService: () => Promise<unknown>,
): Promise<Finding> {
  try {
    await callService();
    return okFinding('services', say('service.answers', { service }));
  } catch (error) {
    const refused = error instanceof UpstreamError && error.advice === 'stop';
    const near = url === undefined ? 'internet' : nearness(url);
    const reason = url !== undefined && error instanceof NoAnswerError ? error.reason : '';
    return {
      area: 'services',
      severity: refused ? 'fault' : 'warning',
      finding: withService(service, textOf(error)),
      ...(refused
        ? {
            means: without,
            todo: say('service.correct-names'),
          }
        : {
            // Receivers may close the connection of a test, and still take tracks.
            means: say(isClosed(reason) ? 'service.perhaps' : 'service.while-lasts', { without }),
            todo: (reason instanceof Message && REMEDIES[reason.id]) || UNREACHED[near],
            ...away,
          }),
    };
  }
}

/** Adds the service's name to the few reasons that lack it. */
function withService(service: Text, reason: Text): Text {
  return String(reason).includes(String(service))
    ? reason
    : say('core.about', { about: service, text: reason });
}

const ANSWERS_WITHIN_MS = 5_000;

/** The server, or the address there, did not take the test. 501: it knows no HEAD, as 405. */
function isRefusal({ status }: StatusError): boolean {
  return [401, 403, 404, 410].includes(status) || (status >= 500 && status !== 501);
}

/** HEAD, because a real request would show a track. A refusal may concern HEAD alone, so it is no fault. */
export async function reachedFinding(
  service: Text,
  { url, headers = {} }: Pick<HttpRequest, 'url' | 'headers'>,
  without: Text,
  tools: ServiceTools,
  signal: AbortSignal,
): Promise<Finding> {
  const request = {
    url,
    method: 'HEAD',
    headers: { 'user-agent': tools.userAgent, ...headers },
    redirect: 'manual',
    timeLimitMs: ANSWERS_WITHIN_MS,
    maxBytes: 0,
    signal,
  } as const;
  let refusal: StatusError | undefined;
  const found = await serviceFinding({ service, without, url }, () =>
    exchange(service, request, tools).catch((error: unknown) => {
      if (!(error instanceof StatusError)) {
        throw error;
      }
      refusal = isRefusal(error) ? error : undefined;
    }),
  );
  return refusal === undefined
    ? found
    : {
        area: 'services',
        severity: 'warning',
        finding: say(TEST_REFUSED, { service, status: refusal.status }),
        means: say('service.perhaps', { without }),
        todo: say('service.check-then-send-test'),
      };
}

const TEST_REFUSED = 'service.refused-test';

/** Whether only `reachedFinding` speaks against the service. */
export function isTestRefused({ finding }: Finding): boolean {
  return finding instanceof Message && finding.id === TEST_REFUSED;
}
