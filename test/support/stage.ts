/** A show without network and disk: all public outputs, and the names that they must not contain. */
import type { Enricher } from '../../src/core/contracts/enricher.ts';
import type { Source, SourceListener } from '../../src/core/contracts/source.ts';
import type { LogFields, Logger } from '../../src/core/tools.ts';
import type { NativeArt, Transition } from '../../src/core/track.ts';
import { untilAborted } from '../../src/core/waiting.ts';
import { trackOf } from '../../src/decks/index.ts';
import { deckOptions } from '../../src/decks/options.ts';
import { LogTail } from '../../src/host/log/log-tail.ts';
import { regex } from '../../src/settings/kinds.ts';
import { createFanout } from '../../src/show/deliver/fanout.ts';
import { createPipeline } from '../../src/show/pipeline/index.ts';
import { pipelineOptions } from '../../src/show/pipeline/options.ts';
import { CombinedSource } from '../../src/sources/shared/combined-source.ts';
import { decksFeed } from '../../src/web/decks.ts';
import { wireDeck, wireHeld } from '../../src/web/operator/feed.ts';
import { type FakeClock, fakeClock, untilSettled } from './clock.ts';
import { ScriptedDecks } from './scripted-decks.ts';
import { numberOf, Secrets, TRACKS, tagsOf, token } from './secrets.ts';
import { settingsOf } from './settings.ts';
import { membersOf } from './source.ts';
import { coverNamed, openOutputs, type REPLACED, type Seen, textIn } from './stage-outputs.ts';
import { track } from './tracks.ts';

export type StageAction =
  | { readonly do: 'load'; readonly deck: number; readonly track: number; readonly late: boolean }
  | { readonly do: 'play'; readonly deck: number; readonly on: boolean }
  | { readonly do: 'color'; readonly deck: number; readonly red: boolean }
  | { readonly do: 'names' | 'on air'; readonly deck: number }
  | { readonly do: 'library' | 'other source'; readonly track: number }
  | { readonly do: 'hide' | 'reveal' | 'skip' }
  | { readonly do: 'remove'; readonly position: number; readonly on: boolean }
  | { readonly do: 'start again'; readonly sink: (typeof REPLACED)[number] }
  | { readonly do: 'wait'; readonly ms: number };

const RED = '#ffea2828';
const GREEN = '#ff28ea28';
const HAS_COVER: NativeArt = async () => undefined;

/**
 * `delay` in seconds. `picturesMs`: duration of a picture look-up, undefined for none. `otherFirst`: the source without
 * decks is first in the user's list.
 */
export async function openStage({
  delay,
  picturesMs,
  otherFirst = false,
}: {
  readonly delay: number;
  readonly picturesMs?: number;
  readonly otherFirst?: boolean;
}) {
  const clock = fakeClock();
  const secrets = new Secrets();
  const tail = new LogTail();
  /** Outputs since the last check. */
  const said: Said[] = [];
  let timePasses = false;
  const hiddenNow = () => TRACKS.filter((number) => secrets.isHidden(number));
  /** Names hidden later were allowed when the output was sent. */
  const record = (where: string, what: unknown): void => {
    said.push({ where, what, hidden: timePasses ? hiddenNow() : TRACKS });
  };
  const log = tailedLog(tail, clock, (what) => record('log', what));

  const hardware = new Hardware(clock, log, secrets);
  const other = new Puppet();
  const members = membersOf({ hwdevice: hardware, softa: other });
  const source = new CombinedSource(otherFirst ? members.reverse() : members, { log, clock });

  const outputs = await openOutputs(clock, log, record);
  const fanout = createFanout(outputs.sinks, { log, clock });
  const enricher = slowEnricher(clock, picturesMs ?? 0, (what) => record('look-up', what));
  const pipeline = createPipeline(
    {
      ...settingsOf(pipelineOptions, {}),
      delay,
      'hide.regex.title': await pattern('Secret'),
      'hide.regex.genre': await pattern('Promo'),
      'hide.regex.filename': await pattern('hush'),
      'streaming.timeout': 4,
    },
    {
      clock,
      log,
      publish: (publication) => {
        secrets.published(publication);
        fanout.publish(publication);
      },
      publishEarlier: fanout.publishEarlier,
      source: () => source,
      logged: () => tail.lines,
      ...(picturesMs === undefined ? {} : { enricher: () => enricher }),
    },
  );
  const audible = decksFeed(clock, pipeline.decks);
  const stopping = new AbortController();
  const running = source.run(
    {
      ...pipeline,
      transition(transition) {
        secrets.announced(transition, delay > 0);
        pipeline.transition(transition);
      },
    },
    stopping.signal,
  );
  let checks = 0;

  function perform(action: StageAction): Promise<void> | void {
    switch (action.do) {
      case 'load':
        return hardware.bring(action.deck, action.track, action.late);
      case 'names':
        return hardware.nameTrackOn(action.deck);
      case 'play':
        return hardware.play(action.deck, action.on);
      case 'color':
        secrets.color(action.deck, action.red);
        return hardware.on(action.deck, { kind: 'color', color: action.red ? RED : GREEN });
      case 'library':
        return hardware.learn(action.track);
      case 'other source':
        return other.announce(action.track, clock.now());
      case 'hide':
        return secrets.hide(pipeline.hide());
      case 'reveal':
        return secrets.reveal(pipeline.reveal());
      case 'remove':
        pipeline.remove(action.position, action.on);
        return undefined;
      case 'skip':
        return pipeline.skip();
      case 'on air':
        pipeline.onAir?.(String(action.deck));
        return undefined;
      case 'start again':
        return untilSettled(
          clock,
          fanout.replace(action.sink, () => outputs.again(action.sink)),
        );
      case 'wait':
        return clock.advance(action.ms);
    }
  }

  return {
    async perform(action: StageAction): Promise<void> {
      timePasses = action.do === 'wait' || action.do === 'start again';
      await perform(action);
      await clock.advance(0);
    },
    /** Returns outputs that name a hidden track now, or did since the last check. */
    async leaks(): Promise<string[]> {
      const news = said.splice(0);
      const views = [
        { where: 'decks', what: pipeline.decks().map(wireDeck) },
        { where: 'audible decks', what: audible.message() },
        { where: 'held', what: wireHeld(pipeline.held()) },
        ...outputs.now(),
      ].map(read);
      /** Outputs that also name earlier plays. */
      const records = [{ where: 'feed', what: pipeline.logged() }, ...(await outputs.records())].map(read);
      const unchanging = outputs.unchanging().map(read);
      const hidden = hiddenNow();
      secrets.looked();
      return hidden.flatMap((number) => {
        checks += 1;
        const mustBeInNoRecord = !secrets.hasBeenSeen(number) || secrets.mustLeaveRecords(number);
        // Events also name earlier plays.
        const about = news
          .filter(({ where, hidden }) => hidden.includes(number) && (mustBeInNoRecord || where !== 'events'))
          .map(read);
        const seen = [
          ...views,
          ...about,
          ...(mustBeInNoRecord ? records : []),
          ...(secrets.wasPublic(number) ? [] : unchanging),
        ];
        return seen
          .filter(({ text }) => text.includes(token(number)))
          .map(({ where, text }) => `${where}: ${text}`);
      });
    },
    get checks() {
      return checks;
    },
    async close(): Promise<void> {
      stopping.abort();
      await running;
      pipeline.stop();
    },
  };
}

