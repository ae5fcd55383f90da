/** JSON web tokens of the extension, signed with its secret. */
import { type JWTPayload, SignJWT } from 'jose';

const ALGORITHM = 'HS256';
/** Long enough for one request. */
const OURS_LAST = '60s';

/** Lets its bearer write the extension's configuration. */
export function externalToken(ownerId: string, key: Uint8Array, more: JWTPayload = {}): Promise<string> {
  return new SignJWT({ user_id: ownerId, role: 'external', ...more })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setExpirationTime(OURS_LAST)
    .sign(key);
}

/** Lets its bearer broadcast to the viewers of one channel. */
export function broadcastToken(channel: string, ownerId: string, key: Uint8Array): Promise<string> {
  return externalToken(ownerId, key, { channel_id: channel, pubsub_perms: { send: ['broadcast'] } });
}
