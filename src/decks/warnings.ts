import { Once } from '../core/once.ts';
import type { Tools } from '../core/tools.ts';
import { type Detection, longMuted, type Rule } from './detection/index.ts';

/** Warnings about the decks, each logged once. */
export class DeckWarnings {
  readonly #tools: Pick<Tools, 'clock' | 'log'>;
  readonly #rule: Rule;
  readonly #once = new Once();

  constructor(tools: Pick<Tools, 'clock' | 'log'>, rule: Rule) {
    this.#tools = tools;
    this.#rule = rule;
  }

  checkLevels({ withoutLevels }: Detection): void {
    if (withoutLevels && this.#once.begins('without levels')) {
      this.#tools.log.warn('no mixer reports levels; using the deck that started first', {
        hint: 'if decks play on after their faders are closed, try --detection.algorithm=altlead',
      });
    }
  }

  /** Misinterpreted levels keep a track from being announced, without a sign why. */
  checkMuted(table: Detection): void {
    const { clock, log } = this.#tools;
    const muted = this.#once.has('muted') ? undefined : longMuted(table, clock.monotonic(), this.#rule);
    if (muted !== undefined && this.#once.begins('muted')) {
      log.warn('a deck plays with an open fader, but its level counts as silent', {
        ...muted,
        hint: 'if the audience hears it, --detection.crossfader=off goes by the fader alone',
      });
    }
  }

  checkNumber({ devices }: Detection, player: number): void {
    const same = [...devices.values()].filter(
      (device) => device.labels === 'layers' && device.player === player && device.lostAt === undefined,
    );
    if (same.length > 1 && this.#once.begins(`player ${player}`)) {
      this.#tools.log.warn('two players have the same number, so one is labeled with another', {
        player,
        hint: 'give each player its own number in its preferences',
      });
    }
  }
}
