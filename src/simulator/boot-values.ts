/** What a device's states say right after it was switched on: empty decks, closed levels. */
import type { StateJson } from '../core/recording.ts';
import { channelPath, deckPath, devicePath, uuidFromToken } from '../stagelinq/index.ts';
import { colorPath } from './moves.ts';
import type { DeviceSpec } from './set.ts';
import { choice, color, decimal, rate, text, truth, whole } from './values.ts';

type Values = readonly (readonly [path: string, value: StateJson])[];

const CHANNELS = 4;
const FACTORY_COLOR = '#ff1cd2e5';
/** What an empty deck says; real devices do so too. */
const EMPTY_DECK_BPM = 120;

/** Paths that this device supports, with their first values. Any other path is never answered. */
export function bootValues(spec: DeviceSpec, devices: readonly DeviceSpec[]): Values {
  const decks = Array.from({ length: spec.decks }, (_, index) => index + 1);
  if (spec.blank) {
    return [];
  }
  return [
    ...(spec.decks > 0 ? engine(spec) : []),
    ...decks.flatMap((deck) => emptyDeck(spec, deck)),
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
  return [
    [deckPath.play(deck), truth(false)],
    [deckPath.playState(deck), truth(false)],
    [deckPath.isMaster(deck), truth(false)],
    [deckPath.bpm(deck), decimal(EMPTY_DECK_BPM)],
    [deckPath.syncMode(deck), choice('Off')],
    [deckPath.songLoaded(deck), truth(false)],
    [deckPath.songName(deck), text('')],
    [deckPath.artistName(deck), text('')],
    [deckPath.genre(deck), text('')],
    [deckPath.key(deck), text('')],
    [deckPath.trackNetworkPath(deck), text('')],
    [deckPath.trackName(deck), text('')],
    [deckPath.trackUri(deck), text('')],
    [deckPath.trackLength(deck), whole(0)],
    [deckPath.sampleRate(deck), rate(0)],
    [deckPath.trackBpm(deck), decimal(0)],
    [colorPath(spec, deck), color(FACTORY_COLOR)],
    ...(spec.levels === 'absent' ? [] : ([[deckPath.externalMixerVolume(deck), decimal(0)]] as Values)),
  ];
}

/** Channel assignment is routing: which deck of which device a channel carries, not a side of the crossfader. */
function mixer(spec: DeviceSpec, devices: readonly DeviceSpec[]): Values {
  return [
    [devicePath.channelCount, whole(CHANNELS)],
    [devicePath.crossfader, decimal(0.5)],
    ...Array.from({ length: CHANNELS }, (_, index): Values => {
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
