/** Authorization by the user of a streaming account. */

import { randomBytes } from 'node:crypto';
import { ACCOUNTS, AccountTokens } from '../../clients/account/token.ts';
import { joinUrl } from '../../clients/http.ts';
import type { ClientCredentials } from '../../clients/streaming/token.ts';
import { RunError, UpstreamError } from '../../core/errors.ts';
import { say, type Text } from '../../core/message.ts';
import type { Tools } from '../../core/tools.ts';
import { whyNotWritten } from '../../host/folders.ts';
import { originOf, writeTokenFile } from './token-file.ts';

const SCOPE = 'user-read-currently-playing';

export interface GrantRequest {
  readonly authUrl: string;
  readonly credentials: ClientCredentials;
  /** Must equal the one registered with the application, character for character. */
  readonly redirectUri: string;
}

export interface Grant {
  readonly page: URL;
  /** Unguessable; the answer must repeat it. */
  readonly state: string;
  /** Rejects with an error for users. */
  redeem(answer: URLSearchParams, signal: AbortSignal): Promise<string>;
}

export function requestGrant({ authUrl, credentials, redirectUri }: GrantRequest, tools: Tools): Grant {
  const state = randomBytes(16).toString('base64url');
  const page = joinUrl(authUrl, 'authorize', {
    client_id: credentials.id.reveal(),
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPE,
    state,
  });
  const tokens = new AccountTokens(authUrl, credentials, tools);
  return {
    page,
    state,
    async redeem(answer, signal) {
      const code = answer.get('code') ?? '';
      if (code === '') {
        throw new RunError(
          say('streamingsource.not-authorized', { reason: denialOf(answer.get('error') ?? '') }),
        );
      }
      const { refreshToken = '' } = await tokens.fromCode(code, redirectUri, signal);
      if (refreshToken === '') {
        throw new UpstreamError(
          say('service.sent', { service: ACCOUNTS, reason: say('streamingsource.no-refresh-token') }),
          'drop',
        );
      }
      return refreshToken;
    },
  };
}

/** A running source picks the token up. Rejects with an error for users. */
export async function keepGrant(
  refreshToken: string,
  path: string,
  { clock, disk, log }: Tools,
): Promise<void> {
  const token = { refreshToken, authorizedAt: clock.now(), origin: originOf(refreshToken) };
  await writeTokenFile(path, token, disk).catch((error: unknown) => {
    throw new RunError(say('streamingsource.cannot-write-token', { path, reason: whyNotWritten(error) }));
  });
  log.info('token stored', { file: path });
}

/** Anyone can write the address, so other texts are dropped. */
function denialOf(error: string): Text {
  if (error === 'access_denied') {
    return say('streamingsource.you-refused');
  }
  return /^[a-z_]{1,40}$/.test(error) ? error : say('streamingsource.no-reason');
}
