import { randomBytes } from 'node:crypto';
import { AirTimes } from '../core/air-times.ts';
import type { OverlayOutput, Tap } from '../core/contracts/sink.ts';
import type { Finding } from '../core/finding.ts';
import { type RecordMessage, recordOf } from '../core/record.ts';
import type { Clock } from '../core/tools.ts';
import type { Publication } from '../core/track.ts';
import { rfc3339 } from '../core/units.ts';
import type { CurrentSet } from '../sets/earlier-set.ts';
import type { SetPage } from '../sets/page/set-page.ts';
import { encode, Hub } from './hub.ts';
import { ObsPresence } from './obs-presence.ts';
import { OnAirStore } from './on-air.ts';
import type { LookFindings } from './theme/logos.ts';
import type { ThemeListener } from './theme/watch.ts';
import {
  type EventHeader,
  type EventMessage,
  type SnapshotEvent,
  WIRE_VERSION,
  type WireThemeOptions,
} from './wire/events.ts';

export type Sets = Pick<CurrentSet, 'shown' | 'id'>;

type Body<Event> = Event extends EventMessage ? Omit<Event, keyof EventHeader> : never;

export class EventBroadcaster implements OverlayOutput, ThemeListener {
  /** `/ws`. */
  readonly records = new Hub();
  /** `/api/v1/events`. */
  readonly events = new Hub();
  /** Pages of operators among them. */
  readonly ownPages = { count: 0 };
  readonly obs: ObsPresence;
  readonly onAir: OnAirStore;
  readonly air = new AirTimes();
  readonly page: SetPage;
  readonly #tap: Pick<Tap, 'shown'> | undefined;
  readonly #clock: Clock;
  readonly #theme: { readonly options: WireThemeOptions };
  #themeProblems: readonly string[] = [];
  #themeFindings: readonly Finding[] = [];
  #logos: LookFindings = { inUse: [], saved: [], page: [] };
  readonly #sets: Sets;
  readonly #run = randomBytes(5).toString('hex');
  #seq = 0;
  /** Earlier plays have changed, unsent. */
  #previousChanged = false;
  /** The track on air goes on from another deck, unsent. */
  #deckChanged = false;
  #latestRecord: Buffer | undefined;

  constructor(
    clock: Clock,
    theme: { readonly options: WireThemeOptions },
    page: SetPage,
    sets: Sets,
    tap?: Pick<Tap, 'shown'>,
  ) {
    this.#tap = tap;
    this.#clock = clock;
    this.obs = new ObsPresence(clock);
    this.#theme = theme;
    this.page = page;
    this.#sets = sets;
    this.onAir = new OnAirStore(this.#run);
  }

  /** Id of the running set. */
  get set(): string {
    return this.#sets.id(this.onAir.ofSet);
  }

  /** Position of a track of the set with this id in the running one; undefined if it is not there. */
  positionHere(position: number, set: string): number | undefined {
    return this.onAir.positionHere(position, (ofSet) => this.#sets.id(ofSet) === set);
  }

  show(publication: Publication): void {
    // Sent before the bookkeeping, because the audience waits.
    const record: RecordMessage = recordOf(publication);
    this.#latestRecord = encode(record);
    this.records.send(this.#latestRecord);
    this.#addEarlierSetOnce(publication);
    this.onAir.record(publication, this.#clock.now());
    if (publication.kind === 'off air') {
      this.air.end(this.#clock.monotonic());
    } else {
      this.air.record(publication, this.#clock.monotonic());
    }
    this.page.record(publication, this.#clock.monotonic());
    const { track, previous, end } = this.onAir;
    if (track === undefined) {
      const offAir = publication.kind === 'off air' ? { offAir: true as const } : {};
      this.#send({ type: 'hidden', position: publication.position, ...offAir, ...end, previous });
    } else {
      // Hidden kinds never get here, but the types don't say so.
      const { kind } = publication;
      const isCorrection = kind === 'correction' || kind === 'new set';
      const reason = isCorrection ? 'correction' : kind === 'reveal' ? kind : 'track';
      this.#send({ type: 'track', reason, track, ...end, previous });
    }
    this.#tap?.shown(publication);
  }

  changeEarlier(publication: Publication): void {
    this.#addEarlierSetOnce(publication);
    this.air.change(publication);
    this.page.change(publication);
    this.#deckChanged = this.onAir.changeEarlier(publication) || this.#deckChanged;
    // Batched: one hide may affect several plays and put the next one on air, and a message per play would still name
    // the others.
    this.#previousChanged = true;
    queueMicrotask(() => this.#sendPrevious());
  }

  #sendPrevious(): void {
    if (this.#previousChanged) {
      const { previous, end, track } = this.onAir;
      const isMoved = this.#deckChanged && track !== undefined;
      this.#previousChanged = false;
      this.#deckChanged = false;
      this.#send({
        ...(isMoved ? { type: 'track', reason: 'correction', track } : { type: 'previous' }),
        ...end,
        previous,
      });
    }
  }

  #addEarlierSetOnce(publication: Publication): void {
    const earlier = this.onAir.hasBegun ? undefined : this.#sets.shown(publication);
    if (earlier !== undefined) {
      this.onAir.addEarlierSet(earlier);
      this.page.addEarlierSet(earlier);
    }
  }

  /** Returns false if no track is on air. */
  recall(): boolean {
    const recalled = this.onAir.recall(this.#clock.now());
    if (recalled) {
      this.#send({ type: 'recall' });
    }
    return recalled;
  }

  problems(problems: readonly string[], findings: readonly Finding[]): void {
    this.#themeProblems = problems;
    this.#themeFindings = findings;
  }

  logos(findings: LookFindings): void {
    this.#logos = findings;
  }

  lookFindings(): LookFindings {
    return { ...this.#logos, inUse: [...this.#themeFindings, ...this.#logos.inUse] };
  }

  changed(): void {
    this.#send({ type: 'reload', themeOptions: this.#theme.options });
  }

  looksChanged(): void {
    this.#send({ type: 'looks' });
  }

  /** Tells pages where the server goes. */
  moves(from: number, to: number): void {
    this.#send({ type: 'moved', from, to });
  }

  ping(): void {
    this.events.send(encode({ ...this.#header(), type: 'ping' } satisfies EventMessage));
  }

  /** Undefined before the first publication. */
  get recordGreeting(): Buffer | undefined {
    return this.#latestRecord;
  }

  eventGreeting(): Buffer {
    const { state, position, track, shownAt, previous, end } = this.onAir;
    return encode({
      ...this.#header(),
      type: 'snapshot',
      state,
      position: position ?? null,
      track: track ?? null,
      shownAt: shownAt ?? null,
      ...end,
      previous,
      themeOptions: this.#theme.options,
      themeProblems: this.#themeProblems,
    } satisfies SnapshotEvent);
  }

  #send(body: Body<EventMessage>): void {
    this.#seq += 1;
    if (this.events.size > 0) {
      this.events.send(encode({ ...this.#header(), ...body }));
    }
  }

  #header(): EventHeader {
    return { v: WIRE_VERSION, run: this.#run, set: this.set, seq: this.#seq, at: rfc3339(this.#clock.now()) };
  }
}
