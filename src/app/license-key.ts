/** The key that licenses are checked against. */

declare const __DECKCAST_LICENSE_KEY__: string | undefined;

/** The counterpart of scripts/license/development-key.pem: anyone who builds from source can issue licenses. */
const DEVELOPMENT_KEY = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAHvgo6CGDfZZJKb8HoJ4TQHd8Xr4uCOqxuauSE/qYXHk=
-----END PUBLIC KEY-----`;

/** PEM. A build for others names its own key in DECKCAST_LICENSE_KEY_FILE. */
export const LICENSE_PUBLIC_KEY =
  typeof __DECKCAST_LICENSE_KEY__ === 'string' ? __DECKCAST_LICENSE_KEY__ : DEVELOPMENT_KEY;
