import type { Sink, SinkHealth, SinkKind } from '../../core/contracts.ts';
import { messageOf, refusedPauseMs, UpstreamError } from '../../core/errors.ts';
import { evictOldest } from '../../core/evict.ts';
import type { Finding } from '../../core/finding.ts';
import { REFUSED_PAUSE_MS, refusedNext } from '../../core/health.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { isNamed, type PlayId, type Publication } from '../../core/track.ts';
import { afterReading, backoffMs, pause, settlesWithin, Timer } from '../../core/waiting.ts';
import { Backlog, type QueuedPublication } from './backlog.ts';

/** What the log says of those that the stop cuts off. */
export const LEFT_OVER = 'publications were not delivered before the stop';

/** Publications that may wait for one sink, and plays that it remembers: more than the longest festival set. */
const QUEUE_LIMIT = 1_000;
const TIME_LIMIT_MS = 10_000;
const RETRY_FOR_MS = 60_000;
const BACKOFF = { firstMs: 500, longestMs: 15_000 };
/** An attempt that ends this soon after its signal counts as ended by it. */
const OBEYS_WITHIN_MS = 1_000;

/** Whether a sink of this kind receives the publication. `announced`: the plays that it was given while visible. */
function shouldDeliver(kind: SinkKind, publication: Publication, announced: ReadonlySet<PlayId>): boolean {
  if (kind !== 'message') {
    return true;
  }
  const { hidden, track, playId } = publication;
  return !hidden && isNamed(track) && !announced.has(playId);
}

/** What happens to the publication after a failed attempt. */
type FailureAction = 'retry' | 'drop' | 'stop';

interface Delivery extends QueuedPublication {
  /** Ends the attempt that is under way, or the wait for the next one. */
  abort: AbortController;
  /** It must no longer be delivered. */
  canceled: boolean;
  /** An attempt is under way: it may arrive even when it is canceled. */
  sending: boolean;
}

/**
 * The queue of one sink, with its own time limit, retries and health, so that a slow or broken sink holds up no other.
 * Delivers in order, one at a time.
 */
export class DeliveryQueue {
  readonly name: string;
  readonly #sink: Sink;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #queue = new Backlog();
  readonly #announced = new Set<PlayId>();
  #delivering: Delivery | undefined;
  /** Of a delivery that was done at once, for the next one: the audience does not wait until there is another. */
  #spareAbort: AbortController | undefined;
  #whenIdle: (() => void) | undefined;
  #shown: Publication | undefined;
  /** As `textOf` had it. */
  #shownText: string | undefined;
  /** On the monotonic clock: the service requested a pause until then. */
  #pausedUntil = 0;
  #closing = false;
  /** Ends the pause after a refusal; set while there is one. */
  readonly #rest: Timer;
  /** Of what waits for the cause of a refusal to be gone. */
  #resting = new AbortController();
  /** It has failed since its last success, and dropped `#missed` publications. */
  #failing = false;
  #missed = 0;
  #delivered = 0;
  #dropped = 0;
  #failures = 0;
  #lastSuccessAt: number | undefined;
  #lastError: { readonly lastError: string; readonly lastErrorAt: number } | undefined;

  constructor(name: string, sink: Sink, tools: { readonly log: Logger; readonly clock: Clock }) {
    this.name = name;
    this.#sink = sink;
    this.#log = tools.log;
    this.#clock = tools.clock;
    this.#rest = new Timer(tools.clock);
  }

  prepare(): void {
    this.#sink.prepare?.();
  }

