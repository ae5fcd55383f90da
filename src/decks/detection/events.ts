/** The events of the deck table, and how they change it. */
import { clampLevel } from '../../core/level.ts';
import {
  type ChannelStrip,
  type Deck,
  type DeckId,
  type Detection,
  type Device,
  type DeviceId,
  deckId,
  type LoadedTrack,
  newDeck,
  newDevice,
  type Tags,
} from './deck.ts';
import type { LabelStyle } from './label.ts';
import { changeCounted, changeLoaded, changeTags, forgetNames } from './loaded-track.ts';
import { changeTransport, type StopGrace } from './transport.ts';

/** The events of a deck source: each as soon as it is known, in any order, as often as necessary. */
export type DeckEvent = DeviceEvent | StripEvent | PlayerEvent | RoomEvent;

/** Whether sound of the room arrives. */
interface RoomEvent {
  readonly kind: 'room';
  readonly hasSound: boolean;
}

type DeviceEvent = {
  readonly device: DeviceId;
} /** The device was connected, or connected again. */ & (
  | {
      readonly kind: 'connected';
      readonly name: string;
      readonly labels: LabelStyle;
      /** It has a mixer, and tells a level only when that changes; absent where levels are told at once, or never. */
      readonly levels?: 'as they change' | undefined;
    }
  /** The connection broke. Its decks are taken to play on for a while. */
  | { readonly kind: 'lost' }
  /** It said goodbye, or has been silent for so long that it must be off. */
  | { readonly kind: 'gone' }
  /** Loads that went on from one deck to another, by number: no new loads. A deck that they left is empty. */
  | { readonly kind: 'moved'; readonly to: ReadonlyMap<number, number> }
  /** The number that the DJ gave it. */
  | { readonly kind: 'player'; readonly player: number }
);

/** About deck `number` of `device`, from 1, which the device need not have: that makes none. */
type StripEvent = { readonly device: DeviceId; readonly number: number } & (
  | {
      readonly kind: 'level';
      /**
       * How loud the audience hears the deck, 0 to 1, including the crossfader; absent when unknown. A mixer that
       * reports only whether a deck is on air gives 1 or 0.
       */
      readonly level?: number | undefined;
      /** Position of the deck's own fader, 0 to 1, where it is reported. */
      readonly fader?: number | undefined;
    }
  /** `#rrggbb` or `#aarrggbb`; empty when it has none. */
  | { readonly kind: 'color'; readonly color: string }
  /**
   * How clearly its track is heard in the sound of the room, 0 to 1; absent when nobody listens. `doubles`: the deck with
   * the same recording that is heard in its place.
   */
  | { readonly kind: 'heard'; readonly level?: number | undefined; readonly doubles?: DeckId | undefined }
);

/** About deck `number` of `device`, from 1. */
type PlayerEvent = {
  readonly device: DeviceId;
  readonly number: number;
} /** The play button. A source that knows only whether a deck plays sends this or `running`. */ & (
  | { readonly kind: 'engaged'; readonly engaged: boolean }
  /** The platter: it also stands still while a hand holds it. */
  | { readonly kind: 'running'; readonly running: boolean }
  /** Whether a track is loaded. A source that does not know never sends it. */
  | { readonly kind: 'loaded'; readonly loaded: boolean }
  /** Names, file and playing time of the track: all at once, or each as it comes. */
  | { readonly kind: 'tags'; readonly tags: Partial<Tags> }
  /**
   * For a source that knows loads alone: its program counts the loaded track as played; `load` rises from load to load.
   * Absent when it does not, or no longer. Whatever is loaded next does not count yet.
   */
  | { readonly kind: 'counted'; readonly load?: number | undefined }
  /** Whether it sets the tempo. */
  | { readonly kind: 'master'; readonly master: boolean }
);

/** Devices that are remembered; beyond that the one that left first is forgotten. */
const DEVICES = 32;

/** The table after the event; the same object when the event changes nothing. */
export function applyEvent(before: Detection, event: DeckEvent, at: number, grace: StopGrace): Detection {
  if (event.kind === 'room') {
    const isSame = event.hasSound === (before.room !== undefined);
    return isSame ? before : { ...before, room: event.hasSound ? { unheardSince: at } : undefined };
  }
  const device = before.devices.get(event.device) ?? newDevice(event.device, at);
  if (event.kind === 'level' || event.kind === 'color' || event.kind === 'heard') {
    return withDevice(before, changeStrip(device, event));
  }
  if ('number' in event) {
    return applyToDeck(before, device, event, at, grace);
  }
  if ((event.kind === 'lost' || event.kind === 'gone') && !before.devices.has(event.device)) {
    // It was announced, but never connected.
    return before;
  }
  if (event.kind === 'moved') {
    return moveLoads(before, device, event.to);
  }
  return withDevice(changeDecksOf(before, event, at), changeDevice(device, event, at));
}

/** What is heard of a track goes with it; faders stay. */
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
  return { ...table, decks: new Map(table.decks).set(deck.id, changed) };
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

/** How a device that is connected or lost changes its decks. */
function changeDecksOf(table: Detection, event: DeviceEvent, at: number): Detection {
  if (event.kind !== 'connected' && event.kind !== 'gone') {
    return table;
  }
  const decks = new Map(table.decks);
  for (const deck of table.decks.values()) {
    if (deck.device === event.device) {
      // It repeats all its values now, in any order: its names count only once all have come.
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

function changeStrip(device: Device, event: StripEvent): Device {
  const before = device.strips.get(event.number) ?? {};
  const strip = changedStrip(before, event);
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

function changedStrip(before: ChannelStrip, event: StripEvent): ChannelStrip {
  switch (event.kind) {
    case 'color':
      return { ...before, color: event.color };
    case 'heard':
      return { ...before, heardLevel: clamped(event.level), doubles: event.doubles };
    case 'level':
      return { ...before, level: clamped(event.level), fader: clamped(event.fader) };
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
      return withLoaded(deck, changeCounted(deck.loaded, event.load));
    case 'master':
      return event.master === (deck.masterSince !== undefined)
        ? deck
        : { ...deck, masterSince: event.master ? at : undefined };
  }
}

function withLoaded(deck: Deck, loaded: LoadedTrack): Deck {
  return loaded === deck.loaded ? deck : { ...deck, loaded };
}
