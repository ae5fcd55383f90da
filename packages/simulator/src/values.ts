import { channelPath, deckPath, devicePath, uuidFromToken } from '@deckcast/stagelinq';
import type { StateJson } from '@deckcast/wire-kit/recording';
import { type DeviceSpec, decksOf, MIXER_CHANNELS } from './device-spec.ts';

export const truth = (state: boolean): StateJson => ({ type: 1, state });
export const text = (string: string): StateJson => ({ type: 8, string });
/** Taken from a list of the device: player number, sync mode. */
const choice = (string: string): StateJson => ({ type: 4, string });
export const decimal = (value: number): StateJson => ({ type: 0, value });
export const whole = (value: number): StateJson => ({ type: 10, value });
export const rate = (value: number): StateJson => ({ type: 14, value });
/** `#aarrggbb` in lower case, as devices write it. */
export const color = (argb: string): StateJson => ({ type: 16, color: argb });

/** Real devices vary the order of the keys, and end a whole decimal in `.00`. @param random 0 to below 1 */
export function printValue(value: StateJson, random: () => number): string {
  const { type } = value;
  const members = Object.entries(value).map(([key, member]) => {
    const decimals = key === 'value' && type === 0 && Number.isInteger(member) ? '.00' : '';
    return `${JSON.stringify(key)}:${JSON.stringify(member)}${decimals}`;
  });
  return `{${(random() < 0.5 ? members : members.reverse()).join(',')}}`;
}

/** Hardware sent red and light blue; the others are the middle of their hue. */
const DECK_COLORS: ReadonlyMap<string, string> = new Map([
  ['red', '#ffea2828'],
  ['orange', '#ffea8328'],
  ['yellow', '#ffeaca28'],
  ['limegreen', '#ff99ea28'],
  ['green', '#ff28ea48'],
  ['lightblue', '#ff1cd2e5'],
  ['blue', '#ff2869ea'],
  ['purple', '#ffba28ea'],
]);

/** Undefined unless a name or `#rrggbb`. */
export function colorValue(named: string): string | undefined {
  const own = /^#[0-9a-f]{6}$/i.test(named) ? `#ff${named.slice(1).toLowerCase()}` : undefined;
  return DECK_COLORS.get(named) ?? own;
}

/** Players keep two colors, one for each layer. */
export function colorPath({ role }: Pick<DeviceSpec, 'role'>, deck: number): string {
  if (role === 'player') {
    return deck === 1 ? devicePath.jogColorA : devicePath.jogColorB;
  }
  return deckPath.playerColor(deck);
}

type Values = readonly (readonly [path: string, value: StateJson])[];

const FACTORY_COLOR = '#ff1cd2e5';
/** Real devices have it. */
const EMPTY_DECK_BPM = 120;

export function bootValues(spec: DeviceSpec, devices: readonly DeviceSpec[]): Values {
  return spec.blank
    ? []
    : [
        ...(spec.decks > 0 ? engine(spec) : []),
        ...decksOf(spec.id, spec.decks).flatMap(({ deck }) => emptyDeck(spec, deck)),
        ...(spec.mixer ? mixer(spec, devices) : []),
      ];
}

function engine(spec: DeviceSpec): Values {
  return [
    [devicePath.deckCount, whole(spec.decks)],
    [devicePath.masterTempo, decimal(EMPTY_DECK_BPM)],
    [devicePath.masterStatus, truth(false)],
    [devicePath.playerNumber, choice(String(spec.player))],
    [devicePath.hasUsbDevice, truth(true)],
    [devicePath.activeDeck, text('1')],
  ];
}

function emptyDeck(spec: DeviceSpec, deck: number): Values {
  const { play, playState, isMaster, songLoaded } = deckPath;
  const { songName, artistName, genre, key, trackNetworkPath, trackName, trackUri } = deckPath;
  const level: Values = [[deckPath.externalMixerVolume(deck), decimal(0)]];
  return [
    ...[play, playState, isMaster, songLoaded].map((path) => [path(deck), truth(false)] as const),
    ...[songName, artistName, genre, key, trackNetworkPath, trackName, trackUri].map(
      (path) => [path(deck), text('')] as const,
    ),
    [deckPath.bpm(deck), decimal(EMPTY_DECK_BPM)],
    [deckPath.syncMode(deck), choice('Off')],
    [deckPath.trackLength(deck), whole(0)],
    [deckPath.sampleRate(deck), rate(0)],
    [deckPath.trackBpm(deck), decimal(0)],
    [colorPath(spec, deck), color(FACTORY_COLOR)],
    ...(spec.levels === 'absent' ? [] : level),
  ];
}

/** Assignment is routing: the deck that a channel carries, not a side of the crossfader. */
function mixer(spec: DeviceSpec, devices: readonly DeviceSpec[]): Values {
  return [
    [devicePath.channelCount, whole(MIXER_CHANNELS)],
    [devicePath.crossfader, decimal(0.5)],
    ...Array.from({ length: MIXER_CHANNELS }, (_, index): Values => {
      const carried = spec.channels[index];
      const token = devices.find(({ id }) => id === carried?.device)?.token;
      const assigned =
        carried === undefined || token === undefined ? ',1' : `{${uuidFromToken(token)}},${carried.deck}`;
      return [
        [channelPath.fader(index + 1), decimal(0)],
        [channelPath.assignment(index + 1), text(assigned)],
      ];
    }).flat(),
  ];
}
