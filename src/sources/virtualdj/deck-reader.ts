/** One look at all decks of a VirtualDJ, as events of the deck table. */
import { UNKNOWN_TRACK } from '../../core/track.ts';
import type { DeckEvent, Tags } from '../decks/index.ts';
import { readLength, readSlider, readText, readTruth } from './answer.ts';

/** What VirtualDJ answers to a script. */
type Ask = (script: string) => Promise<string>;

const DEVICE = 'virtualdj';

/** Decks that are asked at each look, whatever is on them. Those beyond take turns until something is loaded there. */
const FIRST_DECKS = [1, 2, 3, 4];
const LAST_DECK = 16;

/** What `get_title` answers for an empty deck. */
const PROMPT = /^drag a song on this deck/i;
/** The answer for an empty deck to the question for a path; no path looks so. */
const EMPTY = 'deckcast: empty';

/** What is on a deck, and what tells it from another track. */
interface Loaded {
  readonly path: string;
  readonly identity: string;
}

interface DeckLook {
  readonly loaded: Loaded | undefined;
  /** Names of a track that was not there at the last look. */
  readonly tags?: Tags;
  readonly playing: boolean;
  readonly level?: number;
  readonly fader?: number;
}

export class DeckReader {
  readonly #ask: Ask;
  /** Decks that have held a track, with the one that was told last; undefined for one that is empty now. */
  readonly #known = new Map<number, Loaded | undefined>();
  #asksSandbox = true;
  /** Versions differ in whether a question may hold a condition. */
  #asksBoth = true;
  #explored = FIRST_DECKS.length;
  #isSandboxed = false;
  #connected = false;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Decks are rehearsed in the headphones, and play for nobody else. */
  get isSandboxed(): boolean {
    return this.#isSandboxed;
  }

  /** It does not answer any more. Another version may be there next. */
  lost(): readonly DeckEvent[] {
    this.#isSandboxed = false;
    this.#asksSandbox = true;
    this.#asksBoth = true;
    const was = this.#connected;
    this.#connected = false;
    return was ? [{ device: DEVICE, kind: 'lost' }] : [];
  }

