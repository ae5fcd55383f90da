// Which backend this extension belongs to. `npm run live:extension` writes its own into the zip file.

/** Base address, without a slash at the end. */
export const BACKEND = 'http://127.0.0.1:9292';
/** With this client id `deckcast live setup` signs in. */
export const LIVE_CLIENT_ID = '';
