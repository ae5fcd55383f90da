/** obs-websocket 5. */

import OBSWebSocket, { EventSubscription, OBSWebSocketError } from 'obs-websocket-js/json';
import * as v from 'valibot';
import { textOf, UpstreamError } from '../../core/errors.ts';
import { OWN_SERVER_PAUSE_MS } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import type { Secret } from '../../core/option.ts';
import type { Clock } from '../../core/tools.ts';
import { within } from '../../core/waiting.ts';

export interface ObsAddress {
  readonly url: string;
  /** May be empty. */
  readonly password: Secret;
}

export type Obs = Pick<OBSWebSocket, 'call'>;

/** Includes all calls. */
const TIME_LIMIT_MS = 5_000;

/** Lowest close code of obs-websocket itself (WebSocketCloseCode). */
const OWN_CLOSE_CODES = 4_000;
/** Failed handshakes, in the words of Node and the library `ws`: OBS would have accepted. */
const OF_ANOTHER_PROGRAM = /^(Unexpected server response|Server sent|Parse Error|Invalid )/;
const WRONG_PASSWORD = 4_009;
/** Refused requests (RequestStatus) have lower codes. */
const CLOSE_CODES = 1_000;

/**
 * Connects, calls `use`, and disconnects. Throws the signal's reason, or UpstreamError: `retry` without an
 * answer, `stop` for a wrong password, `drop` if OBS refuses a call.
 */
export async function withObs<T>(
  { url, password }: ObsAddress,
  { clock }: { readonly clock: Clock },
  signal: AbortSignal,
  use: (obs: Obs) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const obs = new OBSWebSocket();
  // The library never settles a call without an answer, or after the connection ended.
  const end = new Promise<never>((_, reject) => {
    obs.once('ConnectionError', reject);
    obs.once('ConnectionClosed', reject);
  });
  const late = (): Error =>
    new UpstreamError(
      say('obs.obs-did-not-answer-within-s', {
        address: new URL(url).origin,
        seconds: TIME_LIMIT_MS / 1_000,
      }),
      'retry',
    );
  const talk = async (): Promise<T> => {
    const secret = password.isEmpty ? undefined : password.reveal();
    await obs.connect(url, secret, { eventSubscriptions: EventSubscription.None });
    return use(obs);
  };
  try {
    return await within({ clock, ms: TIME_LIMIT_MS, late, signal }, () => Promise.race([talk(), end]));
  } catch (error) {
    signal.throwIfAborted();
    throw explained(error, url, password);
  } finally {
    // Not awaited: it waits for OBS's closing handshake.
    obs.disconnect().catch(() => undefined);
  }
}

function explained(error: unknown, url: string, password: Secret): UpstreamError {
  if (error instanceof UpstreamError) {
    return error;
  }
  if (error instanceof v.ValiError) {
    return new UpstreamError(say('obs.obs-answered-something-not-protocol'), 'drop', { cause: error });
  }
  if (!(error instanceof OBSWebSocketError) || error.code < 0) {
    if (OF_ANOTHER_PROGRAM.test(String(textOf(error)))) {
      return new UpstreamError(
        say('obs.another-program-answers', { address: new URL(url).origin, reason: textOf(error) }),
        'stop',
        { retryAfterMs: OWN_SERVER_PAUSE_MS, cause: error },
      );
    }
    return new UpstreamError(
      say('obs.obs-does-not-answer-open-websocket', { address: new URL(url).origin, reason: textOf(error) }),
      'retry',
      { cause: error },
    );
  }
  if (error.code === WRONG_PASSWORD) {
    const why = password.isEmpty ? 'obs.needs-password' : 'obs.obs-expects-another-password-set-obs';
    return new UpstreamError(say(why), 'stop', { retryAfterMs: OWN_SERVER_PAUSE_MS });
  }
  if (error.code < CLOSE_CODES || error.code >= OWN_CLOSE_CODES) {
    return new UpstreamError(say('obs.obs-refused', { reason: textOf(error), code: error.code }), 'drop');
  }
  return new UpstreamError(say('obs.obs-closed-connection', { code: error.code }), 'retry');
}
