/** What a device's states say right after it was switched on: empty decks, closed levels. */
import type { StateJson } from '../core/recording.ts';
import { jogColorPath, playerColorPath, uuidOf } from './moves.ts';
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
    ['/Engine/DeckCount', whole(spec.decks)],
    ['/Engine/Master/MasterTempo', decimal(EMPTY_DECK_BPM)],
    ['/Engine/Sync/Network/MasterStatus', truth(false)],
    ['/Client/Preferences/Player', choice(String(spec.player))],
    ['/Client/Librarian/DevicesController/HasUsbDeviceConnected', truth(true)],
    ['/GUI/Decks/Deck/ActiveDeck', text('1')],
  ];
}

function emptyDeck(spec: DeviceSpec, deck: number): Values {
  const at = (path: string): string => `/Engine/Deck${deck}/${path}`;
  const colorPath = spec.role === 'player' ? jogColorPath(deck) : playerColorPath(deck);
  return [
    [at('Play'), truth(false)],
    [at('PlayState'), truth(false)],
    [at('DeckIsMaster'), truth(false)],
    [at('CurrentBPM'), decimal(EMPTY_DECK_BPM)],
    [at('SyncMode'), choice('Off')],
    [at('Track/SongLoaded'), truth(false)],
    [at('Track/SongName'), text('')],
    [at('Track/ArtistName'), text('')],
    [at('Track/Genre'), text('')],
    [at('Track/CurrentKey'), text('')],
    [at('Track/TrackNetworkPath'), text('')],
    [at('Track/TrackName'), text('')],
    [at('Track/TrackUri'), text('')],
    [at('Track/TrackLength'), whole(0)],
    [at('Track/SampleRate'), rate(0)],
    [at('Track/CurrentBPM'), decimal(0)],
    [colorPath, color(FACTORY_COLOR)],
    ...(spec.levels === 'absent' ? [] : ([[at('ExternalMixerVolume'), decimal(0)]] as Values)),
  ];
}

/** Channel assignment is routing: which deck of which device a channel carries, not a side of the crossfader. */
function mixer(spec: DeviceSpec, devices: readonly DeviceSpec[]): Values {
  return [
    ['/Mixer/NumberOfChannels', whole(CHANNELS)],
    ['/Mixer/CrossfaderPosition', decimal(0.5)],
    ...Array.from({ length: CHANNELS }, (_, index): Values => {
      const carried = spec.channels[index];
      const token = devices.find(({ id }) => id === carried?.device)?.token;
      const assigned =
        carried === undefined || token === undefined ? ',1' : `{${uuidOf(token)}},${carried.deck}`;
      return [
        [`/Mixer/CH${index + 1}faderPosition`, decimal(0)],
        [`/Mixer/ChannelAssignment${index + 1}`, text(assigned)],
      ];
    }).flat(),
  ];
}
