/** Decks and channels count from 1. */

/** Paths of one deck. */
export const deckPath = {
  /** Play button engaged. */
  play: (deck: number) => `/Engine/Deck${deck}/Play`,
  /** Transport runs; some firmwares send a number, true unless 0. */
  playState: (deck: number) => `/Engine/Deck${deck}/PlayState`,
  playStatePath: (deck: number) => `/Engine/Deck${deck}/PlayStatePath`,
  /** False while a track loads. */
  songLoaded: (deck: number) => `/Engine/Deck${deck}/Track/SongLoaded`,
  /** Title; empty without one. */
  songName: (deck: number) => `/Engine/Deck${deck}/Track/SongName`,
  artistName: (deck: number) => `/Engine/Deck${deck}/Track/ArtistName`,
  albumName: (deck: number) => `/Engine/Deck${deck}/Track/AlbumName`,
  genre: (deck: number) => `/Engine/Deck${deck}/Track/Genre`,
  label: (deck: number) => `/Engine/Deck${deck}/Track/Label`,
  comment: (deck: number) => `/Engine/Deck${deck}/Track/Comment`,
  rating: (deck: number) => `/Engine/Deck${deck}/Track/Rating`,
  /** `net://<token as UUID>/<source>/<path>`. */
  trackNetworkPath: (deck: number) => `/Engine/Deck${deck}/Track/TrackNetworkPath`,
  /** File path, not the title. */
  trackName: (deck: number) => `/Engine/Deck${deck}/Track/TrackName`,
  /** Streamed track; empty for files. */
  trackUri: (deck: number) => `/Engine/Deck${deck}/Track/TrackUri`,
  /** Samples on current firmware, seconds on old. */
  trackLength: (deck: number) => `/Engine/Deck${deck}/Track/TrackLength`,
  /** Hz; 0 while empty. */
  sampleRate: (deck: number) => `/Engine/Deck${deck}/Track/SampleRate`,
  trackBytes: (deck: number) => `/Engine/Deck${deck}/Track/TrackBytes`,
  trackData: (deck: number) => `/Engine/Deck${deck}/Track/TrackData`,
  songAnalyzed: (deck: number) => `/Engine/Deck${deck}/Track/SongAnalyzed`,
  trackWasPlayed: (deck: number) => `/Engine/Deck${deck}/Track/TrackWasPlayed`,
  /** Tempo of the file. */
  trackBpm: (deck: number) => `/Engine/Deck${deck}/Track/CurrentBPM`,
  /** Tempo as played; some empty decks say 120. */
  bpm: (deck: number) => `/Engine/Deck${deck}/CurrentBPM`,
  keyIndex: (deck: number) => `/Engine/Deck${deck}/Track/CurrentKeyIndex`,
  /** Text such as `Am`. */
  key: (deck: number) => `/Engine/Deck${deck}/Track/CurrentKey`,
  /** Tempo leader. */
  isMaster: (deck: number) => `/Engine/Deck${deck}/DeckIsMaster`,
  /** 0–1 for the audience: written by a Denon mixer, or computed by an all-in-one. */
  externalMixerVolume: (deck: number) => `/Engine/Deck${deck}/ExternalMixerVolume`,
  speed: (deck: number) => `/Engine/Deck${deck}/Speed`,
  syncMode: (deck: number) => `/Engine/Deck${deck}/SyncMode`,
  color: (deck: number) => `/Engine/Deck${deck}/Color`,
  jogColor: (deck: number) => `/Engine/Deck${deck}/JogColor`,
  albumArt: (deck: number) => `/Engine/Deck${deck}/AlbumArt`,
  /**
   * Color of deck N of an all-in-one. On a stand-alone player, N is a player's number, A and B are its
   * layers.
   */
  playerColor: (deck: number) => `/Client/Preferences/Profile/Application/PlayerColor${deck}`,
  playerColorA: (deck: number) => `/Client/Preferences/Profile/Application/PlayerColor${deck}A`,
  playerColorB: (deck: number) => `/Client/Preferences/Profile/Application/PlayerColor${deck}B`,
} as const;

/** Paths of one channel of a mixer, alone or inside an all-in-one. */
export const channelPath = {
  /** 0–1; above 1 has been seen. */
  fader: (channel: number) => `/Mixer/CH${channel}faderPosition`,
  /** `{<player as UUID>},<deck>`: deck that feeds the channel, not the crossfader's side. */
  assignment: (channel: number) => `/Mixer/ChannelAssignment${channel}`,
} as const;

/** Paths of the device. */
export const devicePath = {
  deckCount: '/Engine/DeckCount',
  /** "1" to "4"; "1" until the DJ or a mixer sets it. */
  playerNumber: '/Client/Preferences/Player',
  layerA: '/Client/Preferences/LayerA',
  layerB: '/Client/Preferences/LayerB',
  /** Deck 1 of a player with two layers. */
  jogColorA: '/Client/Preferences/PlayerJogColorA',
  /** Deck 2. */
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

/** Paths of the device, and of decks and channels 1 to `decks`. */
export function everyPath(decks = 4): string[] {
  const numbers = Array.from({ length: decks }, (_, index) => index + 1);
  return [
    ...Object.values(devicePath),
    ...numbers.flatMap((number) => Object.values(deckPath).map((path) => path(number))),
    ...numbers.flatMap((number) => Object.values(channelPath).map((path) => path(number))),
  ];
}
