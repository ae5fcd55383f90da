import type { Sink, SinkKind } from '../../core/contracts/sink.ts';
import { messageOf, refusedPauseMs, textOf, UpstreamError } from '../../core/errors.ts';
import { evictOldest } from '../../core/evict.ts';
import { type Finding, firstProblem } from '../../core/finding.ts';
import type { SinkHealth } from '../../core/health.ts';
import { say, type Text } from '../../core/message.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { isNamed, type PlayId, type Publication } from '../../core/track.ts';
import { afterReading, backoffMs, pause, settlesWithin } from '../../core/waiting.ts';
import { Backlog, isCommand, precedes, type QueuedPublication, updated } from './backlog.ts';
import { type FailureAction, Tally } from './tally.ts';

export const LEFT_OVER = 'publications were not delivered before the stop';

/** Per sink, queued and remembered; longer than any festival set. */
const QUEUE_LIMIT = 1_000;
const TIME_LIMIT_MS = 10_000;
const RETRY_FOR_MS = 60_000;
const BACKOFF = { firstMs: 500, longestMs: 15_000 };

/** `announced`: plays that the sink received while visible. */
function shouldDeliver(kind: SinkKind, publication: Publication, announced: ReadonlySet<PlayId>): boolean {
  if (kind !== 'message') {
    return true;
  }
  const { hidden, track, playId, isResumed } = publication;
  return !hidden && isNamed(track) && !announced.has(playId) && isResumed !== true;
}

type PublishAnswer = Exclude<ReturnType<Sink['publish']>, void>;

interface Delivery extends QueuedPublication {
  abort: AbortController;
  canceled: boolean;
}

/**
 * A delivery waits for a pause that the service requested, and is then sent. After a failure it waits again. A refusal
 * puts it back into the queue, and the queue sends nothing until the pause is over.
 */
type QueueState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting'; readonly delivery: Delivery }
  /** The publication may arrive even if canceled. */
  | { readonly kind: 'sending'; readonly delivery: Delivery }
  | { readonly kind: 'refused'; readonly over: AbortController };

const IDLE: QueueState = { kind: 'idle' };

/** Delivers to one sink in order, one publication at a time, without holding up others. */
export class DeliveryQueue {
  readonly name: string;
  readonly #sink: Sink;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #queue = new Backlog();
  readonly #tally: Tally;
  readonly #announced = new Set<PlayId>();
  #state: QueueState = IDLE;
  /** Set once closing; called when all is delivered. */
  #drained: (() => void) | undefined;
  readonly #whenDelivered: (() => void)[] = [];
  #shown: Publication | undefined;
  #shownRendering: string | undefined;
  /** Monotonic ms; the service's request. */
  #pausedUntil = 0;
  /** Whether `verify` was refused before the first track. */
  #isRefused = false;
  readonly #closing = new AbortController();

  constructor(name: string, sink: Sink, tools: { readonly log: Logger; readonly clock: Clock }) {
    this.name = name;
    this.#sink = sink;
    this.#log = tools.log;
    this.#clock = tools.clock;
    this.#tally = new Tally(name, tools);
  }

  prepare(): void {
    this.#sink.prepare?.();
    void this.#verify();
  }

