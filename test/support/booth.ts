/** A DJ booth for detection tests: hands that load, play and fade, and a list of what was announced. */

import { ALGORITHMS, type AlgorithmName } from '../../src/decks/detection/algorithms/index.ts';
import type { DeckId } from '../../src/decks/detection/deck.ts';
import {
  advanceTime,
  type DeckEvent,
  type Detection,
  type DetectionStep,
  deckId,
  detect,
  emptyDetection,
  explain,
  putOnAir,
  type Rule,
} from '../../src/decks/detection/index.ts';
import type { LabelStyle } from '../../src/decks/detection/label.ts';

export interface BoothTrack {
  readonly artist?: string;
  readonly title?: string;
  readonly genre?: string;
  readonly label?: string;
  readonly bpm?: number;
  readonly location?: string;
}

/** A deck of the only device, or a deck of another one. */
export type BoothDeck = number | { readonly device: string; readonly number: number };

/** Longer than anything in detection waits. */
const LONG = 10_000;
const START = 300;
const STUTTER = 300;

export class Booth {
  readonly rule: Rule;
  /** Titles (or file names) of what was announced. */
  readonly announced: string[] = [];
  readonly announcedIds: string[] = [];
  /** Titles of announced tracks that led again. */
  readonly returned: string[] = [];
  /** Titles of tracks that were corrected by ear, and of the mistakes that they replaced. */
  readonly corrected: { readonly title: string; readonly mistake?: string }[] = [];
  readonly loaded: DeckId[] = [];
  now = 0;
  /** Called in the moment of an announcement. */
  onAnnounced: (deck: DeckId, table: Detection) => void = () => undefined;
  #step: DetectionStep = { detection: emptyDetection('booth', 'booth'), loaded: [] };

  constructor(algorithm: AlgorithmName, percent = 100, crossfader: Rule['crossfader'] = 'on') {
    this.rule = { algorithm: ALGORITHMS[algorithm], percent, crossfader };
  }

  get detection() {
    return this.#step.detection;
  }

  /** Events of one call happen at once. */
  apply(...events: readonly DeckEvent[]): void {
    const step = detect(this.detection, events, this.now, this.rule);
    if (step !== undefined) {
      this.#advance(step);
    }
  }

  connect(device = DEVICE, labels: LabelStyle = 'number'): void {
    this.apply({ device, kind: 'connected', name: device, labels });
  }

  /** A device whose levels are told when they change, and only then. */
  connectMixer(): void {
    this.apply({
      device: DEVICE,
      kind: 'connected',
      name: DEVICE,
      labels: 'number',
      levels: 'as they change',
    });
  }

  /** Lets time pass, and wakes detection whenever it asked for that. */
  wait(ms: number): void {
    const end = this.now + ms;
    for (let wakes = 0; this.#step.checkAt !== undefined && this.#step.checkAt <= end; wakes += 1) {
      if (wakes > 1_000 || this.#step.checkAt <= this.now) {
        throw new Error('detection asks to be woken again and again');
      }
      this.now = this.#step.checkAt;
      this.#advance(advanceTime(this.detection, this.now, this.rule));
    }
    this.now = end;
  }

  /** Unloads, names the track, and says that it is loaded: the order of most devices. */
  load(deck: BoothDeck, track: BoothTrack): void {
    this.unload(deck);
    this.names(deck, track);
    this.apply({ ...at(deck), kind: 'loaded', loaded: true });
  }

  /** Loads, and waits until everything about the track is known for sure. */
  prepare(deck: BoothDeck, title: string): void {
    this.load(deck, named(title));
    this.wait(LONG);
  }

  unload(deck: BoothDeck): void {
    this.apply({ ...at(deck), kind: 'loaded', loaded: false });
  }

  names(deck: BoothDeck, track: BoothTrack): void {
    for (const [tag, value] of Object.entries(track)) {
      this.apply({ ...at(deck), kind: 'tags', tags: { [tag]: value } });
    }
  }

