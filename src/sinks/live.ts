import { type LiveTrack, TAKEN_AWAY } from '../clients/live/message.ts';
import type { GetEarlierSet } from '../core/contracts/set.ts';
import type { SinkPart } from '../core/contracts/sink.ts';
import { UpstreamError } from '../core/errors.ts';
import { evictOldest } from '../core/evict.ts';
import { say, type Text } from '../core/message.ts';
import { defineOptions, readLive, Secret, type SettingsOf } from '../core/option.ts';
import { fillTemplate } from '../core/template.ts';
import { isNamed, isWorthTelling, type PlayId, type Publication, withoutRemoved } from '../core/track.ts';
import { secret, template, text, url } from '../settings/kinds.ts';
import { streamDelay } from '../settings/shared.ts';

export const liveOptions = defineOptions('Sinks', {
  'live.api_key': {
    kind: secret,
    default: new Secret(''),
    help: 'key of your channel that "deckcast live setup" printed; needs a license',
    live: 'while set',
  },
  'live.format': {
    kind: template,
    default: '$ARTIST$ - $SONG$',
    help: 'text shown in the live extension; $ARTIST$ and $SONG$ stand for the names, $ALBUM$, $BPM$, $KEY$ and more for other data of the track',
    live: true,
  },
  'live.delay': streamDelay('how long to wait before viewers of the live extension read a track'),
  'live.url': {
    kind: url,
    // `npm run live:service`. Public backends announce their address.
    default: 'http://127.0.0.1:9292',
    help: "base address of the live extension's backend",
    live: true,
    sends: ['live.api_key'],
  },
  'live.auth_url': {
    kind: url,
    default: 'https://id.twitch.tv',
    help: 'base address of the sign-in that "deckcast live setup" uses',
    sends: [],
  },
  'live.client_id': {
    kind: text,
    default: '',
    help: 'public client id that "deckcast live setup" signs in with',
  },
});

type Settings = SettingsOf<typeof liveOptions>;

/** Twitch accepts about one a second per channel. */
const DISTANCE_MS = 1_000;
/** JSON; together within a broadcast's 5 KB. */
const MAX_MESSAGE_BYTES = 2_000;
const MAX_NAME_BYTES = 1_000;

export const liveSink: SinkPart<typeof liveOptions> = {
  name: 'live',
  options: liveOptions,
  card: {
    title: 'Twitch extension',
    about: say('live.track-viewers-live-broadcast-needs-license'),
    settings: {
      group: 'Chat and Twitch',
      rest: {
        'live.api_key': 'Twitch extension: key of your channel',
        'live.format': 'Twitch extension: what viewers read',
        'live.delay': 'Twitch extension: wait before a track',
        'live.url': 'Twitch extension: address of the backend',
        'live.auth_url': 'Twitch extension: address of the sign-in',
        'live.client_id': 'Twitch extension: client id',
      },
    },
    steps: () => [
      { text: say('live.get-key-your-channel-once-terminal'), copy: 'deckcast live setup' },
      { text: say('live.type-key'), set: ['live.api_key'] },
    ],
  },
  check: (settings) =>
    /[^!-~]/.test(readLive(settings, 'live.api_key').reveal())
      ? [{ where: '--live.api_key', what: say('live.key-no-blanks-only-plain-letters') }]
      : [],
  async diagnose(settings, tools, signal) {
    if (readLive(settings, 'live.api_key').isEmpty || !tools.licensed) {
      return [];
    }
    const { reachedFinding } = await import('../clients/examine.ts');
    const url = new URL('health', readLive(settings, 'live.url').replace(/\/?$/, '/'));
    const without = say('live.viewers-see-no-track');
    return [await reachedFinding(say('live.backend'), { url }, without, tools, signal)];
  },
  async create(settings, { earlierSet, ...tools }) {
    if (readLive(settings, 'live.api_key').isEmpty || !tools.licensed) {
      return undefined;
    }
    const [{ LiveBackend }, { Throttle }] = await Promise.all([
      import('../clients/live/backend.ts'),
      import('../clients/throttle.ts'),
    ]);
    const pace = new Throttle('the live backend', tools.clock);
    const pages = new ViewersPages(earlierSet);

    async function send(track: LiveTrack, signal: AbortSignal, playId?: PlayId): Promise<void> {
      await pace.acquire(signal);
      pace.pause(DISTANCE_MS);
      pages.mayGet(playId);
      await new LiveBackend(readLive(settings, 'live.url'), tools).publish(
        readLive(settings, 'live.api_key'),
        track,
        signal,
      );
    }

    /**
     * Resolves to the reason if the backend can't clear viewers' pages: the next track then has to replace the hidden
     * one.
     */
    async function takeAway(signal: AbortSignal): Promise<UpstreamError | undefined> {
      let refusal: UpstreamError | undefined;
      await send(TAKEN_AWAY, signal).catch((error: unknown) => {
        if (!(error instanceof UpstreamError) || error.advice !== 'drop') {
          throw error;
        }
        refusal = new UpstreamError(say('live.live-backend-too-old-take-hidden'), 'drop', { cause: error });
      });
      pages.forget();
      return refusal;
    }

    return {
      kind: 'state',
      listsEarlier: true,
      delayMs: () => readLive(settings, 'live.delay'),
      earlier: (publication) => (pages.note(publication) ? 'refresh' : undefined),
      async publish(publication, signal) {
        pages.note(publication);
        const refusal = pages.haveHidden ? await takeAway(signal) : undefined;
        const { hidden, playId, track } = publication;
        const message = fillTemplate(readLive(settings, 'live.format'), publication);
        if (hidden || !isNamed(track) || message.trim() === '' || pages.hasOther(publication)) {
          if (refusal !== undefined) {
            throw refusal;
          }
          return;
        }
        if (!isWorthTelling(publication, tools.clock.now())) {
          throw new UpstreamError(say('live.track-hour-old'), 'drop');
        }
        const { artist, title } = track;
        const names = {
          message: fittingJson(message, MAX_MESSAGE_BYTES),
          artist: fittingJson(artist, MAX_NAME_BYTES),
          title: fittingJson(title, MAX_NAME_BYTES),
        };
        await send(names, signal, playId);
        pages.got(publication);
      },
    };
  },
};

