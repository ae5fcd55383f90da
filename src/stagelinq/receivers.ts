import { raise } from './faults.ts';
import type { NetworkReceiver } from './network-receiver.ts';

/**
 * One receiver that tells all of them, in their order. What one of them throws is the program's mistake: the others
 * are told all the same, and no connection ends for it.
 */
export function toAll(receivers: readonly NetworkReceiver[]): Required<NetworkReceiver> {
  const tell =
    <Args extends readonly unknown[]>(call: (receiver: NetworkReceiver, ...args: Args) => void) =>
    (...args: Args): void => {
      for (const receiver of receivers) {
        try {
          call(receiver, ...args);
        } catch (fault) {
          raise(fault);
        }
      }
    };
  type Told<Key extends keyof NetworkReceiver> = Parameters<Required<NetworkReceiver>[Key]>;
  return {
    found: tell((receiver, ...args: Told<'found'>) => receiver.found?.(...args)),
    ignored: tell((receiver, ...args: Told<'ignored'>) => receiver.ignored?.(...args)),
    failed: tell((receiver, ...args: Told<'failed'>) => receiver.failed?.(...args)),
    connected: tell((receiver, ...args: Told<'connected'>) => receiver.connected?.(...args)),
    services: tell((receiver, ...args: Told<'services'>) => receiver.services?.(...args)),
    state: tell((receiver, ...args: Told<'state'>) => receiver.state?.(...args)),
    badState: tell((receiver, ...args: Told<'badState'>) => receiver.badState?.(...args)),
    request: tell((receiver, ...args: Told<'request'>) => receiver.request?.(...args)),
    beat: tell((receiver, ...args: Told<'beat'>) => receiver.beat?.(...args)),
    clockCompared: tell((receiver, ...args: Told<'clockCompared'>) => receiver.clockCompared?.(...args)),
    libraryChanged: tell((receiver, ...args: Told<'libraryChanged'>) => receiver.libraryChanged?.(...args)),
    filesChanged: tell((receiver, ...args: Told<'filesChanged'>) => receiver.filesChanged?.(...args)),
    lost: tell((receiver, ...args: Told<'lost'>) => receiver.lost?.(...args)),
    gone: tell((receiver, ...args: Told<'gone'>) => receiver.gone?.(...args)),
  };
}
