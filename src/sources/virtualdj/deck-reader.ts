import { plausibleBpm, plausibleYear } from '../../core/plausible.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import type { DeckEvent, Tags } from '../../decks/index.ts';
import { baseName } from '../shared/file-name.ts';
import { readLength, readSlider, readText, readTruth } from './answer.ts';

type Query = (script: string) => Promise<string>;

export const DEVICE = 'virtualdj';

/** Always read. Higher decks are tried one at a time until they hold a track. */
const FIRST_DECKS = [1, 2, 3, 4];
const LAST_DECK = 16;

const STREAM = /^[a-z]+:\/\//i;
/** `get_title` of an empty deck. */
const PROMPT = /^drag a song on this deck/i;
/** Marks an empty deck in our query; not a path. */
const EMPTY = 'deckcast: empty';

/** `identity` differs between tracks. */
interface Loaded {
  readonly path: string;
  readonly identity: string;
}

interface DeckReading {
  readonly loaded: Loaded | undefined;
  /** Set for a new track. */
  readonly tags?: Tags | undefined;
  readonly playing: boolean;
  readonly level?: number | undefined;
  readonly fader?: number | undefined;
}

interface ReadDeck {
  readonly number: number;
  /** Plays and is not faded out. */
  readonly isHeard: boolean;
}

export class DeckReader {
  readonly #query: Query;
  /** Undefined if the deck is empty now. */
  readonly #lastLoaded = new Map<number, Loaded | undefined>();
  #knowsSandbox = true;
  #knowsConditions = true;
  #explored = FIRST_DECKS.length;
  #isSandboxed = false;
  #connected = false;
  #decks: readonly ReadDeck[] = [];

  constructor(query: Query) {
    this.#query = query;
  }

  /** Decks are heard only in the headphones while VirtualDJ is in its sandbox. */
  get isSandboxed(): boolean {
    return this.#isSandboxed;
  }

  /** Ever held a track; empty in the sandbox. */
  get decks(): readonly ReadDeck[] {
    return this.#decks;
  }

  /** Call it when VirtualDJ stops answering; the next may be another version. */
  lost(): readonly DeckEvent[] {
    this.#isSandboxed = false;
    this.#knowsSandbox = true;
    this.#knowsConditions = true;
    const was = this.#connected;
    this.#connected = false;
    return was ? [{ device: DEVICE, kind: 'lost' }] : [];
  }

