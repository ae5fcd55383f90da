import type { PlayerStatus } from '@deckcast/prodjlink';

type Packet = Pick<PlayerStatus, 'length' | 'format' | 'firmware'>;

export interface LinkModel {
  readonly players: number;
  readonly mixer: boolean;
  readonly channels: 4 | 6;
  readonly packet: Packet;
  /** Otherwise the database answers only the numbers of other players. */
  readonly answersAll: boolean;
  readonly skipsTrack: boolean;
}

const NEXUS: Packet = { length: 0x11c, format: 4, firmware: '1.44' };

const PLAYER: LinkModel = {
  players: 1,
  mixer: false,
  channels: 4,
  packet: NEXUS,
  answersAll: false,
  skipsTrack: false,
};
const MIXER: LinkModel = { ...PLAYER, players: 0, mixer: true };

const MODELS: ReadonlyMap<string, LinkModel> = new Map<string, LinkModel>([
  ['CDJ-2000', { ...PLAYER, packet: { length: 0xd0, format: 3, firmware: '4.32' } }],
  ['CDJ-2000nexus', PLAYER],
  ['CDJ-900nexus', PLAYER],
  ['CDJ-2000NXS2', { ...PLAYER, packet: { ...NEXUS, length: 0x124, format: 5, firmware: '1.85' } }],
  ['XDJ-1000', { ...PLAYER, packet: { ...NEXUS, length: 0x11b } }],
  ['XDJ-700', PLAYER],
  [
    'CDJ-3000',
    {
      ...PLAYER,
      packet: { length: 0x200, format: 6, firmware: '3.13' },
      answersAll: true,
    },
  ],
  [
    'CDJ-3000X',
    {
      ...PLAYER,
      packet: { length: 0x480, format: 6, firmware: '1.00' },
      answersAll: true,
      skipsTrack: true,
    },
  ],
  [
    'XDJ-AZ',
    {
      ...PLAYER,
      players: 4,
      mixer: true,
      packet: { length: 0x124, format: 6, firmware: '1.00' },
      answersAll: true,
    },
  ],
  ['XDJ-XZ', { ...PLAYER, players: 2, mixer: true, packet: { ...NEXUS, length: 0x124, format: 5 } }],
  ['DJM-2000nexus', MIXER],
  ['DJM-900NXS2', MIXER],
  ['DJM-V10', { ...MIXER, channels: 6 }],
]);

/** Unknown names are players. */
export function linkModel(name: string, firmware?: string): LinkModel {
  const model = MODELS.get(name) ?? (name.startsWith('DJM-') ? MIXER : PLAYER);
  return firmware === undefined ? model : { ...model, packet: { ...model.packet, firmware } };
}
