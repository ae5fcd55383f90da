/** The service may replace the refresh token at any use, so it is stored. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import type { Disk } from '../../core/tools.ts';

export interface StoredToken {
  readonly refreshToken: string;
  /** Epoch milliseconds; the token's life starts here. */
  readonly authorizedAt: number;
  /** Fingerprint of the user's original token: does this one descend from `--streamingsource.refresh`? */
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

/** Undefined without a file of ours. Rejects if it cannot be read. */
export async function readTokenFile(path: string, disk: Disk): Promise<StoredToken | undefined> {
  const file = jsonIn(await disk.read(path), FILE);
  if (file === undefined) {
    return undefined;
  }
  const { refresh_token, authorized_at, origin } = file;
  return { refreshToken: refresh_token, authorizedAt: Date.parse(authorized_at), origin };
}

/** Readable by the user alone. */
export async function writeTokenFile(path: string, token: StoredToken, disk: Disk): Promise<void> {
  const content = {
    refresh_token: token.refreshToken,
    authorized_at: new Date(token.authorizedAt).toISOString(),
    origin: token.origin,
  };
  await disk.replace(path, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, durable: true });
}