  /** What is told at once: nothing is known of VirtualDJ between two looks. Throws what asking throws. */
  async look(): Promise<readonly DeckEvent[]> {
    this.#isSandboxed = await this.#sandbox();
    if (this.#isSandboxed) {
      return [];
    }
    const looks = new Map<number, DeckLook>();
    for (const number of [...FIRST_DECKS, ...this.#beyond()]) {
      const look = await this.#deck(number);
      if (look !== undefined) {
        looks.set(number, look);
      }
    }
    const heard = await this.#throughCrossfader(looks);
    const events = [...heard].flatMap(([number, look]) => this.#eventsFrom(number, look));
    if (this.#connected) {
      return events;
    }
    this.#connected = true;
    return [{ device: DEVICE, kind: 'connected', name: 'VirtualDJ', labels: 'number' }, ...events];
  }

  async #sandbox(): Promise<boolean> {
    if (!this.#asksSandbox) {
      return false;
    }
    const answer = readTruth(await this.#ask('sandbox'));
    // A version without it.
    this.#asksSandbox = answer !== undefined;
    return answer === true;
  }

  /** Decks beyond the first: those that hold a track or have held one, and the next one in turn. */
  #beyond(): readonly number[] {
    this.#explored = this.#explored === LAST_DECK ? FIRST_DECKS.length + 1 : this.#explored + 1;
    const used = [...this.#known.keys()].filter((number) => number > FIRST_DECKS.length);
    return [...new Set([...used, this.#explored])].sort((a, b) => a - b);
  }

  /** Undefined for a deck that has never held a track, and for one that is just being given its next. */
  async #deck(number: number): Promise<DeckLook | undefined> {
    const loaded = await this.#loaded(number);
    if (loaded === undefined) {
      return this.#known.has(number) ? { loaded, playing: false } : undefined;
    }
    const tags =
      loaded.identity === this.#known.get(number)?.identity ? undefined : await this.#tags(number, loaded);
    if (tags === 'changing') {
      return undefined;
    }
    const play = readTruth(await this.#ask(`deck ${number} play`));
    if (play === false) {
      return { loaded, playing: false, ...(tags === undefined ? {} : { tags }) };
    }
    const audible = readTruth(await this.#ask(`deck ${number} is_audible`));
    const fader = readSlider(await this.#ask(`deck ${number} volume`));
    const level = audible === false ? 0 : (fader ?? (audible ? 1 : undefined));
    return {
      loaded,
      playing: play ?? audible ?? false,
      ...(tags === undefined ? {} : { tags }),
      ...(level === undefined ? {} : { level }),
      ...(fader === undefined ? {} : { fader }),
    };
  }

  /** Undefined when the deck is empty. */
  async #loaded(number: number): Promise<Loaded | undefined> {
    if (this.#asksBoth) {
      const answer = await this.#ask(
        `deck ${number} loaded ? deck ${number} get_filepath : get_text '${EMPTY}'`,
      );
      const path = readText(answer);
      if (path === EMPTY) {
        return undefined;
      }
      if (path !== undefined && path !== '' && readTruth(answer) === undefined) {
        return { path, identity: path };
      }
    }
    if (readTruth(await this.#ask(`deck ${number} loaded`)) !== true) {
      return undefined;
    }
    const path = readText(await this.#ask(`deck ${number} get_filepath`)) ?? '';
    if (path !== '') {
      // The path was there to be told: this version does not take the question with a condition.
      this.#asksBoth = false;
      return { path, identity: path };
    }
    return { path, identity: `${await this.#title(number)}\0${await this.#text(number, 'get_artist')}` };
  }

  /** `changing` when the track went while its names were asked for, so that they may belong to two. */
  async #tags(number: number, loaded: Loaded): Promise<Tags | 'changing'> {
    const title = await this.#title(number);
    const tags = {
      ...UNKNOWN_TRACK,
      title,
      artist: await this.#text(number, 'get_artist'),
      album: await this.#text(number, 'get_album'),
      genre: await this.#text(number, 'get_genre'),
      durationMs: readLength(await this.#ask(`deck ${number} get_songlength`)),
      location: loaded.path,
      filename: filenameOf(loaded.path),
    };
    const after = await this.#loaded(number);
    return after?.identity === loaded.identity && !PROMPT.test(title) ? tags : 'changing';
  }

  async #title(number: number): Promise<string> {
    const title = readText(await this.#ask(`deck ${number} get_title`));
    return title ?? this.#text(number, "get_loaded_song 'title'");
  }

  async #text(number: number, verb: string): Promise<string> {
    return readText(await this.#ask(`deck ${number} ${verb}`)) ?? '';
  }

  /** A deck that is cut by the crossfader is not heard, whatever its own fader says. */
  async #throughCrossfader(looks: ReadonlyMap<number, DeckLook>): Promise<ReadonlyMap<number, DeckLook>> {
    const open = [...looks].filter(([, { level = 0 }]) => level > 0);
    const position = open.length === 0 ? undefined : readSlider(await this.#ask('crossfader'));
    if (position === undefined) {
      return looks;
    }
    const heard = new Map(looks);
    for (const [number, look] of open) {
      const left = readTruth(await this.#ask(`deck ${number} leftcross`)) === true;
      const right = readTruth(await this.#ask(`deck ${number} rightcross`)) === true;
      const away = left === right ? 0 : left ? position - 0.5 : 0.5 - position;
      heard.set(number, { ...look, level: (look.level ?? 0) * (1 - Math.max(0, 2 * away)) });
    }
    return heard;
  }

  #eventsFrom(number: number, { loaded, tags, playing, level, fader }: DeckLook): readonly DeckEvent[] {
    const about = { device: DEVICE, number };
    const before = this.#known.get(number);
    this.#known.set(number, loaded);
    const taken = before !== undefined && loaded?.identity !== before.identity;
    return [
      ...(taken || loaded === undefined ? [{ ...about, kind: 'loaded', loaded: false } as const] : []),
      ...(tags === undefined
        ? []
        : [{ ...about, kind: 'tags', tags } as const, { ...about, kind: 'loaded', loaded: true } as const]),
      { ...about, kind: 'engaged', engaged: playing },
      ...(level === undefined
        ? []
        : [{ ...about, kind: 'level', level, ...(fader === undefined ? {} : { fader }) } as const]),
    ];
  }
}

/** Base name of the file; empty for streams. */
function filenameOf(path: string): string {
  return /^[a-z]+:\/\//i.test(path) ? '' : path.slice(path.search(/[^\\/]*$/));
}
