import { clampLevel } from '../../core/level.ts';
import {
  type ChannelStrip,
  type Deck,
  type Detection,
  type Device,
  type DeviceId,
  deckId,
  type LoadedTrack,
  newDeck,
  newDevice,
  type Tags,
} from './deck.ts';
import { unitsOf } from './label.ts';
import { changeCounted, changeLoaded, changeTags, forgetNames } from './loaded-track.ts';
import { changeTransport, type StopGrace } from './transport.ts';

/** Sent as soon as known, in any order, repeatedly if necessary. */
export type DeckEvent = DeviceEvent | StripEvent | PlayerEvent | RoomEvent;

interface RoomEvent {
  readonly kind: 'room';
  readonly hasSound: boolean;
}

type DeviceEvent = { readonly device: DeviceId } & DeviceChange;

type DeviceChange =
  /** The device was connected, or connected again. */
  | ({ readonly kind: 'connected' } & Pick<Device, 'name' | 'labels' | 'levels'>)
  /** The connection broke. The decks count as playing for a while. */
  | { readonly kind: 'lost' }
  /** A goodbye, or a silence so long that it must be off. */
  | { readonly kind: 'gone' }
  /** Tracks moved between decks, given by number: no new loads, and the decks they left are empty. */
  | { readonly kind: 'moved'; readonly to: ReadonlyMap<number, number> }
  | { readonly kind: 'player'; readonly player: number };

/** Deck `number` of `device`, from 1. Creates no deck. */
type StripEvent = { readonly device: DeviceId; readonly number: number } & (
  | ({ readonly kind: 'level' } & Pick<ChannelStrip, 'level' | 'fader'>)
  /** `#rrggbb` or `#aarrggbb`; may be empty. */
  | { readonly kind: 'color'; readonly color: string }
  /** `heardLevel` of the strip. */
  | ({ readonly kind: 'heard'; readonly level?: number | undefined } & Pick<ChannelStrip, 'doubles'>)
);

/** Deck `number` of `device`, from 1. */
type PlayerEvent = { readonly device: DeviceId; readonly number: number } & PlayerChange;

type PlayerChange =
  /** The play button. A source that knows only whether a deck plays sends this or `running`. */
  | { readonly kind: 'engaged'; readonly engaged: boolean }
  /** The platter, which a hand stops too. */
  | { readonly kind: 'running'; readonly running: boolean }
  | { readonly kind: 'loaded'; readonly loaded: boolean }
  /** Together or one by one. */
  | { readonly kind: 'tags'; readonly tags: Partial<Tags> }
  /**
   * For sources that know only loads, and which tracks their program counts as played. `order` rises from count to
   * count; undefined if the track does not count, or no longer. With `COUNTED_EARLIER`, the deck leads only by sound
   * or faders. The next load resets it.
   */
  | { readonly kind: 'counted'; readonly order: number | undefined }
  | { readonly kind: 'master'; readonly master: boolean };

/** Most devices; the one that left first is forgotten. */
const DEVICES = 32;

/** Same object if nothing changes. */
export function applyEvent(before: Detection, event: DeckEvent, at: number, grace: StopGrace): Detection {
  if (event.kind === 'room') {
    const isSame = event.hasSound === (before.room !== undefined);
    return isSame ? before : { ...before, room: event.hasSound ? { unheardSince: at } : undefined };
  }
  const device = before.devices.get(event.device) ?? newDevice(event.device, at);
  if (event.kind === 'level' || event.kind === 'color' || event.kind === 'heard') {
    return withDevice(before, changeStrip(device, event, at));
  }
  if ('number' in event) {
    return applyToDeck(before, device, event, at, grace);
  }
  if ((event.kind === 'lost' || event.kind === 'gone') && !before.devices.has(event.device)) {
    // Announced, but never connected.
    return before;
  }
  if (event.kind === 'moved') {
    return moveLoads(before, device, event.to);
  }
  const table = withDevice(changeDecksOf(before, event, at), changeDevice(device, event, at));
  // A unit that leaves renames no deck.
  return event.kind === 'connected' || event.kind === 'player' ? withUnits(table) : table;
}

/** Devices that left keep their old `unit`. */
function withUnits(table: Detection): Detection {
  const withDecks = new Set([...table.decks.values()].map(({ device }) => device));
  const units = unitsOf(
    [...table.devices.values()].filter(
      ({ id, lostAt }) => withDecks.has(id) && lostAt !== Number.NEGATIVE_INFINITY,
    ),
  );
  let devices: Map<DeviceId, Device> | undefined;
  for (const device of table.devices.values()) {
    const unit = units.get(device.id);
    if (unit !== device.unit && device.lostAt !== Number.NEGATIVE_INFINITY) {
      devices ??= new Map(table.devices);
      devices.set(device.id, { ...device, unit });
    }
  }
  return devices === undefined ? table : { ...table, devices };
}

