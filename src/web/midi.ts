/** Feed about controllers' faders for operators' pages, and input for a controller's messages. */
import type { WebSocket } from 'ws';
import type { Clock } from '../core/tools.ts';
import { Feed } from './feed.ts';
import { encode } from './hub.ts';
import { WIRE_VERSION } from './wire/events.ts';
import type { MidiMessage, MidiStateMessage } from './wire/midi.ts';

/** Limits a fader to 50 changes a second: a cut at once, and the changes of a long sweep at this interval. */
const AT_ONCE = 25;
const EACH_MS = 40;
/** Limit of messages from a page, which sends hardly more than its changes. */
const PERIOD_MS = 1_000;
const MOST_IN_PERIOD = 100;
/** Close codes for a page that sends messages (`wire/midi.ts`). */
const CLOSED = { off: 4001, 'no-message': 4002, 'too-fast': 4003 } as const;
const TAKEN = encode({ v: WIRE_VERSION, type: 'taken' } satisfies MidiMessage);
const RESEND = encode({ v: WIRE_VERSION, type: 'resend' } satisfies MidiMessage);

export interface MidiPageInput {
  /** `changes`: the page waits for an answer before it sends more. */
  push(text: string): 'changes' | 'taken' | 'off' | 'no-message';
  end(): void;
}

export interface MidiView {
  state(): Omit<MidiStateMessage, 'v' | 'type'>;
  /** Undefined if pages are no input. `resend`: asks the page for the newest values, and its lesson. */
  openPage(resend: () => void): MidiPageInput | undefined;
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
  /** Monotonic ms when all changes so far have had their interval. */
  let paidUntil = 0;
  const send = (message: Buffer): void => page.send(message, { binary: false }, () => undefined);
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
      input = from.openPage(() => send(RESEND));
    }
    const used = input?.push(bytes.toString()) ?? 'off';
    if (used === 'changes') {
      paidUntil = Math.max(paidUntil, now) + EACH_MS;
      const wait = paidUntil - AT_ONCE * EACH_MS - now;
      if (wait > 0) {
        clock.after(wait, () => send(TAKEN));
      } else {
        send(TAKEN);
      }
    } else if (used !== 'taken') {
      close(used);
    }
  });
  page.on('close', () => input?.end());
}
