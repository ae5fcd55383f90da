/** Positions of a controller's faders, and the levels of the decks. Pure: control changes in, levels out. */
import type { ControllerLevel, ControllerLevels } from '../core/contracts/faders.ts';
import type { Controller, FaderControl, FaderName } from './controller.ts';
import type { ControlChange } from './messages.ts';

/** Largest value of a 14-bit controller. */
const WHOLE = 16_383;
const HIGHEST = 127;
/** Part of the way at which a crossfader for scratching opens the other deck. */
const CUT_IN = 0.02;
const DECKS = [1, 2, 3, 4] as const;

export class FaderPositions {
  readonly #controller: Controller;
  readonly #highs = new Map<FaderName, number>();
  readonly #positions = new Map<FaderName, number>();

  constructor(controller: Controller) {
    this.#controller = controller;
  }

  /** Returns whether the change moved a fader. */
  take({ channel, controller, value }: ControlChange): boolean {
    let hasMoved = false;
    for (const [name, fader] of this.#controller.faders) {
      if (fader.channel === channel) {
        const whole = this.#wholeOf(name, fader, controller, value);
        if (whole !== undefined) {
          this.#positions.set(name, positionOf(fader, whole));
          hasMoved = true;
        }
      }
    }
    return hasMoved;
  }

  /** Value of 14 bits. The high byte counts at once, because some devices send no low byte. */
  #wholeOf(name: FaderName, fader: FaderControl, controller: number, value: number): number | undefined {
    if (controller === fader.high) {
      this.#highs.set(name, value);
      return (value / HIGHEST) * WHOLE;
    }
    const high = this.#highs.get(name);
    return controller === fader.low && high !== undefined ? (high << 7) + value : undefined;
  }

  /** 0 to 1; undefined until the fader was moved. */
  position(name: FaderName): number | undefined {
    return this.#positions.get(name);
  }

  get levels(): ControllerLevels {
    const { faders } = this.#controller;
    const hasDeckFaders = DECKS.some((deck) => faders.has(deck));
    // With a crossfader alone, the decks on both sides count as open.
    const decks = hasDeckFaders ? DECKS.filter((deck) => faders.has(deck)) : ([1, 2] as const);
    return new Map(
      decks.flatMap((deck) => {
        const known = this.#levelOf(deck, hasDeckFaders ? this.position(deck) : 1);
        return known === undefined ? [] : [[deck, known] as const];
      }),
    );
  }

  #levelOf(deck: number, fader: number | undefined): ControllerLevel | undefined {
    const crossfader = this.position('x');
    const isOnlyCrossfader = fader === 1 && !this.#controller.faders.has(1);
    if (isOnlyCrossfader && crossfader === undefined) {
      return undefined;
    }
    // A crossfader that was not moved is assumed to rest where it cuts no deck.
    const passes = crossfader === undefined ? 1 : throughCrossfader(deck, crossfader, this.#controller.isCut);
    if (fader === undefined) {
      return passes === 0 ? { level: 0, fader } : undefined;
    }
    return { level: fader * passes, fader };
  }
}

/** Decks with odd numbers are on the left. Each side is fully open up to the middle, unless the crossfader cuts. */
function throughCrossfader(deck: number, crossfader: number, isCut: boolean): number {
  const way = deck % 2 === 1 ? 1 - crossfader : crossfader;
  if (isCut) {
    return way < CUT_IN ? 0 : 1;
  }
  return Math.min(1, 2 * way);
}

function positionOf({ from, to }: FaderControl, whole: number): number {
  const position = ((whole / WHOLE) * HIGHEST - from) / (to - from);
  return Math.min(1, Math.max(0, position));
}
