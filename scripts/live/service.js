// Bundles the live extension's backend into live/service/dist/, and runs it with the given flags: `npm run live:service`.
// With nothing but --build it only bundles.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildService } from './build-service.js';

const folder = fileURLToPath(new URL('../../live/service/dist', import.meta.url));
await buildService(folder);
const flags = process.argv.slice(2);
if (flags.join() !== '--build') {
  const service = spawn(process.execPath, [`${folder}/main.js`, ...flags], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => service.kill(signal));
  }
  service.once('close', (status) => process.exit(status ?? 1));
}
