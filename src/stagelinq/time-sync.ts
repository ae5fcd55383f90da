import type { MessageChannel } from './channel.ts';
import type { OnMessage } from './framing.ts';
import { timeCodec } from './messages/time-sync.ts';
import { nanoseconds, type StagelinqClock } from './tools.ts';

const ASK_EVERY_MS = 10_000;

/** One comparison of clocks. */
export interface TimeComparison {
  /** The device's clock when it answered, in nanoseconds since it started. */
  readonly deviceClock: bigint;
  /** Our own, on the scale of `StagelinqClock.monotonic`, when we asked and when the answer came; nanoseconds. */
  readonly asked: bigint;
  readonly answered: bigint;
}

/** Reads the frames of a TimeSynchronization connection: answers what the device asks, reports its answers. */
export function readTime(
  channel: MessageChannel,
  clock: StagelinqClock,
  onComparison: (comparison: TimeComparison) => void,
): OnMessage {
  return (bytes, start, end) => {
    const message = timeCodec.decode(bytes.subarray(start, end));
    if (message.kind === 'reply') {
      onComparison({ deviceClock: message.own, asked: message.asked, answered: nanoseconds(clock) });
    } else {
      channel.send(timeCodec.encode({ kind: 'reply', asked: message.asked, own: nanoseconds(clock) }));
    }
  };
}

/** Asks for the device's clock now and then, until the channel ends. */
export function keepAskingTime(channel: MessageChannel, clock: StagelinqClock): void {
  let cancel = () => {};
  const ask = () => {
    channel.send(timeCodec.encode({ kind: 'query', asked: nanoseconds(clock) }));
    cancel = clock.after(ASK_EVERY_MS, ask);
  };
  ask();
  channel.ended.then(() => cancel());
}