  /** Throws like `query`. */
  async read(): Promise<readonly DeckEvent[]> {
    this.#isSandboxed = await this.#sandbox();
    this.#decks = [];
    if (this.#isSandboxed) {
      return [];
    }
    const readings = new Map<number, DeckReading>();
    for (const number of [...FIRST_DECKS, ...this.#beyond()]) {
      const reading = await this.#deck(number);
      if (reading !== undefined) {
        readings.set(number, reading);
      }
    }
    const audible = await this.#throughCrossfader(readings);
    this.#decks = [...audible].map(([number, { playing, level }]) => ({
      number,
      isHeard: playing && level !== 0,
    }));
    const events = [...audible].flatMap(([number, reading]) => this.#eventsFrom(number, reading));
    if (this.#connected) {
      return events;
    }
    this.#connected = true;
    return [{ device: DEVICE, kind: 'connected', name: 'VirtualDJ', labels: 'number' }, ...events];
  }

  async #sandbox(): Promise<boolean> {
    if (!this.#knowsSandbox) {
      return false;
    }
    const answer = readTruth(await this.#query('sandbox'));
    // Undefined: this version has no sandbox.
    this.#knowsSandbox = answer !== undefined;
    return answer === true;
  }

  /** The first four are always read; the next one is tried. */
  #beyond(): readonly number[] {
    this.#explored = this.#explored === LAST_DECK ? FIRST_DECKS.length + 1 : this.#explored + 1;
    const used = [...this.#lastLoaded.keys()].filter((number) => number > FIRST_DECKS.length);
    return [...new Set([...used, this.#explored])].sort((a, b) => a - b);
  }

  /** Undefined if the deck never held a track, or is changing it. */
  async #deck(number: number): Promise<DeckReading | undefined> {
    const loaded = await this.#loaded(number);
    if (loaded === undefined) {
      return this.#lastLoaded.has(number) ? { loaded, playing: false } : undefined;
    }
    const tags =
      loaded.identity === this.#lastLoaded.get(number)?.identity
        ? undefined
        : await this.#tags(number, loaded);
    if (tags === 'changing') {
      return undefined;
    }
    const play = readTruth(await this.#query(`deck ${number} play`));
    if (play === false) {
      return { loaded, playing: false, tags };
    }
    const audible = readTruth(await this.#query(`deck ${number} is_audible`));
    const fader = readSlider(await this.#query(`deck ${number} volume`));
    const level = audible === false ? 0 : (fader ?? (audible ? 1 : undefined));
    return { loaded, tags, playing: play ?? audible ?? false, level, fader };
  }

  async #loaded(number: number): Promise<Loaded | undefined> {
    if (this.#knowsConditions) {
      const answer = await this.#query(
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
    if (readTruth(await this.#query(`deck ${number} loaded`)) !== true) {
      return undefined;
    }
    const path = readText(await this.#query(`deck ${number} get_filepath`)) ?? '';
    if (path !== '') {
      // There is a path after all, so this version does not understand conditional queries.
      this.#knowsConditions = false;
      return { path, identity: path };
    }
    return { path, identity: `${await this.#title(number)}\0${await this.#text(number, 'get_artist')}` };
  }

  /** `changing`: names may belong to two tracks. */
  async #tags(number: number, loaded: Loaded): Promise<Tags | 'changing'> {
    const title = await this.#title(number);
    const tags = {
      ...UNKNOWN_TRACK,
      title,
      artist: await this.#text(number, 'get_artist'),
      album: await this.#text(number, 'get_album'),
      genre: await this.#text(number, 'get_genre'),
      label: await this.#text(number, "get_loaded_song 'label'"),
      comment: await this.#text(number, "get_loaded_song 'comment'"),
      key: await this.#text(number, "get_loaded_song 'key'"),
      bpm: plausibleBpm(Number(await this.#text(number, 'get_bpm absolute'))),
      year: plausibleYear(await this.#text(number, "get_loaded_song 'year'")),
      durationMs: readLength(await this.#query(`deck ${number} get_songlength`)),
      location: loaded.path,
      filename: STREAM.test(loaded.path) ? '' : baseName(loaded.path),
    };
    const after = await this.#loaded(number);
    return after?.identity === loaded.identity && !PROMPT.test(title) ? tags : 'changing';
  }

  async #title(number: number): Promise<string> {
    const title = readText(await this.#query(`deck ${number} get_title`));
    return title ?? this.#text(number, "get_loaded_song 'title'");
  }

  async #text(number: number, verb: string): Promise<string> {
    return readText(await this.#query(`deck ${number} ${verb}`)) ?? '';
  }

  /** Lowers decks that the crossfader cuts, regardless of their faders. */
  async #throughCrossfader(
    readings: ReadonlyMap<number, DeckReading>,
  ): Promise<ReadonlyMap<number, DeckReading>> {
    const open = [...readings].filter(([, { level = 0 }]) => level > 0);
    const position = open.length === 0 ? undefined : readSlider(await this.#query('crossfader'));
    if (position === undefined) {
      return readings;
    }
    const audible = new Map(readings);
    for (const [number, reading] of open) {
      const left = readTruth(await this.#query(`deck ${number} leftcross`)) === true;
      const right = readTruth(await this.#query(`deck ${number} rightcross`)) === true;
      const away = left === right ? 0 : left ? position - 0.5 : 0.5 - position;
      audible.set(number, { ...reading, level: (reading.level ?? 0) * (1 - Math.max(0, 2 * away)) });
    }
    return audible;
  }

  #eventsFrom(number: number, { loaded, tags, playing, level, fader }: DeckReading): readonly DeckEvent[] {
    const about = { device: DEVICE, number };
    const before = this.#lastLoaded.get(number);
    this.#lastLoaded.set(number, loaded);
    const isReplaced = before !== undefined && loaded?.identity !== before.identity;
    return [
      ...(isReplaced || loaded === undefined ? [{ ...about, kind: 'loaded', loaded: false } as const] : []),
      ...(tags === undefined
        ? []
        : [{ ...about, kind: 'tags', tags } as const, { ...about, kind: 'loaded', loaded: true } as const]),
      { ...about, kind: 'engaged', engaged: playing },
      ...(level === undefined ? [] : [{ ...about, kind: 'level', level, fader } as const]),
    ];
  }
}
