/** Where the sound of the room comes in, for the operator's pages; and the sound that one of them hears. */
import type { WebSocket } from 'ws';
import type { HeardView } from '../core/contracts.ts';
import type { Clock } from '../core/tools.ts';
import { Feed } from './feed.ts';
import { WIRE_VERSION } from './wire/events.ts';
import type { HearMessage, WireCollection, WireDoor, WireHeard } from './wire/hear.ts';

/** The one that is heard, and what it is mixed with or may be mistaken for; not what chance explains. */
const MOST_SHOWN = 2;
const LEAST_SHARE = 0.03;

/** Takes the sound of one page. */
export interface PageInput {
  /** What became of it. */
  push(bytes: Buffer): 'heard' | 'off' | 'no-sound' | 'too-fast';
  end(): void;
}

/** The room, as it is heard now. */
export interface HearingView {
  /** In the order in which they count. */
  doors(): readonly WireDoor[];
  /** How far the DJ's own music is described; undefined where none is named. */
  collection(): WireCollection | undefined;
  /** A page begins to send sound; undefined when pages are not heard. `replaced`: another one does. */
  openPage(replaced: () => void): PageInput | undefined;
}

/** Why a page that sends sound is closed (`wire/hear.ts`). */
const CLOSED = { replaced: 4000, off: 4001, 'no-sound': 4002, 'too-fast': 4003 } as const;
/** Messages in a row that come too fast: a page that was held up sends what it has at once. */
const MOST_TOO_FAST = 200;

/** `audible`: what the sound is compared with. */
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
    // Each time: levels hardly ever stand still.
    speakEveryMs: 0,
  });
}

/** Takes the sound that this page sends. */
export function takeSound(page: WebSocket, hearing: () => HearingView): void {
  let sound: PageInput | undefined;
  let tooFast = 0;
  const close = (why: keyof typeof CLOSED): void => page.close(CLOSED[why], why);
  page.on('message', (bytes, isBinary) => {
    if (!isBinary || !Buffer.isBuffer(bytes)) {
      return;
    }
    sound ??= hearing().openPage(() => close('replaced'));
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
      // Coarse, so that it can be read.
      share: Math.round(share * 20) / 20,
    }));
}
