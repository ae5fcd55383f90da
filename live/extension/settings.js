// `npm run live:extension` puts other values into the zip file.

/** No slash at the end. */
export const BACKEND = 'http://127.0.0.1:9292';
/** `deckcast live setup` signs in with it. */
export const LIVE_CLIENT_ID = '';
