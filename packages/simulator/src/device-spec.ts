import { createHash } from 'node:crypto';

/** Decks count from 1. */
export interface DeckRef {
  readonly device: string;
  readonly deck: number;
}

export interface MediumFile {
  /** `/SIM (USB 1)/Contents/a.mp3`. */
  readonly path: string;
  readonly content: Uint8Array | { readonly disk: string } | { readonly make: () => Uint8Array };
}

export interface DeviceSpec {
  /** Unique in the set. */
  readonly id: string;
  readonly role: Role;
  /** Identifies the model. */
  readonly software: string;
  readonly version: string;
  readonly name: string;
  /** Survives a reboot: 32 hexadecimal digits. */
  readonly token: string;
  /** 0 to 4. */
  readonly decks: number;
  /** 1 to 4; units leave the factory as 1. */
  readonly player: number;
  /** Has no values at a boot: a recording sets all. */
  readonly blank: boolean;
  /** Publishes `/Mixer/…`. */
  readonly mixer: boolean;
  /**
   * ExternalMixerVolume. `driven`: computed from faders and crossfader; `stuck`: always 0, as beside a mixer
   * of another
   * make; `absent`: never answered.
   */
  readonly levels: 'driven' | 'stuck' | 'absent';
  /** Channel 1 first. */
  readonly channels: readonly DeckRef[];
  /** 4096 up to Engine OS 4, more since. */
  readonly chunkSize: number;
  readonly files: readonly MediumFile[];
}

export type DeviceWish = Pick<DeviceSpec, 'id' | 'software'> & {
  readonly [Key in Exclude<keyof DeviceSpec, 'id' | 'software' | 'role'>]?: DeviceSpec[Key] | undefined;
};

export type Role = 'all-in-one' | 'player' | 'mixer';

export interface Manners {
  readonly version: string;
  /** Two analysis workers announce themselves too, with the device's name and their own tokens. */
  readonly analyzers: boolean;
  /** A reference follows at once. Otherwise a client must notice that the list has ended. */
  readonly endsListWithReference: boolean;
  readonly referenceEveryMs: number;
}

export const MANNERS: Readonly<Record<Role, Manners>> = {
  'all-in-one': { version: '4.3.0', analyzers: true, endsListWithReference: true, referenceEveryMs: 5_000 },
  player: { version: '4.3.0', analyzers: true, endsListWithReference: false, referenceEveryMs: 5_000 },
  mixer: { version: '1.00', analyzers: false, endsListWithReference: false, referenceEveryMs: 1_500 },
};

type Model = Pick<DeviceSpec, 'name' | 'role' | 'decks'>;

const MODELS: ReadonlyMap<string, Model> = new Map<string, Model>([
  ['JC11', { name: 'prime4', role: 'all-in-one', decks: 4 }],
  ['JC11S', { name: 'prime4plus', role: 'all-in-one', decks: 4 }],
  ['JC16', { name: 'prime2', role: 'all-in-one', decks: 2 }],
  ['JP11', { name: 'primego', role: 'all-in-one', decks: 2 }],
  ['JP11S', { name: 'primegoplus', role: 'all-in-one', decks: 2 }],
  ['JP20', { name: 'sclive2', role: 'all-in-one', decks: 2 }],
  ['JP21', { name: 'sclive4', role: 'all-in-one', decks: 4 }],
  ['JP07', { name: 'sc5000', role: 'player', decks: 2 }],
  ['JP13', { name: 'sc6000', role: 'player', decks: 2 }],
  ['JP14', { name: 'sc6000m', role: 'player', decks: 2 }],
  ['JM08', { name: 'DN-X1800Prime', role: 'mixer', decks: 0 }],
  ['JM10', { name: 'DN-X1850Prime', role: 'mixer', decks: 0 }],
]);

const PLAIN_PLAYER: Model = { name: 'simulated', role: 'player', decks: 2 };

/** Firmware up to Engine OS 4. */
const CHUNK_SIZE = 4096;
export const MIXER_CHANNELS = 4;

const modelOf = (software: string): Model => MODELS.get(software) ?? PLAIN_PLAYER;

/** Finds the model by its name, such as "sc6000" or "x1850". */
export function softwareOf(name: string): string | undefined {
  const short = (text: string): string => text.toLowerCase().replace(/^dn-|prime$|[ -]/g, '');
  const wanted = short(name);
  return [...MODELS].find(([, model]) => short(model.name) === wanted && wanted !== '')?.[0];
}

/** Together, because a mixer drives the decks on its channels. */
export function deviceSpecs(wishes: readonly DeviceWish[]): DeviceSpec[] {
  const carried = new Set(wishes.flatMap((wish) => channelsOf(wish, wishes).map(({ device }) => device)));
  return wishes.map((wish): DeviceSpec => {
    const { name, role, decks } = modelOf(wish.software);
    return {
      id: wish.id,
      role,
      software: wish.software,
      version: wish.version ?? MANNERS[role].version,
      name: wish.name ?? name,
      token: wish.token ?? tokenFor(wish.id),
      decks: wish.decks ?? decks,
      player: wish.player ?? 1,
      blank: wish.blank ?? false,
      mixer: wish.mixer ?? role !== 'player',
      levels: wish.levels ?? (carried.has(wish.id) ? 'driven' : 'stuck'),
      channels: channelsOf(wish, wishes),
      chunkSize: wish.chunkSize ?? CHUNK_SIZE,
      files: wish.files ?? [],
    };
  });
}

export function decksOf(device: string, count: number): DeckRef[] {
  return Array.from({ length: count }, (_, index) => ({ device, deck: index + 1 }));
}

/** An all-in-one carries its own decks; a mixer carries deck 1 of all players, then deck 2. */
function channelsOf(wish: DeviceWish, wishes: readonly DeviceWish[]): readonly DeckRef[] {
  const { role } = modelOf(wish.software);
  if (wish.channels !== undefined || role === 'player') {
    return wish.channels ?? [];
  }
  const players =
    role === 'mixer' ? wishes.filter(({ software }) => modelOf(software).role === 'player') : [wish];
  return players
    .flatMap(({ id, software, decks }) => decksOf(id, decks ?? modelOf(software).decks))
    .sort((one, other) => one.deck - other.deck)
    .slice(0, MIXER_CHANNELS);
}

/** Version-4 UUID whose top bit is 0, as devices use. */
export function tokenFor(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  bytes.writeUInt8(bytes.readUInt8(0) & 0x7f, 0);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex');
}
