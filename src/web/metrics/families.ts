/** No family contains a track: a number must not reveal a hidden one. */
import type { DeckState } from '../../core/contracts/deck.ts';
import type { Tap } from '../../core/contracts/sink.ts';
import type { Counter, Histogram, MetricFamily, Sample } from '../../core/exposition.ts';
import { isFailing } from '../../core/health.ts';
import { printable } from '../../core/printable.ts';
import type { HealthMessage } from '../wire/health.ts';

export interface Counts extends Pick<Tap, 'published' | 'shown'> {
  readonly publications: Counter;
  readonly latency: Histogram;
}

export interface Measured {
  decks(): readonly DeckState[];
  health(): HealthMessage;
  faults(): number;
}

export interface ProcessNumbers {
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly cpuSeconds: number;
  readonly startedAtSeconds: number;
  /** Event-loop delay since the last read, in seconds. */
  readonly loopDelay: { readonly p50: number; readonly p99: number; readonly max: number };
}

export function families(counts: Counts, measured: Measured, own: ProcessNumbers): readonly MetricFamily[] {
  const { version, source, sinks, enrichment, overlays } = measured.health();
  const decks = measured.decks().map((deck) => ({
    labels: { device: printable(deck.device), deck: printable(deck.deck) },
    deck,
  }));
  const ofDecks = (value: (deck: (typeof decks)[number]['deck']) => number | undefined): Sample[] =>
    decks.flatMap(({ labels, deck }) => {
      const number = value(deck);
      return number === undefined ? [] : [{ labels, value: number }];
    });
  const ofSinks = (value: (sink: (typeof sinks)[number]) => number): Sample[] =>
    sinks.map((sink) => ({ labels: { sink: sink.name }, value: value(sink) }));
  return [
    gauge('deckcast_build_info', 'Which deckcast this is.', [{ labels: { version }, value: 1 }]),
    gauge('deckcast_source_up', 'Whether the source works: 0 when it has a problem.', [
      { labels: { source: source.name }, value: flag(source.problem === undefined) },
    ]),
    gauge(
      'deckcast_source_heard_timestamp_seconds',
      'When the source was heard last, in seconds since 1970-01-01 UTC.',
      source.lastHeardAt === undefined ? [] : [{ value: source.lastHeardAt / 1_000 }],
    ),
    gauge(
      'deckcast_deck_loaded',
      'Whether a track is loaded on the deck.',
      ofDecks(({ loaded }) => flag(loaded)),
    ),
    gauge(
      'deckcast_deck_playing',
      'Whether the deck plays.',
      ofDecks(({ playing }) => flag(playing)),
    ),
    gauge(
      'deckcast_deck_featured',
      'Whether the deck is the one on air.',
      ofDecks(({ featured }) => flag(featured)),
    ),
    gauge(
      'deckcast_deck_level',
      'How loud the deck is, 0 to 1.',
      ofDecks(({ level }) => level),
    ),
    counter('deckcast_publications_total', 'What went out, by kind.', counts.publications.samples),
    {
      name: 'deckcast_latency_seconds',
      help: 'Time from the device to the pages of the overlay, hold aside, pictures included.',
      type: 'histogram',
      samples: counts.latency.samples,
    },
    gauge(
      'deckcast_sink_queued',
      'Publications that wait for the sink.',
      ofSinks(({ queued }) => queued),
    ),
    counter(
      'deckcast_sink_delivered_total',
      'Publications that the sink delivered.',
      ofSinks(({ delivered }) => delivered),
    ),
    counter(
      'deckcast_sink_dropped_total',
      'Publications that were dropped.',
      ofSinks(({ dropped }) => dropped),
    ),
    counter(
      'deckcast_sink_failures_total',
      'Attempts to deliver that failed.',
      ofSinks(({ failed }) => failed),
    ),
    gauge(
      'deckcast_sink_up',
      'Whether the sink works: 0 when its last attempt failed or it was refused.',
      ofSinks((sink) => flag(!sink.stopped && !isFailing(sink))),
    ),
    counter(
      'deckcast_lookups_total',
      'Answers about art and codes, by service or device.',
      enrichment.map(({ name, answered }) => ({ labels: { service: printable(name) }, value: answered })),
    ),
    gauge('deckcast_clients', 'Connected pages and programs, by feed.', [
      { labels: { feed: 'ws' }, value: overlays.records },
      { labels: { feed: 'events' }, value: overlays.events },
    ]),
    counter(
      'deckcast_faults_total',
      'Errors of deckcast itself that nothing caught; each kind is logged once.',
      [{ value: measured.faults() }],
    ),
    gauge('process_resident_memory_bytes', 'Memory of the process.', [{ value: own.residentBytes }]),
    gauge('nodejs_heap_size_used_bytes', 'Memory of its objects.', [{ value: own.heapBytes }]),
    counter('process_cpu_seconds_total', 'Time on processors.', [{ value: own.cpuSeconds }]),
    gauge('process_start_time_seconds', 'When it started, in seconds since 1970-01-01 UTC.', [
      { value: own.startedAtSeconds },
    ]),
    gauge('nodejs_eventloop_lag_p50_seconds', 'Half of the turns of the event loop were later than this.', [
      { value: own.loopDelay.p50 },
    ]),
    gauge(
      'nodejs_eventloop_lag_p99_seconds',
      'One turn of the event loop in a hundred was later than this.',
      [{ value: own.loopDelay.p99 }],
    ),
    gauge('nodejs_eventloop_lag_max_seconds', 'The latest turn of the event loop since the last reading.', [
      { value: own.loopDelay.max },
    ]),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): MetricFamily {
  return { name, help, type: 'gauge', samples };
}

function counter(name: string, help: string, samples: readonly Sample[]): MetricFamily {
  return { name, help, type: 'counter', samples };
}

function flag(yes: boolean): number {
  return yes ? 1 : 0;
}