  /** Queues a publication; delivery begins before this returns when no other is under way. */
  publish(publication: Publication): void {
    if (this.#closing) {
      return;
    }
    if (publication.hidden) {
      this.withdraw(publication.playId);
      this.#sink.hide?.(publication);
    }
    if (this.#sink.kind === 'state') {
      this.#shown = publication;
      this.#shownText = this.#sink.textOf?.(publication);
    }
    const isWaiting = publication.kind !== 'track' && this.#updateWaiting(publication);
    if (!shouldDeliver(this.#sink.kind, publication, this.#announced)) {
      return;
    }
    if (this.#sink.kind === 'state' || this.#sink.newestOnly === true) {
      // Only the newest counts: it replaces those that wait or are being retried.
      this.#queue.keepNewest(0);
      this.#cancelDelivery();
    }
    if (this.#queue.length >= QUEUE_LIMIT) {
      this.#queue.shift();
      this.#drop('too many publications are waiting');
    }
    if (this.#rest.isSet) {
      this.#skipOlder(0);
    }
    this.#announced.add(publication.playId);
    evictOldest(this.#announced, QUEUE_LIMIT);
    const goesFirst = this.#sink.kind === 'record' && publication.kind === 'hide' && !isWaiting;
    this.#queue.add({ publication, since: this.#clock.monotonic(), goesFirst });
    if (this.#delivering?.sending === false && this.#isOvertaken(this.#delivering)) {
      // It need not wait for its next attempt.
      this.#delivering.abort.abort();
    }
    this.#deliverNext();
  }

  /** Delivers once more what a `state` sink shows; false when it was given nothing yet, or is of another kind. */
  repeat(): boolean {
    if (this.#shown === undefined) {
      return false;
    }
    // A copy: a sink tells another attempt from what is delivered once more.
    this.publish({ ...this.#shown });
    return true;
  }

  /** What a `state` sink shows, or is about to show. */
  get shown(): Publication | undefined {
    return this.#shown;
  }

  #isOvertaken({ goesFirst, publication }: Delivery): boolean {
    const { next } = this.#queue;
    return !goesFirst && next?.goesFirst === true && next.publication.playId !== publication.playId;
  }

  findings(): readonly Finding[] {
    return this.#sink.findings?.() ?? [];
  }

  health(): SinkHealth {
    return {
      name: this.name,
      queued: this.#queue.length + (this.#delivering === undefined ? 0 : 1),
      delivered: this.#delivered,
      dropped: this.#dropped,
      failed: this.#failures,
      stopped: this.#rest.isSet,
      ...(this.#lastSuccessAt === undefined ? {} : { lastSuccessAt: this.#lastSuccessAt }),
      ...this.#lastError,
    };
  }

  /** The cause of a refusal may be gone now, and what is shown may have another form. */
  settingsChanged(): void {
    this.#sink.settingsChanged?.();
    if (this.#rest.isSet) {
      this.#endRest();
    }
    this.refresh();
  }

  /** Delivers what is shown once more, if it has another form now; without any yet, `earlier`, of a play that is over. */
  refresh(earlier?: Publication): void {
    const shown = this.#shown ?? earlier;
    if (
      shown !== undefined &&
      this.#sink.textOf !== undefined &&
      this.#sink.textOf(shown) !== this.#shownText
    ) {
      // A copy: a sink tells another attempt from what is delivered once more.
      this.publish({ ...shown });
    }
  }

  /** Accepts nothing more, gives waiting publications `ms` milliseconds to be delivered, and closes the sink. */
  async close(ms: number): Promise<void> {
    this.#closing = true;
    if (this.#delivering !== undefined) {
      const idle = new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
      await settlesWithin(this.#clock, ms, idle);
    }
    this.#rest.cancel();
    this.#resting.abort();
    const left = this.#queue.length + (this.#delivering === undefined ? 0 : 1);
    if (left > 0) {
      this.#log.warn(LEFT_OVER, { sink: this.name, count: left });
      this.#queue.keepNewest(0);
      this.#cancelDelivery();
    }
    try {
      await this.#sink.close?.().catch((error: unknown) => {
        this.#log.warn('a sink could not be closed', { sink: this.name, reason: messageOf(error) });
      });
    } catch (error) {
      this.#log.warn('a sink could not be closed', { sink: this.name, reason: messageOf(error) });
    }
  }

  /** The play was hidden: people must no longer be notified of it. */
  withdraw(playId: PlayId): void {
    if (this.#sink.kind !== 'message') {
      return;
    }
    if (this.#queue.drop(playId)) {
      this.#announced.delete(playId);
    }
    if (this.#delivering?.publication.playId === playId) {
      this.#cancelDelivery();
      if (!this.#delivering.sending) {
        // It never arrived, so a reveal may announce it.
        this.#announced.delete(playId);
      }
    }
  }

  /**
   * What waits is delivered as the play is by then: with the right names, and without any when it was hidden. A message
   * that is being sent may have arrived, so it is not changed; a record is the same however often it is written.
   * Returns whether all of the play waits.
   */
  #updateWaiting(news: Publication): boolean {
    const own = this.#delivering?.publication.playId === news.playId ? this.#delivering : undefined;
    const isOnItsWay = own?.sending === true;
    const mayChange = own !== undefined && !(this.#sink.kind === 'message' && isOnItsWay);
    const waiting = [...this.#queue.of(news.playId), ...(mayChange ? [own] : [])];
    for (const one of waiting) {
      one.publication = one.publication.kind === 'track' ? { ...news, kind: 'track' } : news;
    }
    return waiting.length > 0 && !isOnItsWay;
  }

  /** Ends the current attempt without a retry. */
  #cancelDelivery(): void {
    if (this.#delivering !== undefined) {
      this.#delivering.canceled = true;
      this.#delivering.abort.abort();
    }
  }

  #deliverNext(): void {
    if (this.#delivering !== undefined) {
      return;
    }
    const next = this.#rest.isSet ? undefined : this.#queue.shift();
    if (next === undefined) {
      this.#whenIdle?.();
      return;
    }
    const abort = this.#spareAbort ?? new AbortController();
    this.#spareAbort = undefined;
    const delivering: Delivery = { ...next, abort, canceled: false, sending: false };
    this.#delivering = delivering;
    void this.#deliver(delivering).then(() => {
      if (this.#delivering === delivering) {
        this.#delivering = undefined;
      }
      this.#deliverNext();
    });
  }

