import type { Sink } from '../../core/contracts/sink.ts';
import { guarded, raise } from '../../core/faults.ts';
import type { Finding } from '../../core/finding.ts';
import type { SinkHealth } from '../../core/health.ts';
import type { Text } from '../../core/message.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import type { PlayId, Publication } from '../../core/track.ts';
import { untilAborted } from '../../core/waiting.ts';
import { leftToStop, type Service } from '../../host/lifetime.ts';
import { updated } from './backlog.ts';
import { DeliveryQueue, LEFT_OVER } from './delivery-queue.ts';
import { StreamDelay } from './stream-delay.ts';

/** Part of the stop for logging undelivered publications and closing sinks. */
const CLOSE_MS = 200;
const REPLACE_MS = 1_000;

export interface Fanout extends Service {
  /** Clears leftovers of an earlier set outside. */
  clear(): void;
  /** Returns at once and never throws. */
  publish(publication: Publication): void;
  /** Updates or withdraws queued publications of a play that was hidden or may be shown again. */
  publishEarlier(publication: Publication): void;
  /** Redelivers the `state` sink's last publication. Returns false before the first. */
  repeat(name: string): boolean;
  /** Resolves once the sink, if any, has delivered all hides and new sets. */
  commandsDelivered(name: string): Promise<void>;
  health(): readonly SinkHealth[];
  findings(): readonly Finding[];
  /**
   * Closes the sink and replaces it by that of `make`, if any. Publications wait; a state sink first gets its
   * predecessor's last publication, or the track on air. Rejects as `make` does.
   */
  replace(name: string, make: () => Promise<Sink | undefined>): Promise<void>;
  /** Retries at once: the cause of the sink's failure may be fixed. */
  retry(name: string): void;
  /** A user's test was delivered, or failed with this error, which stays the sink's problem. */
  tested(name: string, error?: Text): void;
  /** A sink that is replaced next does not try the old settings once more. */
  settingsChanged(effect?: (name: string) => SettingsEffect): void;
}

type SettingsEffect = 'none' | 'live' | 'replaced';

type Receiver = Pick<Fanout, 'publish' | 'publishEarlier'>;

