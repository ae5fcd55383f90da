import { at, block, u8 } from '@deckcast/wire-kit';
import { DATABASE, type DatabaseArgument, type DatabaseMessage } from './database.ts';

/** Slot and kind of track that a query concerns. */
export interface DatabaseSubject {
  /** Number to present: a real player's before the CDJ-3000. */
  readonly asNumber: number;
  readonly slot: number;
  readonly trackType: number;
}

/** Part of the player's screen that a query claims to serve. The screen does not change. */
const MAIN_MENU = 1;
const DATA = 8;

const target = block(4, { asNumber: at(0, u8), menu: at(1, u8), slot: at(2, u8), trackType: at(3, u8) });

function address(subject: DatabaseSubject, menu: number): number {
  const bytes = Buffer.alloc(target.size);
  target.put(bytes, 0, { ...subject, menu });
  return bytes.readUInt32BE();
}

/** Decodes the subject of a query. */
export function subjectOf([first]: DatabaseMessage['args']): DatabaseSubject {
  const bytes = Buffer.alloc(target.size);
  bytes.writeUInt32BE(Number(first) >>> 0);
  return target.get(bytes, 0);
}

/** Used by the first and last message of a connection. */
const SESSION_TRANSACTION = 0xfffffffe;

export function setUpMessage(asNumber: number): DatabaseMessage {
  return { transaction: SESSION_TRANSACTION, kind: DATABASE.setUp, args: [asNumber] };
}

/** Closes the connection without an answer. */
export function goodbyeMessage(): DatabaseMessage {
  return { transaction: SESSION_TRANSACTION, kind: DATABASE.goodbye, args: [] };
}

export type DatabaseQuery = Omit<DatabaseMessage, 'transaction'>;

/** Render it next. Tracks without rekordbox (file, audio CD) need another query. */
export function metadataQuery(subject: DatabaseSubject, trackId: number): DatabaseQuery {
  const kind = subject.trackType === 2 || subject.trackType === 5 ? DATABASE.fileMetadata : DATABASE.metadata;
  return { kind, args: [address(subject, MAIN_MENU), trackId] };
}

/** Asks for path and size of a track's file. Render it next. */
export function trackInfoQuery(subject: DatabaseSubject, trackId: number): DatabaseQuery {
  return { kind: DATABASE.trackInfo, args: [address(subject, DATA), trackId] };
}

export function renderQuery(
  query: DatabaseQuery,
  offset: number,
  limit: number,
  count: number,
): DatabaseQuery {
  return { kind: DATABASE.render, args: [query.args[0] ?? 0, offset, limit, 0, count, 0] };
}

/** `large`: 240 pixels instead of 80. */
export function artworkQuery(subject: DatabaseSubject, artworkId: number, large: boolean): DatabaseQuery {
  return { kind: DATABASE.artwork, args: [address(subject, DATA), artworkId, ...(large ? [1] : [])] };
}

/** Item of a query's result. */
export interface MenuItem {
  /** Value of `MENU_ITEM` if known. Higher bits, set by CDJ-3000s, are removed. */
  readonly type: number;
  /** Related number: a file's size. */
  readonly related: number;
  /** Id or value. */
  readonly main: number;
  readonly text: string;
  readonly artworkId: number;
}

/** Known types of menu items. */
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

const ITEM_PLACES = { related: 0, main: 1, textBytes: 2, text: 3, type: 6, artworkId: 8 } as const;
const EMPTY_ITEM: readonly DatabaseArgument[] = [0, 0, 0, '', 2, '', 0, 0, 0, 0, 0, 0];

/** Arguments of unusual types count as empty. */
export function readMenuItem({ args }: Pick<DatabaseMessage, 'args'>): MenuItem {
  const values = Object.entries(ITEM_PLACES).map(([name, place]) => {
    const [value, empty] = [args[place], EMPTY_ITEM[place]];
    return [name, typeof value === typeof empty ? value : empty];
  });
  // The empty item defines the type of each value.
  const item: MenuItem = Object.fromEntries(values);
  return { ...item, type: item.type & 0xffff };
}

/** Encodes an item. */
export function writeMenuItem(item: MenuItem): DatabaseMessage['args'] {
  const args = [...EMPTY_ITEM];
  for (const [name, value] of Object.entries({ ...item, textBytes: (item.text.length + 1) * 2 })) {
    args[ITEM_PLACES[name as keyof typeof ITEM_PLACES]] = value;
  }
  return args;
}

/** Track in a player's database; the DJ's export decides its fields. */
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

/** Marks that players put around names of categories. */
const WRAPPING = /^\ufffa|\ufffb$/g;

type ItemValue<Value> = (item: MenuItem) => Value | undefined;

const text: ItemValue<string> = (item) => item.text.replaceAll(WRAPPING, '') || undefined;
const main: ItemValue<number> = (item) => item.main;
const mainUnlessZero: ItemValue<number> = (item) => item.main || undefined;

const TRACK_FIELDS: {
  readonly [Name in keyof DatabaseTrack]-?: readonly [
    keyof typeof MENU_ITEM,
    ItemValue<NonNullable<DatabaseTrack[Name]>>,
  ];
} = {
  id: ['title', main],
  title: ['title', text],
  artworkId: ['title', ({ artworkId }) => artworkId || undefined],
  path: ['path', text],
  fileSize: ['path', ({ related }) => related],
  artist: ['artist', text],
  album: ['album', text],
  genre: ['genre', text],
  label: ['label', text],
  key: ['key', text],
  remixer: ['remixer', text],
  originalArtist: ['originalArtist', text],
  comment: ['comment', text],
  dateAdded: ['dateAdded', text],
  duration: ['duration', main],
  bpm: ['tempo', (item) => item.main / 100 || undefined],
  bitRate: ['bitRate', main],
  year: ['year', mainUnlessZero],
  rating: ['rating', main],
};

/** Goes by types: number and order of items differ from stick to stick. */
export function trackFromItems(items: readonly MenuItem[]): DatabaseTrack {
  const track: Record<string, unknown> = {};
  for (const item of items) {
    for (const [name, [type, read]] of Object.entries(TRACK_FIELDS)) {
      const value = MENU_ITEM[type] === item.type ? read(item) : undefined;
      if (value !== undefined) {
        track[name] = value;
      }
    }
  }
  return track;
}
