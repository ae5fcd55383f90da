/** Keeps the refresh token across restarts, because the service may replace it at any use. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import type { Disk } from '../../core/tools.ts';

export interface StoredToken {
  readonly refreshToken: string;
  /** Epoch milliseconds. The token's lifetime starts there. */
  readonly authorizedAt: number;
  /** Fingerprint of the user's original token. Shows whether this one descends from `--streamingsource.refresh`. */
  readonly origin: string;
}

const FILE = v.object({
  refresh_token: v.pipe(v.string(), v.nonEmpty()),
  authorized_at: v.pipe(v.string(), v.isoTimestamp()),
  origin: v.string(),
});

export function originOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('base64url').slice(0, 16);
}

/** Undefined if there is no file or it is not ours. Rejects if it cannot be read. */
export async function readTokenFile(path: string, disk: Disk): Promise<StoredToken | undefined> {
  const file = jsonIn(await disk.read(path), FILE);
  if (file === undefined) {
    return undefined;
  }
  const { refresh_token, authorized_at, origin } = file;
  return { refreshToken: refresh_token, authorizedAt: Date.parse(authorized_at), origin };
}

/** Only the user may read the file. */
export async function writeTokenFile(path: string, token: StoredToken, disk: Disk): Promise<void> {
  const content = {
    refresh_token: token.refreshToken,
    authorized_at: new Date(token.authorizedAt).toISOString(),
    origin: token.origin,
  };
  await disk.replace(path, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, durable: true });
}