export function createFanout(
  sinks: readonly { readonly name: string; readonly sink: Sink | undefined }[],
  tools: { readonly log: Logger; readonly clock: Clock },
): Fanout {
  const queues = new Map<string, DeliveryQueue>();
  const delays = new Map<string, StreamDelay>();
  const receivers = new Map<string, Receiver>();
  let last: Publication | undefined;

  function pass<How extends keyof Receiver>(
    how: How,
    publication: Publication,
    to: Iterable<Pick<Receiver, How>>,
  ): void {
    for (const receiver of to) {
      try {
        receiver[how](publication);
      } catch (fault) {
        raise(fault);
      }
    }
  }

  function add(
    name: string,
    sink: Sink,
    shown?: PlayId,
  ): { readonly queue: DeliveryQueue; readonly receiver: Receiver } {
    const queue = new DeliveryQueue(name, sink, tools);
    const delay =
      sink.delayMs &&
      new StreamDelay(
        sink.delayMs.bind(sink),
        tools.clock,
        guarded((publication: Publication) => queue.publish(publication)),
        shown,
      );
    queues.set(name, queue);
    if (delay !== undefined) {
      delays.set(name, delay);
    }
    const receiver: Receiver = {
      publish(publication) {
        if (publication.kind !== 'off air' || sink.kind === 'state') {
          (delay ?? queue).publish(publication);
        } else {
          sink.offAir?.(publication);
        }
      },
      publishEarlier(publication) {
        if (publication.kind === 'retract') {
          delay?.withdraw(publication.playId);
        }
        const isStillShown = delay?.publishEarlier(publication) === true;
        if (publication.hidden || publication.removed) {
          queue.withdraw(publication.playId);
        }
        if (sink.kind === 'state' && isStillShown && !publication.removed && publication.kind !== 'end') {
          queue.publish(publication);
        } else if (sink.earlier !== undefined) {
          const isToRefresh = sink.earlier(publication) === 'refresh';
          if (isToRefresh && !queue.repeat()) {
            queue.publish(publication);
          }
        } else if (sink.kind === 'record') {
          queue.publish(publication);
        }
      },
    };
    receivers.set(name, receiver);
    return { queue, receiver };
  }

  for (const { name, sink } of sinks) {
    if (sink !== undefined) {
      add(name, sink);
    }
  }
  const inOrder = (): readonly DeliveryQueue[] =>
    sinks.flatMap(({ name }) => {
      const queue = queues.get(name);
      return queue === undefined ? [] : [queue];
    });

  return {
    name: 'sinks',
    clear() {
      for (const { sink } of sinks) {
        sink?.clear?.();
      }
    },
    publish(publication) {
      last = publication;
      pass('publish', publication, receivers.values());
    },
    publishEarlier(publication) {
      pass('publishEarlier', publication, receivers.values());
    },
    repeat: (name) => queues.get(name)?.repeat() ?? false,
    commandsDelivered: (name) => queues.get(name)?.commandsDelivered() ?? Promise.resolve(),
    health: () => inOrder().map((queue) => queue.health()),
    findings: () => inOrder().flatMap((queue) => queue.findings()),
    async replace(name, make) {
      // Publications held for the stream stay held.
      const held = delays.get(name)?.close() ?? [];
      /** In order: an earlier track's hide is of the set before a new one. */
      let meanwhile: { readonly how: keyof Receiver; readonly publication: Publication }[] = held.map(
        (publication) => ({ how: 'publish', publication }),
      );
      const before = queues.get(name);
      let shown = before === undefined ? last : before.shown;
      /** Applies hides and corrections to publications that wait for the new sink. */
      const update = (news: Publication): void => {
        const asItIs = (one: Publication) => (one.playId === news.playId ? updated(one, news) : one);
        shown = shown && asItIs(shown);
        meanwhile = meanwhile.map(({ how, publication }) => ({ how, publication: asItIs(publication) }));
      };
      receivers.set(name, {
        publish(publication) {
          update(publication);
          meanwhile.push({ how: 'publish', publication });
        },
        publishEarlier(publication) {
          update(publication);
          meanwhile.push({ how: 'publishEarlier', publication });
        },
      });
      try {
        await before?.close(REPLACE_MS, true);
        queues.delete(name);
        delays.delete(name);
        const sink = await make();
        if (sink === undefined) {
          receivers.delete(name);
          return;
        }
        const { queue, receiver } = add(name, sink, before?.shown?.playId);
        queue.prepare();
        if (sink.kind === 'state' && shown !== undefined) {
          // Already delayed, and a hide must not wait again.
          pass('publish', shown, [before === undefined ? receiver : queue]);
        }
        for (const { how, publication } of meanwhile) {
          pass(how, publication, [receiver]);
        }
      } catch (error) {
        receivers.delete(name);
        throw error;
      }
    },
    retry: (name) => queues.get(name)?.retry(),
    tested: (name, error) => queues.get(name)?.tested(error),
    settingsChanged(effect = () => 'live') {
      for (const [name, queue] of queues) {
        const own = effect(name);
        if (own !== 'replaced') {
          queue.settingsChanged(own === 'live');
        }
      }
    },
    async run(signal) {
      for (const queue of inOrder()) {
        queue.prepare();
      }
      await untilAborted(signal);
      for (const [name, delay] of delays) {
        const count = delay.close().filter(({ hidden }) => !hidden).length;
        if (count > 0) {
          tools.log.warn(LEFT_OVER, { sink: name, count });
        }
      }
      const deliverMs = Math.max(0, leftToStop(signal, tools.clock) - CLOSE_MS);
      await Promise.all(inOrder().map((queue) => queue.close(deliverMs)));
    },
  };
}
