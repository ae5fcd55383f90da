import { messageOf } from '../core/errors.ts';
import type { Clock, Logger } from '../core/tools.ts';
import { settlesWithin } from '../core/waiting.ts';

export interface Service {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

/** Two seconds minus the time that the process needs to exit. */
export const STOP_WITHIN_MS = 1_300;

/** Grace past a service's deadline, so that using all of it is in time. */
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
 * Starts the services in order. When the signal fires, or a service ends or fails, all stop in reverse order, because a
 * service may rely on earlier ones until its own end. Each gets half of the remaining time, so that a slow one leaves
 * some for the others. Rejects with the first failure after all have stopped; further failures are logged. A service
 * that ends by itself is a bug and rejects too: a supervisor restarts a program that fails, but not one that ends as if
 * all were well.
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
