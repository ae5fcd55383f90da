// Backend of this extension. `npm run live:extension` puts a file with other values into the zip file.

/** Base address, without a slash at the end. */
export const BACKEND = 'http://127.0.0.1:9292';
/** Client id with which `deckcast live setup` signs in. */
export const LIVE_CLIENT_ID = '';
