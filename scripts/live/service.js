// Bundles the live extension's backend into live/service/dist/ and, without --build, runs it: `npm run live:service --
// [flags]`.
import { buildService } from './build-service.js';

const folder = new URL('../../live/service/dist/', import.meta.url);
await buildService(folder);
if (process.argv.slice(2).join() !== '--build') {
  await import(new URL('main.js', folder).href);
}
