/**
 * Runs a set on a named network interface, for tests in namespaces: `simulator-script SET INTERFACE`. A line `perform
 * NUMBER ACTION` (JSON) on standard input performs an action at once, and `performed NUMBER` confirms its end.
 */
import { createInterface } from 'node:readline';
import {
  LinkReplay,
  LinkSimulation,
  linkOnInterface,
  loadSet,
  onInterface,
  Simulation,
} from '@deckcast/simulator';
import type { Logger } from '../../src/core/tools.ts';
import { systemClock } from '../../src/host/clock.ts';

const [path = '', interfaceName = ''] = process.argv.slice(2);

const print = (message: string, fields = {}): void => {
  process.stdout.write(`${message} ${JSON.stringify(fields)}\n`);
};
const log: Logger = { debug: print, info: print, warn: print, error: print };

const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());

const loaded = await loadSet(path);
const tools = { clock: systemClock, log };
const simulation =
  'recording' in loaded
    ? new LinkReplay({ recording: loaded.recording, network: linkOnInterface(interfaceName), ...tools })
    : loaded.on === 'prodjlink'
      ? new LinkSimulation({ set: loaded.set, network: linkOnInterface(interfaceName), ...tools })
      : new Simulation({ set: loaded.set, network: onInterface(interfaceName), ...tools });

// Only our tests write actions, and recorded ones are immutable.
const perform = async (action: string): Promise<void> =>
  'perform' in simulation ? simulation.perform(JSON.parse(action) as never) : undefined;
createInterface({ input: process.stdin }).on('line', (line) => {
  const [, number, action] = /^perform (\d+) (.*)$/.exec(line) ?? [];
  if (action !== undefined) {
    perform(action).then(
      () => print(`performed ${number}`),
      (error: unknown) => print('failed', { reason: String(error) }),
    );
  }
});
await simulation.run(stop.signal);
process.stdin.destroy();
