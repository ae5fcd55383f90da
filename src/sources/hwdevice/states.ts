import { channelPath, deckPath, devicePath, type StateValue, tokenFromUuid } from '@deckcast/stagelinq';
import { type DeckEvent, deckId, type Tags } from '../../decks/index.ts';
import type { ColorReporter } from './deck-colors.ts';
import type { LevelReading } from './levels.ts';
import type { TrackLocations } from './track.ts';

type PlayerEvent = Extract<DeckEvent, { kind: 'engaged' | 'running' | 'loaded' | 'tags' | 'master' }>;
type WithoutDevice<Event> = Event extends unknown ? Omit<Event, 'device'> : never;

/** Deck event, or a value that `DeckEvents` combines with others. */
export type StateReading =
  | WithoutDevice<PlayerEvent>
  | { readonly kind: 'player'; readonly player: number }
  | LevelReading
  | { readonly kind: 'locations'; readonly number: number; readonly locations: Partial<TrackLocations> }
  | { readonly kind: 'length'; readonly number: number; readonly length: number }
  | { readonly kind: 'sampleRate'; readonly number: number; readonly sampleRate: number }
  /** The device may lack this deck. */
  | {
      readonly kind: 'color';
      readonly reporter: ColorReporter;
      readonly number: number;
      readonly color: string;
    };

const DECKS = [1, 2, 3, 4] as const;

/** Undefined for values of the wrong type. Null is an empty text, otherwise ignored. */
type StateReader = (value: StateValue['value']) => StateReading | undefined;

export const READERS: ReadonlyMap<string, StateReader> = new Map<string, StateReader>([
  [devicePath.playerNumber, readPlayerNumber],
  [devicePath.crossfader, numeric((position) => ({ kind: 'crossfader', position }))],
  [devicePath.jogColorA, color('layer', 1)],
  [devicePath.jogColorB, color('layer', 2)],
  ...DECKS.flatMap(deckReaders),
  ...DECKS.flatMap(channelReaders),
]);

export const WATCHED_PATHS: readonly string[] = [...READERS.keys()];

function deckReaders(number: number): [string, StateReader][] {
  const name = (tag: keyof Tags): StateReader =>
    textual((value) => ({ number, kind: 'tags', tags: { [tag]: value } }));
  const locations = (part: keyof TrackLocations): StateReader =>
    textual((value) => ({ number, kind: 'locations', locations: { [part]: value } }));
  return [
    [deckPath.songLoaded(number), truth((loaded) => ({ number, kind: 'loaded', loaded }))],
    [deckPath.songName(number), name('title')],
    [deckPath.artistName(number), name('artist')],
    [deckPath.albumName(number), name('album')],
    [deckPath.genre(number), name('genre')],
    [deckPath.trackNetworkPath(number), locations('networkPath')],
    [deckPath.trackName(number), locations('file')],
    [deckPath.trackUri(number), locations('uri')],
    [deckPath.trackLength(number), numeric((length) => ({ number, kind: 'length', length }))],
    [deckPath.sampleRate(number), numeric((sampleRate) => ({ number, kind: 'sampleRate', sampleRate }))],
    [deckPath.externalMixerVolume(number), numeric((level) => ({ number, kind: 'effectiveLevel', level }))],
    [deckPath.isMaster(number), truth((master) => ({ number, kind: 'master', master }))],
    [deckPath.color(number), color('deck', number)],
    [deckPath.jogColor(number), color('deck', number)],
    [deckPath.playerColor(number), color('profile', number)],
    [deckPath.play(number), truth((engaged) => ({ number, kind: 'engaged', engaged }))],
    [deckPath.playState(number), truth((running) => ({ number, kind: 'running', running }))],
  ];
}

function channelReaders(channel: number): [string, StateReader][] {
  return [
    [channelPath.fader(channel), numeric((level) => ({ kind: 'fader', channel, level }))],
    [
      channelPath.assignment(channel),
      textual((value) => ({ kind: 'carries', channel, deck: carriedDeck(value) })),
    ],
  ];
}

/** `{<uuid of the player>},<deck>`; `,1` if unassigned. */
function carriedDeck(assignment: string): string | null {
  const [uuid = '', number = ''] = assignment.split(',');
  const device = tokenFromUuid(uuid);
  return device !== undefined && /^[1-4]$/.test(number) ? deckId(device, Number(number)) : null;
}

function readPlayerNumber(value: unknown): StateReading | undefined {
  return /^[1-9]$/.test(String(value)) ? { kind: 'player', player: Number(value) } : undefined;
}

/** Ignores empty values: another path may have the deck's color. */
function color(reporter: ColorReporter, number: number): StateReader {
  return textual((value) => (value === '' ? undefined : { kind: 'color', reporter, number, color: value }));
}

/** Some firmware sends numbers. */
function truth(make: (value: boolean) => StateReading): StateReader {
  return (value) => (typeof (value ?? '') === 'string' ? undefined : make(Boolean(value)));
}

function numeric(make: (value: number) => StateReading): StateReader {
  return (value) => (typeof value === 'number' ? make(value) : undefined);
}

function textual(make: (value: string) => StateReading | undefined): StateReader {
  return (value) => {
    const text = value ?? '';
    return typeof text === 'string' ? make(text) : undefined;
  };
}
