import * as v from 'valibot';
import { codeOf, textOf, UpstreamError } from '../../core/errors.ts';
import { jsonIn } from '../../core/json.ts';
import { say } from '../../core/message.ts';
import type { Secret } from '../../core/option.ts';
import type { Clock, Disk } from '../../core/tools.ts';
import { pause, untilAborted } from '../../core/waiting.ts';
import type { DeviceAuthorization, UserToken } from './device.ts';

export interface UserTokens {
  /** Throws UpstreamError: `stop` if only the user can get one. */
  current(signal: AbortSignal): Promise<string>;
  /** Replaces a refused token. Throws as `current`. */
  renewed(refused: string, signal: AbortSignal): Promise<string>;
  /** Resolves once the user has signed in again, with any program. */
  changed(signal: AbortSignal): Promise<void>;
}

export interface StoredSignIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly clientId: string;
  /** Account; unknown in files of earlier versions. */
  readonly login?: string | undefined;
}

/** Tokens last a few hours. */
const RENEW_EARLIER_MS = 30 * 60_000;
/** Checks the file for another sign-in. */
const LOOK_EVERY_MS = 2_000;
/** Time for another program that renews the sign-in to store it. */
const OTHER_STORES_MS = 1_000;

const FILE = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  refresh_token: v.pipe(v.string(), v.nonEmpty()),
  expires_at: v.pipe(v.string(), v.isoTimestamp()),
  client_id: v.string(),
  login: v.optional(v.string()),
});

/** The API does not accept the prefix of the old chat protocol. */
export function givenToken(token: Secret): UserTokens {
  return {
    current: async () => token.reveal().replace(/^oauth:/, ''),
    renewed() {
      throw new UpstreamError(say('twitch.twitch-does-not-accept-token-check'), 'stop');
    },
    changed: untilAborted,
  };
}

/** Undefined if nobody has signed in. Expired sign-ins count, too. Rejects if the file cannot be read. */
export async function readSignIn(path: string, disk: Disk): Promise<StoredSignIn | undefined> {
  const content = await disk.read(path).catch((error: unknown) => {
    throw new UpstreamError(
      say('twitch.sign-cannot-read-chat-tokenfile', { reason: textOf(error) }),
      codeOf(error) === 'ETIMEDOUT' ? 'retry' : 'stop',
      { cause: error },
    );
  });
  const file = jsonIn(content, FILE);
  return (
    file && {
      accessToken: file.access_token,
      refreshToken: file.refresh_token,
      expiresAt: Date.parse(file.expires_at),
      clientId: file.client_id,
      login: file.login,
    }
  );
}

/** Readable by the user alone. Durable: a refresh token is stored before it is used. */
export async function storeSignIn(
  path: string,
  token: UserToken,
  { clientId, login }: Pick<StoredSignIn, 'clientId' | 'login'>,
  { disk, clock }: { readonly disk: Disk; readonly clock: Clock },
): Promise<void> {
  const content = {
    access_token: token.accessToken,
    refresh_token: token.refreshToken,
    expires_at: new Date(clock.now() + token.lastsMs).toISOString(),
    client_id: clientId,
    ...(login !== undefined && { login }),
  };
  await disk.replace(path, `${JSON.stringify(content, undefined, 2)}\n`, {
    mode: 0o600,
    durable: true,
  });
}

export interface SignInTools {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly identity: (clientId: string) => DeviceAuthorization;
}

/** Several parts and programs may share the file. */
export function storedTokens(path: string, tools: SignInTools): UserTokens {
  const { disk, clock } = tools;
  /** Shared: a refresh token is good for one use. */
  let renewing: Promise<string> | undefined;
  let used: string | undefined;

  async function read(): Promise<StoredSignIn> {
    const stored = await readSignIn(path, disk);
    used = stored?.accessToken;
    if (stored === undefined) {
      throw new UpstreamError(say('twitch.no-sign-twitch-sign-set-up'), 'stop');
    }
    return stored;
  }

  async function renew(refused: string, signal: AbortSignal): Promise<string> {
    const stored = await read();
    if (stored.accessToken !== refused) {
      return stored.accessToken;
    }
    let token: UserToken;
    try {
      token = await tools.identity(stored.clientId).refresh(stored.refreshToken, signal);
    } catch (error) {
      if (error instanceof UpstreamError && error.advice === 'stop') {
        // Another program may just have used it.
        await clock.sleep(OTHER_STORES_MS, signal);
        const now = await read();
        if (now.accessToken !== refused) {
          return now.accessToken;
        }
        throw new UpstreamError(say('twitch.sign-again-set-up-page-run', { message: error.text }), 'stop', {
          cause: error,
        });
      }
      throw error;
    }
    // The user may have signed in again meanwhile, as another account or with other rights.
    const now = await readSignIn(path, disk);
    const isNew = now !== undefined && now.refreshToken !== stored.refreshToken;
    used = isNew ? now.accessToken : token.accessToken;
    if (!isNew) {
      await storeSignIn(path, token, stored, tools);
    }
    return used;
  }

  function renewed(refused: string, signal: AbortSignal): Promise<string> {
    renewing ??= renew(refused, signal).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  return {
    async current(signal) {
      const { accessToken, expiresAt } = await read();
      return expiresAt - clock.now() > RENEW_EARLIER_MS ? accessToken : renewed(accessToken, signal);
    },
    renewed,
    async changed(signal) {
      while (!signal.aborted) {
        // Ignores a disk that does not answer.
        const now = await readSignIn(path, disk).catch(() => undefined);
        if (now !== undefined && now.accessToken !== used) {
          return;
        }
        await pause(clock, LOOK_EVERY_MS, signal);
      }
    },
  };
}