/** An output, and the tracks that it must not name if they are still hidden at the next check. */
interface Said extends Seen {
  readonly hidden: readonly number[];
}

function read({ where, what }: Seen): { readonly where: string; readonly text: string } {
  return { where, text: textIn(what) };
}

/** Runs until it is stopped, and reports what the test wants. */
class Puppet implements Source {
  #listener: SourceListener | undefined;
  #plays = 0;

  run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    this.#listener = listener;
    return untilAborted(signal);
  }

  health() {
    return { watching: 'strings' };
  }

  announce(number: number, at: number): void {
    this.#plays += 1;
    const { location: _place, filename: _file, ...names } = tagsOf(number);
    const transition: Transition = {
      playId: `softa:${this.#plays}`,
      track: track({ ...names, durationMs: 60_000 }),
      source: 'softa',
      at,
      hidden: false,
    };
    this.#listener?.transition(transition);
  }
}

/** A device with two decks, and the current knowledge of its library. */
class Hardware extends ScriptedDecks {
  readonly #secrets: Secrets;
  readonly #promos: Set<number>;
  readonly #lying = new Map<number, number>();

  constructor(clock: FakeClock, log: Logger, secrets: Secrets) {
    const promos = new Set<number>();
    super({
      name: 'hwdevice',
      settings: settingsOf(deckOptions, { 'detection.algorithm': 'lead', 'hide.color': 'red' }),
      tools: { clock, log },
      library: {
        trackOf: (tags) => {
          const track = trackOf(tags);
          return promos.has(numberOf(track)) ? { ...track, genre: 'Promo' } : track;
        },
        artOf: () => HAS_COVER,
      },
    });
    this.#secrets = secrets;
    this.#promos = promos;
  }

  override run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    const transition = (one: Transition): void => {
      this.#secrets.announcedByHardware(one);
      listener.transition(one);
    };
    return super.run({ ...listener, transition }, signal);
  }

  /** Loads a track unless the other deck has it, because one copy is enough. */
  bring(deck: number, number: number, late: boolean): void {
    if (this.#lying.get(3 - deck) === number) {
      return;
    }
    this.#lying.set(deck, number);
    this.#secrets.loaded(deck, number);
    const { location, filename } = tagsOf(number);
    this.on(deck, { kind: 'loaded', loaded: false });
    this.on(deck, { kind: 'tags', tags: { location, filename } });
    if (!late) {
      this.nameTrackOn(deck);
    }
    this.on(deck, { kind: 'loaded', loaded: true });
  }

  nameTrackOn(deck: number): void {
    const number = this.#lying.get(deck);
    if (number !== undefined) {
      const { location: _place, filename: _file, title, ...names } = tagsOf(number);
      this.on(deck, { kind: 'tags', tags: names });
      this.on(deck, { kind: 'tags', tags: { title } });
    }
  }

  /** The library learns that a few tracks are promos. */
  learn(number: number): void {
    if (Secrets.isPromo(number)) {
      this.#promos.add(number);
      this.#secrets.learned(number);
      this.libraryChanged();
    }
  }
}

/** Returns a cover after a while. A look-up of a hidden track would reveal it. */
function slowEnricher(clock: FakeClock, ms: number, record: (what: unknown) => void): Enricher {
  return {
    prefetch: record,
    async enrich(what, nativeArt, signal) {
      record(what);
      await clock.sleep(ms, signal).catch(() => undefined);
      // A cover is found by names, or from the device.
      const isFound = nativeArt !== undefined || what.title !== '';
      return signal.aborted || !isFound ? {} : { art: coverNamed(token(numberOf(what))) };
    },
  };
}

function tailedLog(tail: LogTail, clock: FakeClock, record: (line: unknown) => void): Logger {
  const keep =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}): void => {
      record({ message, fields });
      tail.keep(clock.now(), level, message, fields);
    };
  return { debug: () => undefined, info: keep('info'), warn: keep('warn'), error: keep('error') };
}

async function pattern(source: string) {
  const parsed = await regex().parse(source);
  return parsed.ok ? parsed.value : undefined;
}
