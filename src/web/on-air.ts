import type { EarlierSet } from '../core/contracts/set.ts';
import { evictOldest } from '../core/evict.ts';
import { entryOf } from '../core/record.ts';
import {
  type HeardInRecording,
  isUnsure,
  type Picture,
  type Publication,
  type SetEntry,
  type ShownTrack,
  type Track,
  withoutRemoved,
} from '../core/track.ts';
import { hoursMinutesSeconds, rfc3339 } from '../core/units.ts';
import { namesInRecords } from '../sets/formats/index.ts';
import type { OnAirState, WireEnd, WireHistoryEntry, WirePicture, WireTrack } from './wire/events.ts';

/** About thirty tracks with art and code, which pages may still request. */
const MAX_PICTURES = 64;
/** A day of short tracks. */
const MAX_SET = 1_000;
const MAX_PREVIOUS = 5;

export class OnAirStore {
  /** Differs at every start of the server. */
  readonly #run: string;
  #position: number | undefined;
  #track: WireTrack | undefined;
  #shownAt: string | undefined;
  #startedAt: number | undefined;
  #ofSet: Pick<Publication, 'set'> = {};
  /** The set before this one, and the position in it of the play that moved here. */
  #before: { readonly ofSet: Pick<Publication, 'set'>; readonly movedFrom: number | undefined } | undefined;
  /** Ids that earlier sets have used. */
  #usedIds = 0;
  /** Id of the first play, if it began in an earlier set. */
  #movedId: string | undefined;
  /** Keyed by public id, oldest first. Republishing a play replaces its entry. */
  readonly #set = new Map<string, SetEntry>();
  /** Keyed by name in the URL, oldest first. */
  #pictures = new Map<string, { readonly id: string; readonly png: Uint8Array }>();

  constructor(run: string) {
    this.#run = run;
  }

  /** The set is known: a track of this run was featured. */
  get hasBegun(): boolean {
    return this.#startedAt !== undefined;
  }

  /** Names the running set, as publications do. */
  get ofSet(): Pick<Publication, 'set'> {
    return this.#ofSet;
  }

  addEarlierSet({ startedAt, entries }: EarlierSet): void {
    // A set that was begun, but has no track yet, starts with its first.
    this.#startedAt = withoutRemoved(entries).length > 0 ? startedAt : undefined;
    for (const entry of entries) {
      this.#set.set(this.#idOf(entry), entry);
    }
  }