const REMEMBERED_PLAYS = 1_000;

/** Tracks that viewers' pages may have. */
class ViewersPages {
  readonly #earlierSet: GetEarlierSet;
  /** Last publication that certainly arrived; undefined if only attempted. */
  readonly #plays = new Map<PlayId, number | undefined>();
  #newest: PlayId | undefined;
  /** Last position of the continued set at this sink's start: earlier runs or sinks may have sent so far. */
  #before: number | undefined;
  #isFirst = true;
  #haveHidden = false;

  constructor(earlierSet: GetEarlierSet) {
    this.#earlierSet = earlierSet;
  }

  get haveHidden(): boolean {
    return this.#haveHidden;
  }

  /** Returns whether pages may have the play, hidden now. */
  note(publication: Publication): boolean {
    const { hidden, kind, playId, position, movedFrom = position } = publication;
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#before = withoutRemoved(this.#earlierSet(publication)?.entries ?? []).at(-1)?.position;
    }
    // A hidden track was never sent, unless it continues from before.
    const isOfBefore =
      this.#before !== undefined && kind !== 'new set' && (kind !== 'track' || movedFrom === this.#before);
    const mayShow = hidden && (this.#plays.has(playId) || isOfBefore);
    this.#haveHidden ||= mayShow;
    return mayShow;
  }

  mayGet(playId: PlayId | undefined): void {
    if (playId !== undefined) {
      this.#plays.set(playId, this.#plays.get(playId));
      evictOldest(this.#plays, REMEMBERED_PLAYS);
    }
  }

  got({ playId, seq }: Publication): void {
    this.#plays.set(playId, seq);
    this.#newest = playId;
  }

  /** Pages have the play as newest, by an earlier publication. Redeliveries are sent again. */
  hasOther({ playId, seq }: Publication): boolean {
    const arrived = this.#plays.get(playId);
    return arrived !== undefined && arrived !== seq && playId === this.#newest;
  }

  forget(): void {
    this.#plays.clear();
    this.#before = undefined;
    this.#haveHidden = false;
  }
}

/** Features that these settings switch on, as users call them. */
export function licensedWishes(settings: Pick<Settings, 'live.api_key'>): Text[] {
  return readLive(settings, 'live.api_key').isEmpty ? [] : [say('live.sink')];
}

/** Limits to `maxBytes` of JSON string, without half a character at the end. */
function fittingJson(value: string, maxBytes: number): string {
  const size = (part: string): number => Buffer.byteLength(JSON.stringify(part));
  if (size(value) <= maxBytes) {
    return value;
  }
  let kept = '';
  let left = maxBytes - size('…');
  for (const character of value) {
    left -= size(character) - 2;
    if (left < 0) {
      break;
    }
    kept += character;
  }
  return `${kept}…`;
}
