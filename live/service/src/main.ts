/** Only this module of the service touches the command line, standard streams, signals and exit statuses. */

import { DONE, exitStatusOf, failureText, reportFailure, settingsError } from '../../../src/app/failure.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { nodeDisk } from '../../../src/host/disk/node-disk.js';
import { faultLog } from '../../../src/host/faults.ts';
import { type Log, openLog } from '../../../src/host/log/index.ts';
import { buildInfo } from '../../../src/host/package/build-info.ts';
import { readArguments } from '../../../src/settings/arguments.ts';
import { programHelp } from '../../../src/settings/help.ts';
import { layOut } from '../../../src/settings/help-page.ts';
import { resolve } from '../../../src/settings/resolve.ts';
import { Metrics } from './metrics.ts';
import { checkService, serviceOptions } from './options.ts';
import { runService } from './service.ts';

const NAME = 'live:service';
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

const INTRODUCTION =
  'The backend of the live extension: takes tracks in from DJs and broadcasts them to the viewers of their channels.\n' +
  'Each flag can also be given as an environment variable: --postgres.url as DECKCAST_POSTGRES_URL.';

/** Flags of 0.2. */
const REMOVED = {
  bus: 'removed in 0.3: several instances share a PostgreSQL and need nothing else',
  'nats.url': 'removed in 0.3: several instances share a PostgreSQL and need nothing else',
  'http.origins': 'removed in 0.3: no viewer asks the backend any more',
};

async function main(): Promise<number> {
  const { env, platform } = process;
  const environment = { env, platform, configDir: '' };
  const given = readArguments(serviceOptions, process.argv.slice(2), REMOVED);
  if (given.help) {
    const page = programHelp(INTRODUCTION, 'npm run live:service -- [flags]', serviceOptions);
    process.stdout.write(layOut(page, environment));
    return DONE;
  }
  if (given.version) {
    process.stdout.write(`${buildInfo.version}\n`);
    return DONE;
  }
  const resolution = await resolve(serviceOptions, { environment, given: given.given });
  const { settings } = resolution;
  let log: Log;
  try {
    const wrong = settingsError([
      ...given.problems,
      ...given.positionals.map((word) => ({ where: word, what: 'the service takes only flags' })),
      ...resolution.problems,
      ...checkService(settings),
    ]);
    if (wrong !== undefined) {
      throw wrong;
    }
    log = await openLog(settings, { disk: nodeDisk, clock: systemClock });
  } catch (error) {
    process.stderr.write(failureText(NAME, error, env));
    return exitStatusOf(error);
  }
  const stop = new AbortController();
  let stoppedBy: keyof typeof SIGNALS | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stoppedBy = signal;
      stop.abort(new Error(`stopped by ${signal}`));
    });
  }
  // SIGHUP, which rotates logs of services, would end the process.
  process.on('SIGHUP', () => undefined);
  const metrics = new Metrics();
  // A mistake of ours, or a library's forgotten promise, must not interrupt a thousand channels.
  process.on(
    'uncaughtException',
    faultLog(log, () => metrics.count('deckcast_live_faults_total')),
  );
  try {
    const userAgent = `deckcast-live/${buildInfo.version}`;
    await runService(settings, { log, clock: systemClock, fetch, userAgent, metrics }, stop.signal);
    return stoppedBy === undefined ? DONE : SIGNALS[stoppedBy];
  } catch (error) {
    return reportFailure(NAME, error, log, settings, env);
  } finally {
    await log.close();
  }
}

process.exit(await main());