  /** Reports a refusal before the first track. That is still tried: a service may refuse the question alone. */
  async #verify(): Promise<void> {
    const { signal } = this.#closing;
    const hasSent = () => this.#tally.hasDelivered || this.#state.kind !== 'idle';
    try {
      await this.#sink.verify?.(signal);
      if (this.#isRefused && !hasSent()) {
        this.#tally.works();
      }
      this.#isRefused = false;
    } catch (error) {
      if (signal.aborted || hasSent() || !(error instanceof UpstreamError && error.advice === 'stop')) {
        return;
      }
      this.#isRefused = true;
      this.#tally.report(error.text, 'drop');
      void this.#sink.mended?.(signal).then(() => {
        if (!signal.aborted) {
          void this.#verify();
        }
      });
    }
  }

  /** Starts delivery synchronously if the sink is idle. */
  publish(publication: Publication): void {
    if (this.#drained !== undefined) {
      return;
    }
    if (publication.hidden) {
      this.withdraw(publication.playId);
      this.#sink.hide?.(publication);
    }
    if (this.#sink.kind === 'state') {
      this.#shown = publication;
      this.#shownRendering = this.#sink.rendered?.(publication);
    }
    if (publication.kind === 'retract') {
      this.#queue.drop(publication.playId);
    }
    const mayUpdate = publication.kind !== 'track' && publication.kind !== 'retract';
    const isWaiting = mayUpdate && this.#updateWaiting(publication);
    if (!shouldDeliver(this.#sink.kind, publication, this.#announced)) {
      return;
    }
    if (this.#sink.kind === 'state' || this.#sink.newestOnly === true) {
      this.#queue.keepNewest(0);
      this.#cancelDelivery();
    }
    if (this.#queue.length >= QUEUE_LIMIT) {
      this.#queue.shift();
      this.#tally.drop('too many publications are waiting');
    }
    if (this.#state.kind === 'refused') {
      this.#skipOlder(0);
    }
    this.#announced.add(publication.playId);
    evictOldest(this.#announced, QUEUE_LIMIT);
    const goesFirst =
      this.#sink.kind === 'record' &&
      publication.kind === 'hide' &&
      !isWaiting &&
      !this.#waiting.some((one) => precedes(one.publication, publication));
    this.#queue.add({ publication, since: this.#clock.monotonic(), goesFirst });
    if (this.#state.kind === 'waiting' && this.#isOvertaken(this.#state.delivery)) {
      // Hides go first: end its backoff.
      this.#state.delivery.abort.abort();
    }
    this.#deliverNext();
  }

  commandsDelivered(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenDelivered.push(resolve);
      this.#reportCommands();
    });
  }

  get #delivery(): Delivery | undefined {
    return 'delivery' in this.#state ? this.#state.delivery : undefined;
  }

  /** The publication being delivered, and the queued ones in order. */
  get #waiting(): readonly QueuedPublication[] {
    return this.#delivery === undefined ? this.#queue.all : [this.#delivery, ...this.#queue.all];
  }

  get #pending(): number {
    return this.#waiting.length;
  }

  #reportCommands(): void {
    const delivered = this.#delivery?.publication;
    if (!(delivered !== undefined && isCommand(delivered)) && !this.#queue.holdsCommand) {
      for (const resolve of this.#whenDelivered.splice(0)) {
        resolve();
      }
    }
  }

  repeat(): boolean {
    if (this.#shown === undefined) {
      return false;
    }
    // Sinks recognize retries by identity, so a copy is a new delivery.
    this.publish({ ...this.#shown });
    return true;
  }

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
    // A sink that writes later takes every publication, and finds out afterwards.
    const found = firstProblem(this.findings());
    return {
      name: this.name,
      ...(this.#sink.taken?.() ?? { queued: this.#pending, ...this.#tally.taken }),
      ...this.#tally.failures,
      stopped: this.#state.kind === 'refused' || found?.severity === 'fault',
      ...(found !== undefined && { lastError: found.finding, lastErrorAt: this.#clock.now() }),
    };
  }

  /** The cause of a failure may be fixed: ends a refusal pause or a backoff, but no pause that the service requests. */
  retry(): void {
    this.#sink.settingsChanged?.();
    if (this.#isRefused) {
      void this.#verify();
    }
    if (this.#state.kind === 'refused') {
      this.#endPause(this.#state.over);
    } else if (this.#state.kind === 'waiting' && this.#pausedUntil <= this.#clock.monotonic()) {
      const { delivery } = this.#state;
      const { abort } = delivery;
      delivery.abort = new AbortController();
      abort.abort();
    }
  }

  /** A user's test was delivered, or failed with this error. */
  tested(lastError?: Text): void {
    this.#tally.tested(lastError);
    if (lastError === undefined) {
      this.retry();
    }
  }

  /** Retries, and redelivers the shown publication if its rendering changed. */
  settingsChanged(isAffected = true): void {
    if (isAffected) {
      this.#tally.tested();
    }
    this.retry();
    const shown = this.#shown;
    if (shown !== undefined && this.#sink.rendered?.(shown) !== this.#shownRendering) {
      this.repeat();
    }
  }

  /** Drains the queue for up to `ms`, drops the rest and closes the sink. A successor gets what a `state` sink shows. */
  async close(ms: number, hasSuccessor = false): Promise<void> {
    this.#closing.abort();
    const drained = new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
    if (this.#delivery !== undefined) {
      await settlesWithin(this.#clock, ms, drained);
    }
    if (this.#state.kind === 'refused') {
      this.#state.over.abort();
    }
    const left = this.#pending;
    if (left > 0) {
      if (!hasSuccessor || this.#sink.kind !== 'state') {
        this.#log.warn(LEFT_OVER, { sink: this.name, count: left });
        this.#nameLeftOut();
      }
      this.#queue.keepNewest(0);
      this.#cancelDelivery();
    }
    try {
      await this.#sink.close?.();
    } catch (error) {
      this.#log.warn('closing a sink failed', { sink: this.name, reason: messageOf(error) });
    }
  }

  /** Logs the visible tracks that a record lacks: no other place may name them after the stop. */
  #nameLeftOut(): void {
    if (this.#sink.kind !== 'record') {
      return;
    }
    for (const { publication } of this.#waiting) {
      const { kind, isResumed, hidden, track, position, set } = publication;
      const { artist, title } = track;
      if ((kind === 'track' || kind === 'new set') && !isResumed && !hidden && isNamed(track)) {
        this.#log.warn('track not in the record', { sink: this.name, artist, title, position, set });
      }
    }
  }

  withdraw(playId: PlayId): void {
    if (this.#sink.kind !== 'message') {
      return;
    }
    if (this.#queue.drop(playId)) {
      this.#announced.delete(playId);
    }
    if (this.#delivery?.publication.playId === playId) {
      this.#cancelDelivery();
      if (this.#state.kind === 'waiting') {
        // Unsent, so a later reveal may announce it.
        this.#announced.delete(playId);
      }
    }
  }

  /**
   * Replaces the play's queued publications, so that they go out corrected or hidden, and the current attempt's retry,
   * except of a message, which may have arrived. Returns whether publications of the play are queued with none in
   * flight.
   */
  #updateWaiting(news: Publication): boolean {
    const own = this.#delivery?.publication.playId === news.playId ? this.#delivery : undefined;
    const isOnItsWay = own !== undefined && this.#state.kind === 'sending';
    const mayChange = own !== undefined && !(this.#sink.kind === 'message' && isOnItsWay);
    const waiting = [...this.#queue.of(news.playId), ...(mayChange ? [own] : [])];
    for (const one of waiting) {
      one.publication = updated(one.publication, news);
    }
    return waiting.length > 0 && !isOnItsWay;
  }

  #cancelDelivery(): void {
    const delivery = this.#delivery;
    if (delivery !== undefined) {
      delivery.canceled = true;
      delivery.abort.abort();
    }
  }

  #deliverNext(): void {
    if (this.#delivery !== undefined) {
      return;
    }
    this.#reportCommands();
    const next = this.#state.kind === 'idle' ? this.#queue.shift() : undefined;
    if (next === undefined) {
      this.#drained?.();
      return;
    }
    const delivery: Delivery = { ...next, abort: new AbortController(), canceled: false };
    this.#state = { kind: 'waiting', delivery };
    void this.#deliver(delivery).then(() => {
      if (this.#delivery === delivery) {
        this.#state = IDLE;
      }
      this.#deliverNext();
    });
  }

  /** Retries until delivered, dropped, canceled or queued again. Never rejects. */
  async #deliver(delivery: Delivery): Promise<void> {
    const { since } = delivery;
    const pauseMs = this.#pausedUntil - this.#clock.monotonic();
    if (pauseMs > 0) {
      if (this.#isStale(this.#pausedUntil - since)) {
        this.#tally.drop('the service requests a pause that outlasts it');
        return;
      }
      await this.#wait(pauseMs, delivery);
    }
    for (let failures = 1; !delivery.canceled; failures += 1) {
      if (this.#isOvertaken(delivery)) {
        this.#queue.putBack(delivery);
        return;
      }
      try {
        this.#state = { kind: 'sending', delivery };
        const answer = this.#sink.publish(delivery.publication, delivery.abort.signal);
        if (answer === undefined) {
          // Synchronous sink. Cleared here, so that the next `publish` need not wait for a microtask.
          this.#state = IDLE;
        }
        const outcome = answer && (await this.#answered(answer, delivery));
        if (outcome === undefined && !this.#isKept(delivery)) {
          this.#tally.delivered();
        } else {
          this.#tally.works();
        }
        return;
      } catch (error) {
        if (delivery.canceled) {
          return;
        }
        this.#state = { kind: 'waiting', delivery };
        // The time limit may have aborted the last one.
        delivery.abort = new AbortController();
        const isRequest = error instanceof UpstreamError && error.advice !== 'stop';
        const requested = isRequest ? (error.retryAfterMs ?? 0) : 0;
        const backoff = backoffMs(failures, BACKOFF) * (0.75 + Math.random() / 2);
        const wait = Math.max(requested, backoff);
        const failedAt = this.#clock.monotonic();
        // A requested pause holds for the next publication too, unlike our backoff.
        this.#pausedUntil = failedAt + requested;
        const action = this.#actionFor(error, failedAt + wait - since);
        this.#tally.failed(error, action);
        if (action === 'stop') {
          this.#pauseDelivery(delivery, refusedPauseMs(error));
        }
        if (action !== 'retry') {
          return;
        }
        await this.#wait(wait, delivery);
      }
    }
  }

  async #wait(ms: number, { abort }: Delivery): Promise<void> {
    await pause(this.#clock, ms, abort.signal);
  }

  /** Rejects if the attempt fails or times out. */
  async #answered(answer: PublishAnswer, delivery: Delivery): Promise<Awaited<PublishAnswer>> {
    const { abort } = delivery;
    const limit = this.#sink.timeLimitMs ?? TIME_LIMIT_MS;
    const cancel = afterReading(this.#clock, limit, () => {
      const late = new UpstreamError(say('deliver.no-answer-within-s', { seconds: limit / 1000 }), 'retry');
      abort.abort(late);
      // Reported now: a sink that ignores the signal may never settle. The queue still waits, because two attempts in
      // flight could arrive out of order.
      this.#tally.report(textOf(late), this.#actionFor(late, this.#clock.monotonic() - delivery.since));
    });
    try {
      return await answer;
    } catch (error) {
      // The signal's reason is the cause of an aborted client's error.
      throw abort.signal.aborted ? abort.signal.reason : error;
    } finally {
      cancel();
    }
  }

  /** An earlier run has stored the play: the record only goes on with it. */
  #isKept({ publication: { kind, isResumed } }: Delivery): boolean {
    return this.#sink.kind === 'record' && kind === 'track' && isResumed === true;
  }

  /** The refused publication and new ones stay queued. */
  #pauseDelivery({ publication, since, goesFirst }: QueuedPublication, ms: number): void {
    this.#queue.putBack({ publication, since, goesFirst });
    this.#skipOlder(1);
    const over = new AbortController();
    this.#state = { kind: 'refused', over };
    const end = (): void => this.#endPause(over);
    void pause(this.#clock, ms, over.signal).then(end);
    void this.#sink.mended?.(over.signal).then(end);
  }

  #endPause(over: AbortController): void {
    if (over.signal.aborted) {
      return;
    }
    over.abort();
    this.#state = IDLE;
    const { next } = this.#queue;
    if (next !== undefined && this.#isStale(this.#clock.monotonic() - next.since)) {
      this.#skipOlder(0);
    }
    this.#deliverNext();
  }

  /** Keeps the newest `keep` messages: after a pause, older ones are stale. */
  #skipOlder(keep: number): void {
    if (this.#sink.kind === 'message') {
      this.#tally.skip(this.#queue.keepNewest(keep));
    }
  }

  #actionFor(error: unknown, retryAgeMs: number): FailureAction {
    if (error instanceof UpstreamError && error.advice !== 'retry') {
      return error.advice;
    }
    if (this.#sink.kind !== 'message') {
      return 'retry';
    }
    return error instanceof UpstreamError && !this.#isStale(retryAgeMs) ? 'retry' : 'drop';
  }

  /** `state` and `record` sinks retry forever: they must end up right. */
  #isStale(ageMs: number): boolean {
    return this.#sink.kind === 'message' && ageMs > (this.#sink.retryForMs ?? RETRY_FOR_MS);
  }
}
