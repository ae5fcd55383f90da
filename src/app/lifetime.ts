import { messageOf } from '../core/errors.ts';
import type { Clock, Logger } from '../core/tools.ts';

/** Something that works from its start until its signal fires; see the rules in `core/contracts.ts`. */
export interface Service {
  readonly name: string;
  run(signal: AbortSignal): Promise<void>;
}

/** Milliseconds that all services together have to stop. */
export const STOP_WITHIN_MS = 2_000;

interface Running {
  readonly service: Service;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Starts the services in order and waits. When the signal fires, or when one of them ends or fails, all are
 * stopped in reverse order: a service may rely on those before it until its own end. Rejects with the first
 * failure, after everything has stopped; further failures are logged.
 */
export async function runTogether(
  services: readonly Service[],
  signal: AbortSignal,
  tools: { readonly log: Logger; readonly clock: Clock },
): Promise<void> {
  const failures: { readonly service: string; readonly error: unknown }[] = [];
  const running: Running[] = [];

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
        .catch((error: unknown) => {
          failures.push({ service: service.name, error });
        })
        .finally(oneEnded);
      running.push({ service, stop, ended });
    }
  });

  const deadline = tools.clock.monotonic() + STOP_WITHIN_MS;
  for (const { service, stop, ended } of running.reverse()) {
    stop.abort(new Error('the program is stopping'));
    const left = Math.max(0, deadline - tools.clock.monotonic());
    if ((await endedWithin(ended, left, tools.clock)) === 'late') {
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
}

function endedWithin(ended: Promise<void>, ms: number, clock: Clock): Promise<'ended' | 'late'> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve('late'));
    void ended.then(() => {
      cancel();
      resolve('ended');
    });
  });
}
