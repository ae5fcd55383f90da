import { DATABASE, type DatabaseArgument, type DatabaseMessage } from './database.ts';

/** What a query is about: the slot, and the kind of track. */
export interface DatabaseSubject {
  /** The number that we present: a real player's on everything before CDJ-3000. */
  readonly asNumber: number;
  readonly slot: number;
  readonly trackType: number;
}

/** The part of the player's screen that a query claims to be for; it does not change the screen. */
const MAIN_MENU = 1;
const DATA = 8;

function address({ asNumber, slot, trackType }: DatabaseSubject, menu: number): number {
  return ((asNumber << 24) | (menu << 16) | (slot << 8) | trackType) >>> 0;
}

/** The transaction of the first and the last message of a connection. */
export const SESSION_TRANSACTION = 0xfffffffe;

export function setUpMessage(asNumber: number): DatabaseMessage {
  return { transaction: SESSION_TRANSACTION, kind: DATABASE.setUp, args: [asNumber] };
}

/** No answer comes; the player closes the connection. */
export function goodbyeMessage(): DatabaseMessage {
  return { transaction: SESSION_TRANSACTION, kind: DATABASE.goodbye, args: [] };
}

/** A query without its transaction number. */
export type DatabaseQuery = Omit<DatabaseMessage, 'transaction'>;

/** The items of a track, to be rendered after. A track without rekordbox (file, audio CD) needs another query. */
export function metadataQuery(subject: DatabaseSubject, trackId: number): DatabaseQuery {
  const kind = subject.trackType === 2 || subject.trackType === 5 ? DATABASE.fileMetadata : DATABASE.metadata;
  return { kind, args: [address(subject, MAIN_MENU), trackId] };
}

/** Path and size of a track's file, to be rendered after. */
export function trackInfoQuery(subject: DatabaseSubject, trackId: number): DatabaseQuery {
  return { kind: DATABASE.trackInfo, args: [address(subject, DATA), trackId] };
}

/** @param query the query whose `count` items are wanted */
export function renderQuery(
  query: DatabaseQuery,
  offset: number,
  limit: number,
  count: number,
): DatabaseQuery {
  return { kind: DATABASE.render, args: [query.args[0] ?? 0, offset, limit, 0, count, 0] };
}

/** The picture of a track; `large` asks for 240 instead of 80 pixels. */
export function artworkQuery(subject: DatabaseSubject, artworkId: number, large: boolean): DatabaseQuery {
  return { kind: DATABASE.artwork, args: [address(subject, DATA), artworkId, ...(large ? [1] : [])] };
}

/** One item of a query's result; twelve arguments. */
export interface MenuItem {
  /** `MENU_ITEM` has those that are known. Higher bits, which CDJ-3000 set, are left out. */
  readonly type: number;
  /** A related number, such as the size of a file. */
  readonly related: number;
  /** Its own id or value. */
  readonly main: number;
  readonly text: string;
  readonly artworkId: number;
}

export const MENU_ITEM = {
  path: 0x00,
  album: 0x02,
  title: 0x04,
  genre: 0x06,
  artist: 0x07,
  rating: 0x0a,
  duration: 0x0b,
  tempo: 0x0d,
  label: 0x0e,
  key: 0x0f,
  bitRate: 0x10,
  year: 0x11,
  comment: 0x23,
  originalArtist: 0x28,
  remixer: 0x29,
  dateAdded: 0x2e,
} as const;

export function readMenuItem({ args }: DatabaseMessage): MenuItem {
  return {
    type: numberAt(args, 6) & 0xffff,
    related: numberAt(args, 0),
    main: numberAt(args, 1),
    text: textAt(args, 3),
    artworkId: numberAt(args, 8),
  };
}

/** A track in a player's database. Which fields are there depends on what the DJ exported. */
export interface DatabaseTrack {
  readonly id?: number;
  readonly title?: string;
  readonly artist?: string;
  readonly album?: string;
  readonly genre?: string;
  readonly label?: string;
  readonly key?: string;
  readonly remixer?: string;
  readonly originalArtist?: string;
  readonly comment?: string;
  readonly dateAdded?: string;
  readonly path?: string;
  /** Bytes. */
  readonly fileSize?: number;
  /** Seconds. */
  readonly duration?: number;
  readonly bpm?: number;
  /** kbit/s */
  readonly bitRate?: number;
  readonly year?: number;
  /** Stars, 0 to 5. */
  readonly rating?: number;
  readonly artworkId?: number;
}

/** Reads the items by their types: number and order differ from stick to stick in the same player. */
export function trackFromItems(items: readonly MenuItem[]): DatabaseTrack {
  return Object.assign({}, ...items.map(fieldsOf));
}

function fieldsOf({ type, main, related, text, artworkId }: MenuItem): DatabaseTrack {
  switch (type) {
    case MENU_ITEM.title:
      return { id: main, ...nonEmpty('title', text), ...(artworkId !== 0 && { artworkId }) };
    case MENU_ITEM.path:
      return { ...nonEmpty('path', text), fileSize: related };
    case MENU_ITEM.artist:
      return nonEmpty('artist', text);
    case MENU_ITEM.album:
      return nonEmpty('album', text);
    case MENU_ITEM.genre:
      return nonEmpty('genre', text);
    case MENU_ITEM.label:
      return nonEmpty('label', text);
    case MENU_ITEM.key:
      return nonEmpty('key', text);
    case MENU_ITEM.remixer:
      return nonEmpty('remixer', text);
    case MENU_ITEM.originalArtist:
      return nonEmpty('originalArtist', text);
    case MENU_ITEM.comment:
      return nonEmpty('comment', text);
    case MENU_ITEM.dateAdded:
      return nonEmpty('dateAdded', text);
    case MENU_ITEM.duration:
      return { duration: main };
    case MENU_ITEM.tempo:
      return main === 0 ? {} : { bpm: main / 100 };
    case MENU_ITEM.bitRate:
      return { bitRate: main };
    case MENU_ITEM.year:
      return main === 0 ? {} : { year: main };
    case MENU_ITEM.rating:
      return { rating: main };
    default:
      return {};
  }
}

/** Marks that players set around the names of categories. */
const WRAPPING = /^\ufffa|\ufffb$/g;

function nonEmpty<Name extends string>(name: Name, text: string): { readonly [Key in Name]?: string } {
  const bare = text.replaceAll(WRAPPING, '');
  // A computed key is typed as any string: it is this one.
  return bare === '' ? {} : ({ [name]: bare } as { readonly [Key in Name]: string });
}

function numberAt(args: readonly DatabaseArgument[], index: number): number {
  const argument = args[index];
  return typeof argument === 'number' ? argument : 0;
}

function textAt(args: readonly DatabaseArgument[], index: number): string {
  const argument = args[index];
  return typeof argument === 'string' ? argument : '';
}