  /** Ids of plays stay. */
  #beginWith({ set, movedFrom }: Publication): void {
    if (set !== this.#ofSet.set) {
      this.#movedId = movedFrom === undefined ? undefined : this.#idOf({ position: movedFrom });
      this.#usedIds += Math.max(0, ...[...this.#set.values()].map(({ position }) => position));
      this.#before = { ofSet: this.#ofSet, movedFrom };
      this.#ofSet = set === undefined ? {} : { set };
      this.#set.clear();
      this.#startedAt = undefined;
      // A later hide of an earlier track no longer finds them.
      this.#pictures = new Map([...this.#pictures].filter(([, { id }]) => id === this.#movedId));
    } else if (movedFrom !== undefined && this.#before !== undefined) {
      this.#before = { ...this.#before, movedFrom };
    }
  }

  /** Whether the operator has begun a set in this run. */
  get hasSetBefore(): boolean {
    return this.#before !== undefined;
  }

  /** Position in the set before of the play that moved to this one. */
  get movedFrom(): number | undefined {
    return this.#before?.movedFrom;
  }

  /** Position in the running set of a track that `of` names by its set; undefined if it is not there. */
  positionHere(position: number, of: (ofSet: Pick<Publication, 'set'>) => boolean): number | undefined {
    if (of(this.#ofSet)) {
      return position;
    }
    return this.#before !== undefined && of(this.#before.ofSet) && position === this.#before.movedFrom
      ? 1
      : undefined;
  }

  record(publication: Publication, now: number): void {
    this.#beginWith(publication);
    const id = this.#idOf(publication);
    this.#position = publication.position;
    if (publication.kind === 'off air') {
      this.#position = undefined;
      this.#track = undefined;
      this.#shownAt = undefined;
      return;
    }
    this.#startedAt ??= publication.at;
    this.#set.set(id, entryOf(publication));
    evictOldest(this.#set, MAX_SET);
    if (publication.hidden) {
      this.#track = undefined;
      this.#shownAt = undefined;
      this.#forgetPictures(id);
    } else {
      const isChange = publication.kind === 'correction' || publication.kind === 'new set';
      if (!isChange || this.#track?.id !== id) {
        this.#shownAt = rfc3339(now);
      }
      this.#track = this.#wireTrack(id, publication);
    }
  }

  /** Returns whether the track on air goes on from another deck. */
  changeEarlier(publication: Publication): boolean {
    this.#beginWith(publication);
    const id = this.#idOf(publication);
    if (publication.kind === 'retract' && !publication.removed) {
      this.#set.delete(id);
    } else if (this.#set.has(id)) {
      this.#set.set(id, entryOf(publication));
    }
    if (publication.hidden || publication.removed) {
      this.#forgetPictures(id);
    }
    const { kind, deck = null } = publication;
    if (kind !== 'end' || this.#track?.id !== id || this.#track.deck === deck) {
      return false;
    }
    this.#track = { ...this.#track, deck };
    return true;
  }

  #idOf({ position }: Pick<SetEntry, 'position'>): string {
    return position === 1 && this.#movedId !== undefined
      ? this.#movedId
      : `${this.#run}-${this.#usedIds + position}`;
  }

  /** Returns false if no track is on air. */
  recall(at: number): boolean {
    if (this.#track === undefined) {
      return false;
    }
    this.#shownAt = rfc3339(at);
    return true;
  }

  get state(): OnAirState {
    if (this.#position === undefined) {
      return 'idle';
    }
    return this.#track === undefined ? 'hidden' : 'featured';
  }

  /** Starts at 1; absent while `idle`. */
  get position(): number | undefined {
    return this.#position;
  }

  /** Absent unless `featured`. */
  get track(): WireTrack | undefined {
    return this.#track;
  }

  get end(): WireEnd {
    const { position } = this;
    return position === undefined ? {} : endOf(this.#set.get(this.#idOf({ position })));
  }

  get shownAt(): string | undefined {
    return this.#shownAt;
  }

  /** First track of this session, epoch milliseconds. */
  get startedAt(): number | undefined {
    return this.#startedAt;
  }

  /** Oldest first, with those that the operator removed; at most the newest thousand. */
  get set(): readonly SetEntry[] {
    return [...this.#set.values()];
  }

  get history(): readonly WireHistoryEntry[] {
    return this.#forBrowsers(withoutRemoved(this.set));
  }

  get removedHistory(): readonly WireHistoryEntry[] {
    return this.#forBrowsers(this.set.filter(({ removed }) => removed));
  }

  /** Newest first. */
  get previous(): readonly WireHistoryEntry[] {
    const before = withoutRemoved(this.set).filter(({ position }) => position !== this.#position);
    return this.#forBrowsers(before.slice(-MAX_PREVIOUS).reverse());
  }

  picture(name: string): Uint8Array | undefined {
    return this.#pictures.get(name)?.png;
  }

  #forBrowsers(entries: readonly SetEntry[]): readonly WireHistoryEntry[] {
    return entries.map((entry) => historyEntry(this.#idOf(entry), entry));
  }

  #wireTrack(id: string, publication: Publication): WireTrack {
    // Contains the publication, because a correction may change the picture.
    const name = `${this.#run}-${publication.position}-${publication.seq}`;
    return {
      id,
      ...named(publication.track),
      ...place(publication),
      art: this.#keepPicture(id, name, publication.art),
      code: this.#keepPicture(id, `${name}-code`, publication.code),
      source: publication.source,
      deck: publication.deck ?? null,
    };
  }

  #keepPicture(id: string, name: string, picture: Picture | undefined): WirePicture | null {
    if (picture === undefined) {
      return null;
    }
    const { png, accent } = picture;
    this.#pictures.set(name, { id, png });
    evictOldest(this.#pictures, MAX_PICTURES);
    const url = `/art/${name}.png`;
    return accent === undefined ? { url } : { url, accent };
  }

  #forgetPictures(id: string): void {
    for (const [name, picture] of this.#pictures) {
      if (picture.id === id) {
        this.#pictures.delete(name);
      }
    }
  }
}

function place({ position, at, elapsedMs }: SetEntry): Pick<WireTrack, 'position' | 'startedAt' | 'elapsed'> {
  return { position, startedAt: rfc3339(at), elapsed: hoursMinutesSeconds(elapsedMs) };
}

/** Rejects fields that the wire types lack, because pages would receive them anyway. */
type Described<Fields> = keyof Fields extends keyof WireTrack ? Fields : never;

function named({ filename: _filename, ...track }: ShownTrack): Described<Omit<Track, 'filename'>> {
  return track;
}

function endOf({ endedAt }: Pick<SetEntry, 'endedAt'> = {}): WireEnd {
  return endedAt === undefined ? {} : { endedAt: rfc3339(endedAt) };
}

export function historyEntry(id: string, entry: SetEntry): WireHistoryEntry {
  const unsure = isUnsure(entry) && { unsure: true as const };
  const begins = entry.heard?.begins;
  const sound = begins && { soundFrom: begins.atMs / 1_000 };
  const { hidden, heard, facts } = entry;
  const by = hidden ? (heard ? hiddenInRecordingBy(heard) : facts?.open().hiddenBy) : undefined;
  const why = by && { hiddenBy: by };
  const end = {
    ...endOf(entry),
    ...(entry.silentMs !== undefined && { silentMs: entry.silentMs }),
  };
  return {
    id,
    ...named(namesInRecords(entry)),
    ...place(entry),
    ...end,
    hidden,
    ...why,
    ...unsure,
    ...sound,
  };
}

function hiddenInRecordingBy({
  isHiddenByHand,
  hiddenAs,
}: HeardInRecording): NonNullable<WireHistoryEntry['hiddenBy']> {
  switch (hiddenAs) {
    case 'track':
      return 'earlier';
    case 'time':
      return 'same-time';
    default:
      return isHiddenByHand ? 'operator' : 'rule';
  }
}