  play(deck: BoothDeck): void {
    this.apply({ ...at(deck), kind: 'engaged', engaged: true });
    this.apply({ ...at(deck), kind: 'running', running: true });
  }

  /** Plays for as long as a start takes to count where no fader is heard. */
  start(deck: BoothDeck): void {
    this.play(deck);
    this.wait(START);
  }

  /** Stops for so long that it is not a stutter. */
  pause(deck: BoothDeck): void {
    this.stop(deck);
    this.wait(STUTTER);
  }

  stop(deck: BoothDeck): void {
    this.apply({ ...at(deck), kind: 'engaged', engaged: false });
    this.apply({ ...at(deck), kind: 'running', running: false });
  }

  /** A hand on the platter: the button stays engaged. */
  platter(deck: BoothDeck, running: boolean): void {
    this.apply({ ...at(deck), kind: 'running', running });
  }

  /** A fader that nothing else makes quieter. */
  fader(deck: number, level: number): void {
    this.apply({ ...at(deck), kind: 'level', level, fader: level });
  }

  /** Whether sound of the room arrives. */
  hearSound(hasSound: boolean): void {
    this.apply({ kind: 'room', hasSound });
  }

  /** How clearly its track is heard; undefined when nobody listens. */
  hearLevel(deck: number, level: number | undefined): void {
    this.apply(
      { kind: 'room', hasSound: level !== undefined },
      { ...at(deck), kind: 'heard', ...(level === undefined ? {} : { level }) },
    );
  }

  /** How loud the audience hears the deck; `fader` is the position of its own fader, when that is reported. */
  level(deck: BoothDeck, level: number | undefined, fader?: number): void {
    this.apply({
      ...at(deck),
      kind: 'level',
      ...(level === undefined ? {} : { level }),
      ...(fader === undefined ? {} : { fader }),
    });
  }

  master(deck: BoothDeck, master = true): void {
    this.apply({ ...at(deck), kind: 'master', master });
  }

  /** The operator's word. False when it can't be followed. */
  putOnAir(deck: BoothDeck): boolean {
    const { device, number } = at(deck);
    const put = putOnAir(this.detection, deckId(device, number));
    if (put !== undefined) {
      const { checkAt } = this.#step;
      this.#advance({ ...put, loaded: [], ...(checkAt === undefined ? {} : { checkAt }) });
    }
    return put !== undefined;
  }

  /** Why the deck leads, or what it waits for. */
  reason(deck: BoothDeck): string {
    const { device, number } = at(deck);
    const found = this.detection.decks.get(deckId(device, number));
    return found === undefined ? '' : String(explain(found, this.detection, this.now, this.rule));
  }

  #advance(step: DetectionStep): void {
    this.#step = step;
    this.loaded.push(...step.loaded);
    if (step.announced !== undefined) {
      this.announced.push(this.#title(step.announced.play));
      this.announcedIds.push(step.announced.play);
      this.onAnnounced(step.announced.deck, step.detection);
    }
    if (step.returned !== undefined) {
      this.returned.push(this.#title(step.returned.play));
    }
    if (step.corrected !== undefined) {
      const { play, mistake } = step.corrected;
      this.corrected.push({
        title: this.#title(play),
        ...(mistake === undefined ? {} : { mistake: this.#title(mistake) }),
      });
    }
  }

  #title(play: string): string {
    const tags = this.detection.plays.get(play)?.tags;
    return tags?.title || tags?.location || '?';
  }
}

export const DEVICE = 'unit';

/** A track with everything that a deck reports. */
export function named(title: string): Required<BoothTrack> {
  const names = { artist: `${title}'s artist`, title, genre: 'House', label: 'Harbour', bpm: 124 };
  return { ...names, location: `stick/${title}.mp3` };
}

function at(deck: BoothDeck): { readonly device: string; readonly number: number } {
  return typeof deck === 'number' ? { device: DEVICE, number: deck } : deck;
}
