/** Feed about the faders of controllers, for the operator's pages, and the input for the messages of a controller. */
import type { WebSocket } from 'ws';
import type { Clock } from '../core/tools.ts';
import { Feed } from './feed.ts';
import { encode } from './hub.ts';
import { WIRE_VERSION } from './wire/events.ts';
import type { MidiMessage, MidiStateMessage } from './wire/midi.ts';

/** At most 50 changes of a fader a second. */
const TAKEN_AFTER_MS = 20;
/** Messages of a page within this time, at most; it has few reasons for more than its changes. */
const PERIOD_MS = 1_000;
const MOST_IN_PERIOD = 100;
/** Close codes for a page that sends messages (`wire/midi.ts`). */
const CLOSED = { off: 4001, 'no-message': 4002, 'too-fast': 4003 } as const;
const TAKEN = encode({ v: WIRE_VERSION, type: 'taken' } satisfies MidiMessage);

export interface MidiPageInput {
  /** Returns how the message was used. `changes`: the page waits for an answer before it sends more. */
  push(text: string): 'changes' | 'taken' | 'off' | 'no-message';
  end(): void;
}

export interface MidiView {
  state(): Omit<MidiStateMessage, 'v' | 'type'>;
  /** Undefined if pages are no input. */
  openPage(): MidiPageInput | undefined;
}

export function midiFeed(clock: Clock, midi: () => MidiView): Feed<MidiStateMessage> {
  return new Feed({
    clock,
    message: () => ({ v: WIRE_VERSION, type: 'midi', ...midi().state() }),
    // Sent at every check: each message asks the page for a sign of life.
    speakEveryMs: 0,
  });
}

export function takeMidi(page: WebSocket, clock: Clock, midi: () => MidiView): void {
  let from: MidiView | undefined;
  let input: MidiPageInput | undefined;
  let periodEnds = 0;
  let count = 0;
  const close = (why: keyof typeof CLOSED): void => page.close(CLOSED[why], why);
  page.on('message', (bytes, isBinary) => {
    const now = clock.monotonic();
    if (now >= periodEnds) {
      periodEnds = now + PERIOD_MS;
      count = 0;
    }
    count += 1;
    if (isBinary || !Buffer.isBuffer(bytes) || count > MOST_IN_PERIOD) {
      close(count > MOST_IN_PERIOD ? 'too-fast' : 'no-message');
      return;
    }
    if (from !== midi()) {
      // The input was restarted with other settings.
      from = midi();
      input = from.openPage();
    }
    const used = input?.push(bytes.toString()) ?? 'off';
    if (used === 'changes') {
      clock.after(TAKEN_AFTER_MS, () => page.send(TAKEN, { binary: false }, () => undefined));
    } else if (used !== 'taken') {
      close(used);
    }
  });
  page.on('close', () => input?.end());
}
