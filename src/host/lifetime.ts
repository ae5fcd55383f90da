import { messageOf } from '../core/errors.ts';
import type { Clock, Logger } from '../core/tools.ts';
import { settlesWithin } from '../core/waiting.ts';

export interface Service {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

/** Two seconds less the exit of the process. */
export const STOP_WITHIN_MS = 1_300;

/** Makes a service early that uses all of its time. */
const NOTICE_MS = 20;

export class Stopping extends Error {
  /** Monotonic. */
  readonly deadline: number;

  constructor(why: string, deadline: number) {
    super(why);
    this.deadline = deadline;
  }
}

export function leftToStop(signal: AbortSignal, clock: Clock): number {
  const { reason } = signal;
  return reason instanceof Stopping ? reason.deadline - clock.monotonic() : STOP_WITHIN_MS;
}

interface RunningService {
  readonly service: Service;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Starts in order. When the signal fires, or a service ends or fails, all stop in reverse order, because one
 * may rely on earlier ones until its end. Each gets half of the remaining time. Rejects with the first
 * failure after all have stopped; others are logged. A service that ends by itself rejects too: supervisors
 * don't restart a program that ends as if all were well.
 */
export async function runTogether(
  services: readonly Service[],
  signal: AbortSignal,
  tools: { readonly log: Logger; readonly clock: Clock },
): Promise<void> {
  const failures: { readonly service: string; readonly error: unknown }[] = [];
  const running: RunningService[] = [];
  let endedEarly: string | undefined;

  await new Promise<void>((oneEnded) => {
    if (signal.aborted) {
      oneEnded();
      return;
    }
    signal.addEventListener('abort', () => oneEnded(), { once: true });
    for (const service of services) {
      const stop = new AbortController();
      const ended = service
        .run(stop.signal)
        .then(() => {
          if (!signal.aborted && !stop.signal.aborted) {
            endedEarly ??= service.name;
          }
        })
        .catch((error: unknown) => {
          failures.push({ service: service.name, error });
        })
        .finally(oneEnded);
      running.push({ service, stop, ended });
    }
  });

  const { clock } = tools;
  const deadline = clock.monotonic() + leftToStop(signal, clock);
  for (const [index, { service, stop, ended }] of [...running.entries()].reverse()) {
    const left = deadline - clock.monotonic();
    const its = index === 0 ? left : left / 2;
    stop.abort(new Stopping('the program is stopping', clock.monotonic() + its - NOTICE_MS));
    if (!(await settlesWithin(clock, its, ended))) {
      tools.log.warn('a part did not stop in time', { part: service.name });
    }
  }

  const [first, ...others] = failures;
  for (const { service, error } of others) {
    tools.log.error('a part failed while stopping', { part: service, reason: messageOf(error) });
  }
  if (first !== undefined) {
    throw first.error;
  }
  if (endedEarly !== undefined) {
    throw new Error(`${endedEarly} ended by itself`);
  }
}
