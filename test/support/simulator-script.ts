/**
 * Runs a set on a named network interface, for tests in namespaces of their own:
 * `simulator-script SET INTERFACE [ACTION]`, where ACTION (JSON) is performed before the devices are switched on.
 */
import { systemClock } from '../../src/app/clock.ts';
import type { Logger } from '../../src/core/tools.ts';
import { loadSet, onInterface, type SetAction, Simulation } from '../../src/simulator/index.ts';

const [path = '', interfaceName = '', first] = process.argv.slice(2);

const print = (message: string, fields = {}): void => {
  process.stdout.write(`${message} ${JSON.stringify(fields)}\n`);
};
const log: Logger = { debug: print, info: print, warn: print, error: print };

const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());

const set = await loadSet(path);
const simulation = new Simulation({ set, network: onInterface(interfaceName), clock: systemClock, log });
if (first !== undefined) {
  // Our own tests write it.
  await simulation.perform(JSON.parse(first) as SetAction);
}
await simulation.run(stop.signal);
