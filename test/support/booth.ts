/** Loads, plays and fades; keeps announcements. */

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

export type BoothDeck = number | { readonly device: string; readonly number: number };

const LONG = 10_000;
const START = 300;
const STUTTER = 300;

export class Booth {
  readonly rule: Rule;
  /** Titles, or file names. */
  readonly announced: string[] = [];
  readonly announcedIds: string[] = [];
  readonly returned: string[] = [];
  /** With the mistakes they replaced. */
  readonly corrected: { readonly title: string; readonly mistake?: string }[] = [];
  readonly loaded: DeckId[] = [];
  now = 0;
  onAnnounced: (deck: DeckId, table: Detection) => void = () => undefined;
  #step: DetectionStep = { detection: emptyDetection('booth', 'booth'), loaded: [] };

  constructor(algorithm: AlgorithmName, percent = 100, crossfader: Rule['crossfader'] = 'on') {
    this.rule = { algorithm: ALGORITHMS[algorithm], percent, crossfader };
  }

  get detection() {
    return this.#step.detection;
  }

  apply(...events: readonly DeckEvent[]): void {
    const step = detect(this.detection, events, this.now, this.rule);
    if (step !== undefined) {
      this.#advance(step);
    }
  }

  connect(device = DEVICE, labels: LabelStyle = 'number'): void {
    this.apply({ device, kind: 'connected', name: device, labels });
  }

  /** Reports levels only at changes. */
  connectMixer(): void {
    this.apply({
      device: DEVICE,
      kind: 'connected',
      name: DEVICE,
      labels: 'number',
      levels: 'as they change',
    });
  }

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

  /** Unloads, names, and reports as loaded, like most devices. */
  load(deck: BoothDeck, track: BoothTrack): void {
    this.unload(deck);
    this.names(deck, track);
    this.apply({ ...at(deck), kind: 'loaded', loaded: true });
  }

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

  /** Long enough without a known fader. */
  start(deck: BoothDeck): void {
    this.play(deck);
    this.wait(START);
  }

  /** Longer than a stutter. */
  pause(deck: BoothDeck): void {
    this.stop(deck);
    this.wait(STUTTER);
  }

  stop(deck: BoothDeck): void {
    this.apply({ ...at(deck), kind: 'engaged', engaged: false });
    this.apply({ ...at(deck), kind: 'running', running: false });
  }

  /** Stays in play mode. */
  platter(deck: BoothDeck, running: boolean): void {
    this.apply({ ...at(deck), kind: 'running', running });
  }

  /** Nothing follows the fader. */
  fader(deck: number, level: number): void {
    this.apply({ ...at(deck), kind: 'level', level, fader: level });
  }

  hearSound(hasSound: boolean): void {
    this.apply({ kind: 'room', hasSound });
  }

  /** Undefined without a listener. */
  hearLevel(deck: number, level: number | undefined): void {
    this.apply(
      { kind: 'room', hasSound: level !== undefined },
      { ...at(deck), kind: 'heard', ...(level === undefined ? {} : { level }) },
    );
  }

  /** `fader`: the deck's own, if reported. */
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

  /** False if detection can't follow. */
  putOnAir(deck: BoothDeck): boolean {
    const { device, number } = at(deck);
    const put = putOnAir(this.detection, deckId(device, number));
    if (put !== undefined) {
      const { checkAt } = this.#step;
      this.#advance({ ...put, loaded: [], ...(checkAt === undefined ? {} : { checkAt }) });
    }
    return put !== undefined;
  }

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

export function named(title: string): Required<BoothTrack> {
  const names = { artist: `${title}'s artist`, title, genre: 'House', label: 'Harbour', bpm: 124 };
  return { ...names, location: `stick/${title}.mp3` };
}

function at(deck: BoothDeck): { readonly device: string; readonly number: number } {
  return typeof deck === 'number' ? { device: DEVICE, number: deck } : deck;
}
