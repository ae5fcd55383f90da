/** Decks and channels count from 1. A device never answers for paths that it lacks. */

/** Paths of one deck. */
export const deckPath = {
  /** Play button engaged. */
  play: (deck: number) => `/Engine/Deck${deck}/Play`,
  /** Whether the transport runs; a number other than 0 counts as true on some firmwares. */
  playState: (deck: number) => `/Engine/Deck${deck}/PlayState`,
  playStatePath: (deck: number) => `/Engine/Deck${deck}/PlayStatePath`,
  /** False while a track loads, true once it is loaded. */
  songLoaded: (deck: number) => `/Engine/Deck${deck}/Track/SongLoaded`,
  /** The title; empty = none. */
  songName: (deck: number) => `/Engine/Deck${deck}/Track/SongName`,
  artistName: (deck: number) => `/Engine/Deck${deck}/Track/ArtistName`,
  albumName: (deck: number) => `/Engine/Deck${deck}/Track/AlbumName`,
  genre: (deck: number) => `/Engine/Deck${deck}/Track/Genre`,
  label: (deck: number) => `/Engine/Deck${deck}/Track/Label`,
  comment: (deck: number) => `/Engine/Deck${deck}/Track/Comment`,
  rating: (deck: number) => `/Engine/Deck${deck}/Track/Rating`,
  /** `net://<token as UUID>/<source>/<path>`. */
  trackNetworkPath: (deck: number) => `/Engine/Deck${deck}/Track/TrackNetworkPath`,
  /** Path of the file, not the title. */
  trackName: (deck: number) => `/Engine/Deck${deck}/Track/TrackName`,
  /** URI of a streamed track; empty for files. */
  trackUri: (deck: number) => `/Engine/Deck${deck}/Track/TrackUri`,
  /** In samples on current firmware, in seconds on old ones. */
  trackLength: (deck: number) => `/Engine/Deck${deck}/Track/TrackLength`,
  /** Hz; 0 while empty. */
  sampleRate: (deck: number) => `/Engine/Deck${deck}/Track/SampleRate`,
  trackBytes: (deck: number) => `/Engine/Deck${deck}/Track/TrackBytes`,
  trackData: (deck: number) => `/Engine/Deck${deck}/Track/TrackData`,
  songAnalyzed: (deck: number) => `/Engine/Deck${deck}/Track/SongAnalyzed`,
  trackWasPlayed: (deck: number) => `/Engine/Deck${deck}/Track/TrackWasPlayed`,
  /** Tempo of the file. */
  trackBpm: (deck: number) => `/Engine/Deck${deck}/Track/CurrentBPM`,
  /** Tempo as played; 120 on an empty deck of some devices. */
  bpm: (deck: number) => `/Engine/Deck${deck}/CurrentBPM`,
  keyIndex: (deck: number) => `/Engine/Deck${deck}/Track/CurrentKeyIndex`,
  /** Text such as `Am`. */
  key: (deck: number) => `/Engine/Deck${deck}/Track/CurrentKey`,
  /** Tempo leader. */
  isMaster: (deck: number) => `/Engine/Deck${deck}/DeckIsMaster`,
  /** Effective level 0–1: written by a Denon mixer, or computed by an all-in-one. */
  externalMixerVolume: (deck: number) => `/Engine/Deck${deck}/ExternalMixerVolume`,
  speed: (deck: number) => `/Engine/Deck${deck}/Speed`,
  syncMode: (deck: number) => `/Engine/Deck${deck}/SyncMode`,
  color: (deck: number) => `/Engine/Deck${deck}/Color`,
  jogColor: (deck: number) => `/Engine/Deck${deck}/JogColor`,
  albumArt: (deck: number) => `/Engine/Deck${deck}/AlbumArt`,
  /** Color of deck N of an all-in-one. On a stand-alone player N is the number of a player, A and B are its layers. */
  playerColor: (deck: number) => `/Client/Preferences/Profile/Application/PlayerColor${deck}`,
  playerColorA: (deck: number) => `/Client/Preferences/Profile/Application/PlayerColor${deck}A`,
  playerColorB: (deck: number) => `/Client/Preferences/Profile/Application/PlayerColor${deck}B`,
} as const;

/** Paths of one channel of a mixer, alone or inside an all-in-one. */
export const channelPath = {
  /** 0–1; above 1 has been seen. */
  fader: (channel: number) => `/Mixer/CH${channel}faderPosition`,
  /** `{<player as UUID>},<deck>`: which deck feeds the channel, not the crossfader's side. */
  assignment: (channel: number) => `/Mixer/ChannelAssignment${channel}`,
} as const;

/** Paths of the device. */
export const devicePath = {
  deckCount: '/Engine/DeckCount',
  /** "1" to "4"; "1" on every unit until the DJ or a mixer sets it. */
  playerNumber: '/Client/Preferences/Player',
  layerA: '/Client/Preferences/LayerA',
  layerB: '/Client/Preferences/LayerB',
  /** Color of deck 1 of a player with two layers. */
  jogColorA: '/Client/Preferences/PlayerJogColorA',
  /** Color of deck 2 of a player with two layers. */
  jogColorB: '/Client/Preferences/PlayerJogColorB',
  activeDeck: '/GUI/Decks/Deck/ActiveDeck',
  viewLayerB: '/GUI/ViewLayer/LayerB',
  masterTempo: '/Engine/Master/MasterTempo',
  /** Tempo leader among devices, not decks. */
  masterStatus: '/Engine/Sync/Network/MasterStatus',
  currentDevice: '/Client/Librarian/DevicesController/CurrentDevice',
  currentDeviceArtwork: '/Client/Librarian/DevicesController/CurrentDeviceArtwork',
  hasSdCard: '/Client/Librarian/DevicesController/HasSDCardConnected',
  hasUsbDevice: '/Client/Librarian/DevicesController/HasUsbDeviceConnected',
  syncMode: '/Client/Preferences/Profile/Application/SyncMode',
  /** 0 left, 0.5 center, 1 right. */
  crossfader: '/Mixer/CrossfaderPosition',
  channelCount: '/Mixer/NumberOfChannels',
} as const;

/** Returns every path above, for decks and channels 1 to `decks`. */
export function everyPath(decks = 4): string[] {
  const numbers = Array.from({ length: decks }, (_, index) => index + 1);
  return [
    ...Object.values(devicePath),
    ...numbers.flatMap((number) => Object.values(deckPath).map((path) => path(number))),
    ...numbers.flatMap((number) => Object.values(channelPath).map((path) => path(number))),
  ];
}
