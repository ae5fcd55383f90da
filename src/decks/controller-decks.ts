import type { ControllerFaders, ControllerLevels } from '../core/contracts/faders.ts';
import type { DeckEvent } from './detection/index.ts';

type LevelEvent = Extract<DeckEvent, { readonly kind: 'level' }>;

/** Decks of devices without levels get those of the controller's faders, by deck number. */
export class ControllerDecks {
  readonly #apply: (events: readonly DeckEvent[]) => void;
  readonly #follow: () => () => void;
  #unfollow: (() => void) | undefined;
  #levels: ControllerLevels = new Map();
  readonly #devices = new Map<string, 'controlled' | 'own'>();

  constructor(faders: ControllerFaders, apply: (events: readonly DeckEvent[]) => void) {
    this.#apply = apply;
    this.#follow = () => faders.follow((levels) => this.#update(levels));
    this.#unfollow = this.#follow();
  }

  complete(events: readonly DeckEvent[]): readonly DeckEvent[] {
    const completed = events.flatMap((event) => this.#completed(event));
    const isNeeded = this.#devices.size === 0 || [...this.#devices.values()].includes('controlled');
    if (!isNeeded) {
      this.close();
    } else {
      this.#unfollow ??= this.#follow();
    }
    return completed;
  }

  close(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
  }

  #completed(event: DeckEvent): readonly DeckEvent[] {
    if (event.kind === 'connected') {
      const isOwn = this.#devices.get(event.device) === 'own';
      this.#devices.set(event.device, isOwn ? 'own' : 'controlled');
      return isOwn ? [event] : [event, ...eventsFor(event.device, this.#levels)];
    }
    if (event.kind !== 'level' || this.#devices.get(event.device) === 'own') {
      return [event];
    }
    if (event.level === undefined) {
      // The device knows none.
      return [];
    }
    this.#devices.set(event.device, 'own');
    return [...clearing(event.device, this.#levels), event];
  }

  #update(levels: ControllerLevels): void {
    const gone = new Map([...this.#levels].filter(([deck]) => !levels.has(deck)));
    this.#levels = levels;
    const devices = [...this.#devices].filter(([, kind]) => kind === 'controlled').map(([device]) => device);
    const events = devices.flatMap((device) => [...clearing(device, gone), ...eventsFor(device, levels)]);
    if (events.length > 0) {
      this.#apply(events);
    }
  }
}

function eventsFor(device: string, levels: ControllerLevels): readonly LevelEvent[] {
  return [...levels].map(([number, { level, fader }]) => ({ device, number, kind: 'level', level, fader }));
}

function clearing(device: string, levels: ControllerLevels): readonly LevelEvent[] {
  return [...levels.keys()].map((number) => ({
    device,
    number,
    kind: 'level',
    level: undefined,
    fader: undefined,
  }));
}
