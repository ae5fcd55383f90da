/** A DJ booth for detection tests: hands that load, play and fade, and a list of what was announced. */
import {
  ALGORITHMS,
  type AlgorithmName,
  advanceTime,
  type DeckEvent,
  type DeckId,
  type Detection,
  type DetectionStep,
  deckId,
  detect,
  explain,
  NOTHING_DETECTED,
  putOnAir,
  type Rule,
} from '../../src/detection/index.ts';

export interface BoothTrack {
  readonly artist?: string;
  readonly title?: string;
  readonly genre?: string;
  readonly networkPath?: string;
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
  readonly loaded: DeckId[] = [];
  now = 0;
  /** Called in the moment of an announcement. */
  onAnnounced: (deck: DeckId, table: Detection) => void = () => undefined;
  #step: DetectionStep = { detection: NOTHING_DETECTED, loaded: [] };

  constructor(algorithm: AlgorithmName, percent = 100, crossfader: Rule['crossfader'] = 'on') {
    this.rule = { algorithm: ALGORITHMS[algorithm], percent, crossfader };
  }

  get detection() {
    return this.#step.detection;
  }

  tell(event: DeckEvent): void {
    const step = detect(this.detection, event, this.now, this.rule);
    if (step !== undefined) {
      this.#take(step);
    }
  }

  /** Lets time pass, and looks again whenever detection asked for it. */
  wait(ms: number): void {
    const end = this.now + ms;
    for (let looks = 0; this.#step.checkAt !== undefined && this.#step.checkAt <= end; looks += 1) {
      if (looks > 1_000 || this.#step.checkAt <= this.now) {
        throw new Error('detection asks to be looked at again and again');
      }
      this.now = this.#step.checkAt;
      this.#take(advanceTime(this.detection, this.now, this.rule));
    }
    this.now = end;
  }

  /** The order of messages that devices keep to when they load a file. */
  load(deck: BoothDeck, track: BoothTrack): void {
    this.unload(deck);
    this.names(deck, track);
    this.tell({ ...at(deck), kind: 'songLoaded', songLoaded: true });
  }

  /** Loads, and waits until everything about the track is known for sure. */
  prepare(deck: BoothDeck, title: string): void {
    this.load(deck, named(title));
    this.wait(LONG);
  }

  unload(deck: BoothDeck): void {
    this.tell({ ...at(deck), kind: 'songLoaded', songLoaded: false });
  }

  names(deck: BoothDeck, track: BoothTrack): void {
    for (const tag of ['title', 'artist', 'genre', 'networkPath'] as const) {
      const value = track[tag];
      if (value !== undefined) {
        this.tell({ ...at(deck), kind: 'text', tag, value });
      }
    }
  }

  play(deck: BoothDeck): void {
    this.tell({ ...at(deck), kind: 'engaged', engaged: true });
    this.tell({ ...at(deck), kind: 'running', running: true });
  }

  /** Plays for as long as a start takes to count where no fader is heard. */
  start(deck: BoothDeck): void {
    this.play(deck);
    this.wait(START);
  }

  /** Stops for so long that it is no stutter. */
  pause(deck: BoothDeck): void {
    this.stop(deck);
    this.wait(STUTTER);
  }

  stop(deck: BoothDeck): void {
    this.tell({ ...at(deck), kind: 'engaged', engaged: false });
    this.tell({ ...at(deck), kind: 'running', running: false });
  }

  /** A hand on the platter: the button stays engaged. */
  platter(deck: BoothDeck, running: boolean): void {
    this.tell({ ...at(deck), kind: 'running', running });
  }

  /** The channel fader of an all-in-one. */
  fader(deck: number, level: number): void {
    this.tell({ device: DEVICE, kind: 'fader', channel: deck, level });
  }

  crossfader(position: number): void {
    this.tell({ device: DEVICE, kind: 'crossfader', position });
  }

  /** What the mixer makes of fader and crossfader. */
  level(deck: BoothDeck, level: number): void {
    this.tell({ ...at(deck), kind: 'effectiveLevel', level });
  }

  master(deck: BoothDeck, master = true): void {
    this.tell({ ...at(deck), kind: 'master', master });
  }

  /** The operator's word. False when it can't be followed. */
  putOnAir(deck: BoothDeck): boolean {
    const { device, number } = at(deck);
    const put = putOnAir(this.detection, deckId(device, number));
    if (put !== undefined) {
      const { checkAt } = this.#step;
      this.#take({ ...put, loaded: [], ...(checkAt === undefined ? {} : { checkAt }) });
    }
    return put !== undefined;
  }

  /** Why the deck leads, or what it waits for. */
  reason(deck: BoothDeck): string {
    const { device, number } = at(deck);
    const found = this.detection.decks.get(deckId(device, number));
    return found === undefined ? '' : explain(found, this.detection, this.now, this.rule);
  }

  #take(step: DetectionStep): void {
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
  }

  #title(play: string): string {
    const tags = this.detection.plays.get(play)?.tags;
    return tags?.title || tags?.networkPath || '?';
  }
}

export const DEVICE = 'prime4';

/** A track with everything that a device tells. */
export function named(title: string): Required<BoothTrack> {
  return { artist: `${title}'s artist`, title, genre: 'House', networkPath: `net://stick/${title}.mp3` };
}

function at(deck: BoothDeck): { readonly device: string; readonly number: number } {
  return typeof deck === 'number' ? { device: DEVICE, number: deck } : deck;
}