/** Heard levels move with the tracks; faders stay. */
function moveLoads(table: Detection, device: Device, to: ReadonlyMap<number, number>): Detection {
  const decks = new Map(table.decks);
  const strips = new Map(device.strips);
  for (const number of to.keys()) {
    decks.set(deckId(device.id, number), newDeck(device.id, number));
    strips.set(number, { ...device.strips.get(number), heardLevel: undefined, doubles: undefined });
  }
  for (const [from, number] of to) {
    const deck = table.decks.get(deckId(device.id, from)) ?? newDeck(device.id, from);
    const id = deckId(device.id, number);
    decks.set(id, { ...deck, id, number });
    const { heardLevel } = device.strips.get(from) ?? {};
    strips.set(number, { ...device.strips.get(number), heardLevel, doubles: undefined });
  }
  const { leading } = table;
  const led = [...to].find(([from]) => leading?.deck === deckId(device.id, from))?.[1];
  return withDevice(
    {
      ...table,
      decks,
      leading: leading && led !== undefined ? { ...leading, deck: deckId(device.id, led) } : leading,
    },
    { ...device, strips },
  );
}

function applyToDeck(
  before: Detection,
  device: Device,
  event: PlayerEvent,
  at: number,
  grace: StopGrace,
): Detection {
  const known = before.decks.get(deckId(event.device, event.number));
  const deck = known ?? newDeck(event.device, event.number);
  const changed = changeDeck(deck, device, event, at, grace);
  if (changed === deck && (known !== undefined || event.kind === 'tags')) {
    // Empty names create no deck.
    return before;
  }
  const table = withDevice(before, device);
  const withDeck = { ...table, decks: new Map(table.decks).set(deck.id, changed) };
  return known === undefined ? withUnits(withDeck) : withDeck;
}

function withDevice(table: Detection, device: Device): Detection {
  if (table.devices.get(device.id) === device) {
    return table;
  }
  const devices = new Map(table.devices).set(device.id, device);
  if (devices.size <= DEVICES) {
    return { ...table, devices };
  }
  const [oldest] = [...devices.values()]
    .filter((other) => other.lostAt !== undefined && other !== device)
    .sort((a, b) => (a.lostAt ?? 0) - (b.lostAt ?? 0));
  if (oldest === undefined) {
    return { ...table, devices };
  }
  devices.delete(oldest.id);
  return {
    ...table,
    devices,
    decks: new Map([...table.decks].filter(([, deck]) => deck.device !== oldest.id)),
  };
}

function changeDecksOf(table: Detection, event: DeviceEvent, at: number): Detection {
  if (event.kind !== 'connected' && event.kind !== 'gone') {
    return table;
  }
  const decks = new Map(table.decks);
  for (const deck of table.decks.values()) {
    if (deck.device === event.device) {
      // The device repeats all values in any order, so names count once all have come.
      const loaded = { ...forgetNames(deck.loaded), unsettled: true, changedAt: at };
      decks.set(deck.id, event.kind === 'gone' ? { ...deck, transport: {} } : { ...deck, loaded });
    }
  }
  return { ...table, decks };
}

function changeDevice(
  device: Device,
  event: Exclude<DeviceEvent, { readonly kind: 'moved' }>,
  at: number,
): Device {
  switch (event.kind) {
    case 'connected': {
      const { name, labels, levels } = event;
      return { ...device, name, labels, levels, since: at, lostAt: undefined };
    }
    case 'lost':
      return device.lostAt === undefined ? { ...device, lostAt: at } : device;
    case 'gone':
      return { ...device, lostAt: Number.NEGATIVE_INFINITY };
    case 'player':
      return event.player === device.player ? device : { ...device, player: event.player };
  }
}

function changeStrip(device: Device, event: StripEvent, at: number): Device {
  const before = device.strips.get(event.number) ?? {};
  const strip = changedStrip(before, event, at);
  const isSame = STRIP_KEYS.every((key) => strip[key] === before[key]);
  return isSame ? device : { ...device, strips: new Map(device.strips).set(event.number, strip) };
}

const STRIP_KEYS = [
  'level',
  'fader',
  'heardLevel',
  'doubles',
  'color',
] as const satisfies readonly (keyof ChannelStrip)[];

function changedStrip(before: ChannelStrip, event: StripEvent, at: number): ChannelStrip {
  switch (event.kind) {
    case 'color':
      return { ...before, color: event.color };
    case 'heard':
      return { ...before, heardLevel: clamped(event.level), doubles: event.doubles };
    case 'level':
      return { ...before, level: clamped(event.level), fader: clamped(event.fader), levelAt: at };
  }
}

function clamped(level: number | undefined): number | undefined {
  return level === undefined ? undefined : clampLevel(level);
}

function changeDeck(deck: Deck, device: Device, event: PlayerEvent, at: number, grace: StopGrace): Deck {
  switch (event.kind) {
    case 'engaged':
    case 'running': {
      const change = event.kind === 'engaged' ? { engaged: event.engaged } : { running: event.running };
      const transport = changeTransport(deck.transport, change, at, grace, device.since);
      return transport === deck.transport ? deck : { ...deck, transport };
    }
    case 'loaded':
      return withLoaded(deck, changeLoaded(deck.loaded, event.loaded, at, device.since));
    case 'tags':
      return withLoaded(deck, changeTags(deck.loaded, event.tags, at));
    case 'counted':
      return withLoaded(deck, changeCounted(deck.loaded, event.order));
    case 'master':
      return event.master === (deck.masterSince !== undefined)
        ? deck
        : { ...deck, masterSince: event.master ? at : undefined };
  }
}

function withLoaded(deck: Deck, loaded: LoadedTrack): Deck {
  return loaded === deck.loaded ? deck : { ...deck, loaded };
}
