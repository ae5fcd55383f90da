import type { Logger } from '../../../../src/core/tools.ts';
import type { ServiceSettings } from '../options.ts';

/**
 * Says "a track waits" to one of the instances. Only a hint, which may get lost: whatever waits is found within a
 * moment anyway, because every instance looks into the store.
 */
export interface Bus {
  publish(): void;
  /** Whether hints arrive. */
  isUp(): boolean;
  close(): Promise<void>;
}

/** The bus that the settings choose; `heard` is called for each hint. A RunError when it cannot be reached. */
export async function openBus(settings: ServiceSettings, log: Logger, onNotified: () => void): Promise<Bus> {
  switch (settings.bus) {
    case 'none':
      return { publish: onNotified, isUp: () => true, close: async () => undefined };
    case 'nats':
      return (await import('./nats.ts')).openNats(settings['nats.url'].reveal(), log, onNotified);
  }
}
