import { isUnclear, type VirtualDjAnswers, type VirtualDjEvent } from '../../core/recorded-software.ts';
import type { Clock } from '../../core/tools.ts';
import { playTimeline } from '../simulation.ts';
import { untilQueried } from './play.ts';
import { timelineOf } from './recorded.ts';
import { FAILED, SimulatedVirtualDj } from './virtualdj.ts';

/** A VirtualDJ that answers what another one answered in a recording. */
export class ReplayedVirtualDj extends SimulatedVirtualDj {
  readonly #answers = new Map<string, string>();

  override answer(script: string): string {
    return this.#answers.get(script) ?? FAILED;
  }

  /** Starts with the first query, and ends after the last reading. */
  async replay(events: readonly VirtualDjEvent[], clock: Clock, signal: AbortSignal): Promise<void> {
    const readings = clearReadings(events);
    this.#become(readings[0]);
    await untilQueried(this, clock, signal);
    const timeline = timelineOf(readings);
    await playTimeline({ timeline }, (event) => this.#become(event), clock, signal);
  }

  #become(event: VirtualDjEvent | undefined): void {
    this.closed = event?.event === 'unanswered';
    if (this.closed) {
      this.#answers.clear();
    }
    for (const { script, answer } of event?.event === 'reading' ? event.answers : []) {
      this.#answers.set(script, answer);
    }
  }
}

/** From the first reading on. One in which a question had two answers is merged with the next one, which shows what counts. */
function clearReadings(events: readonly VirtualDjEvent[]): readonly VirtualDjEvent[] {
  const clear: VirtualDjEvent[] = [];
  let unclear: VirtualDjAnswers = [];
  const first = events.findIndex(({ event }) => event === 'reading');
  for (const event of first < 0 ? [] : events.slice(first)) {
    if (event.event === 'unanswered') {
      unclear = [];
      clear.push(event);
    } else if (isUnclear(event.answers)) {
      unclear = [...unclear, ...event.answers];
    } else {
      clear.push({ ...event, answers: [...unclear, ...event.answers] });
      unclear = [];
    }
  }
  return clear;
}