  /** Retries until it is delivered, dropped or canceled. Never rejects. */
  async #deliver(delivering: Delivery): Promise<void> {
    const { since } = delivering;
    const pause = this.#pausedUntil - this.#clock.monotonic();
    if (pause > 0) {
      if (this.#isStale(this.#pausedUntil - since)) {
        this.#drop('the service requests a pause that outlasts it');
        return;
      }
      await this.#wait(pause, delivering);
    }
    for (let failures = 1; !delivering.canceled; failures += 1) {
      if (this.#isOvertaken(delivering)) {
        this.#queue.putBack(delivering);
        return;
      }
      try {
        const answer = this.#sink.publish(delivering.publication, delivering.abort.signal);
        if (answer === undefined) {
          // Delivered already: a synchronous sink never falls behind.
          this.#delivering = undefined;
          this.#spareAbort = delivering.abort.signal.aborted ? undefined : delivering.abort;
        } else {
          await this.#answered(answer, delivering);
        }
        this.#succeeded();
        return;
      } catch (error) {
        if (delivering.canceled) {
          return;
        }
        // The time limit may have aborted it.
        delivering.abort = new AbortController();
        const isRequest = error instanceof UpstreamError && error.advice !== 'stop';
        const requested = isRequest ? (error.retryAfterMs ?? 0) : 0;
        const backoff = backoffMs(failures, BACKOFF) * (0.75 + Math.random() / 2);
        const wait = Math.max(requested, backoff);
        const failedAt = this.#clock.monotonic();
        // A pause that the service requests applies to the next publication too; our own backoff does not.
        this.#pausedUntil = failedAt + requested;
        const action = this.#failed(error, failedAt + wait - since);
        if (action === 'stop') {
          this.#pauseDelivery(delivering, refusedPauseMs(error));
        }
        if (action !== 'retry') {
          return;
        }
        await this.#wait(wait, delivering);
      }
    }
  }

  /** Ends early, without an error, when the delivery is canceled. */
  async #wait(ms: number, { abort }: Delivery): Promise<void> {
    await pause(this.#clock, ms, abort.signal);
  }

  /** Rejects when the attempt fails, or takes too long. */
  async #answered(answer: Promise<void>, delivering: Delivery): Promise<void> {
    const { abort } = delivering;
    const limit = this.#sink.timeLimitMs ?? TIME_LIMIT_MS;
    const cancel = afterReading(this.#clock, limit, () => {
      const late = new UpstreamError(`no answer within ${limit / 1000} s`, 'retry');
      abort.abort(late);
      // An attempt that ignores the signal never fails by itself. The next one waits for it all the same: two at once
      // could arrive in the wrong order.
      this.#reportFailure(late.message, this.#actionFor(late, this.#clock.monotonic() - delivering.since));
    });
    let abortedAt = Number.POSITIVE_INFINITY;
    abort.signal.addEventListener('abort', () => {
      abortedAt = this.#clock.monotonic();
    });
    delivering.sending = true;
    try {
      await answer;
    } catch (error) {
      if (delivering.canceled && this.#clock.monotonic() - abortedAt > OBEYS_WITHIN_MS) {
        // It was canceled, but that did not end it: the next one is going to fail in the same way.
        this.#reportFailure(messageOf(error), 'retry');
      }
      // A sink that obeys the signal throws whatever its own client throws; the signal's reason is the cause.
      throw abort.signal.aborted ? abort.signal.reason : error;
    } finally {
      delivering.sending = false;
      cancel();
    }
  }

  #succeeded(): void {
    this.#delivered += 1;
    this.#lastSuccessAt = this.#clock.now();
    if (this.#failing) {
      this.#log.info('delivery works again', { sink: this.name, missed: this.#missed });
      this.#failing = false;
      this.#missed = 0;
    }
  }

  /** `after` is how old the publication will be at the next attempt, in milliseconds. */
  #failed(error: unknown, after: number): FailureAction {
    this.#failures += 1;
    const reason = messageOf(error);
    const action = this.#actionFor(error, after);
    this.#reportFailure(reason, action, refusedPauseMs(error));
    if (action === 'drop') {
      this.#drop(reason);
    }
    return action;
  }

  /** Pauses after a refusal. The refused publication waits, and so do those that come meanwhile. */
  #pauseDelivery({ publication, since, goesFirst }: QueuedPublication, ms: number): void {
    this.#queue.putBack({ publication, since, goesFirst });
    this.#skipOlder(1);
    this.#rest.set(ms, () => this.#endRest());
    const { signal } = this.#resting;
    void this.#sink.mended?.(signal).then(() => {
      if (!signal.aborted) {
        this.#endRest();
      }
    });
  }

  #endRest(): void {
    this.#rest.cancel();
    this.#resting.abort();
    this.#resting = new AbortController();
    const { next } = this.#queue;
    if (next !== undefined && this.#isStale(this.#clock.monotonic() - next.since)) {
      this.#skipOlder(0);
    }
    this.#deliverNext();
  }

  /** After a pause only the newest `keep` messages are worth sending. */
  #skipOlder(keep: number): void {
    if (this.#sink.kind === 'message') {
      const skipped = this.#queue.keepNewest(keep);
      this.#dropped += skipped;
      this.#missed += skipped;
    }
  }

  /** Updates health, and logs the first failure until it works again. */
  #reportFailure(reason: string, action: FailureAction, pauseMs = REFUSED_PAUSE_MS): void {
    const next = refusedNext(pauseMs);
    const lastError = action === 'stop' ? `${reason}; ${next}` : reason;
    this.#lastError = { lastError, lastErrorAt: this.#clock.now() };
    if (action === 'stop') {
      this.#failing = true;
      this.#log.error('sink paused: the service refused', { sink: this.name, reason, next });
    } else if (!this.#failing) {
      this.#failing = true;
      this.#log.warn('delivery failed', {
        sink: this.name,
        reason,
        next: action === 'retry' ? 'try again' : 'skip',
      });
    }
  }

  #actionFor(error: unknown, after: number): FailureAction {
    if (error instanceof UpstreamError && error.advice !== 'retry') {
      return error.advice;
    }
    if (this.#sink.kind !== 'message') {
      return 'retry';
    }
    return error instanceof UpstreamError && !this.#isStale(after) ? 'retry' : 'drop';
  }

  /** State and record sinks never give up: they must be right in the end, however long the disk is full. */
  #isStale(ageMs: number): boolean {
    return this.#sink.kind === 'message' && ageMs > (this.#sink.retryForMs ?? RETRY_FOR_MS);
  }

  #drop(reason: string): void {
    this.#dropped += 1;
    this.#missed += 1;
    this.#log.warn('a publication was dropped', { sink: this.name, reason, count: this.#missed });
  }
}
