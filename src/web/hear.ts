import type { WebSocket } from 'ws';
import type { HeardView } from '../core/contracts/deck.ts';
import type { Clock } from '../core/tools.ts';
import { Feed } from './feed.ts';
import { WIRE_VERSION } from './wire/events.ts';
import type { HearMessage, WireCollection, WireDoor, WireHeard } from './wire/hear.ts';

/** The heard track, and one that it is mixed with or mistaken for. */
const MOST_SHOWN = 2;
const LEAST_SHARE = 0.03;

export interface PageInput {
  push(bytes: Buffer): 'heard' | 'off' | 'no-sound' | 'too-fast';
  end(): void;
}

export interface HearingView {
  /** Ordered by priority. */
  doors(): readonly WireDoor[];
  collection(): WireCollection | undefined;
  /** Undefined if page sound is off. `replaced`: called when another page takes over. */
  openPage(replaced: () => void): PageInput | undefined;
}

/** Close codes (`wire/hear.ts`). */
const CLOSED = { replaced: 4000, off: 4001, 'no-sound': 4002, 'too-fast': 4003 } as const;
/** Consecutive early messages allowed: a delayed page sends its backlog at once. */
const MOST_TOO_FAST = 200;

export function hearFeed(
  clock: Clock,
  hearing: () => HearingView,
  audible: () => readonly HeardView[],
): Feed<HearMessage> {
  return new Feed({
    clock,
    message: () => ({
      v: WIRE_VERSION,
      type: 'hear',
      doors: hearing().doors(),
      audible: clearestOf(audible()),
      collection: hearing().collection() ?? null,
    }),
    // Sent at every check: levels hardly ever stand still.
    speakEveryMs: 0,
  });
}

export function takeSound(page: WebSocket, hearing: () => HearingView): void {
  let from: HearingView | undefined;
  let sound: PageInput | undefined;
  let tooFast = 0;
  const close = (why: keyof typeof CLOSED): void => page.close(CLOSED[why], why);
  page.on('message', (bytes, isBinary) => {
    if (!isBinary || !Buffer.isBuffer(bytes)) {
      return;
    }
    if (from !== hearing()) {
      // Hearing was restarted with other settings.
      from = hearing();
      sound = from.openPage(() => close('replaced'));
    }
    const became = sound?.push(bytes) ?? 'off';
    tooFast = became === 'too-fast' ? tooFast + 1 : 0;
    if (became !== 'heard' && (became !== 'too-fast' || tooFast > MOST_TOO_FAST)) {
      close(became);
    }
  });
  page.on('close', () => sound?.end());
}

function clearestOf(audible: readonly HeardView[]): readonly WireHeard[] {
  return audible
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((one, other) => other.share - one.share)
    .slice(0, MOST_SHOWN)
    .map(({ track: { artist, title }, hidden, share }) => ({
      artist,
      title,
      hidden,
      share: Math.round(share * 20) / 20,
    }));
}
