/** JSON web tokens of the extension: the viewers' (made by Twitch) and ours, all signed with the extension's secret. */
import { jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';

const ALGORITHM = 'HS256';
const MAX_TOKEN_LENGTH = 4_096;
/** Long enough for one request. */
const OURS_LAST = '60s';

const VIEWER = v.object({
  channel_id: v.pipe(v.string(), v.nonEmpty()),
  // A token of our own (`external`) is no viewer's.
  role: v.picklist(['viewer', 'broadcaster', 'moderator']),
});

/** The channel that a viewer's token is for; undefined for every token that is forged, expired or no viewer's. */
export async function channelOfViewer(token: string, key: Uint8Array): Promise<string | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) {
    return undefined;
  }
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], requiredClaims: ['exp'] });
    return v.parse(VIEWER, payload).channel_id;
  } catch {
    return undefined;
  }
}

/** Lets its bearer broadcast to the viewers of one channel. */
export function broadcastToken(channel: string, ownerId: string, key: Uint8Array): Promise<string> {
  return new SignJWT({
    user_id: ownerId,
    role: 'external',
    channel_id: channel,
    pubsub_perms: { send: ['broadcast'] },
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setExpirationTime(OURS_LAST)
    .sign(key);
}
