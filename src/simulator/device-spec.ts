/** From what a set says of its devices to everything the simulation needs to know of them. */
import { createHash } from 'node:crypto';
import { MODELS, type Model } from './models.ts';
import type { DeckRef, DeviceSpec } from './set.ts';

/** A device as sets name it: the model, and whatever differs from it. */
export type DeviceWish = Pick<DeviceSpec, 'id' | 'software'> & {
  readonly [Key in Exclude<keyof DeviceSpec, 'id' | 'software' | 'role'>]?: DeviceSpec[Key] | undefined;
};

/** Chunks of firmware up to Engine OS 4. */
const CHUNK_SIZE = 4096;
const MIXER_CHANNELS = 4;

const UNKNOWN_MODEL: Model = {
  called: 'unknown',
  name: 'simulated',
  role: 'player',
  decks: 2,
  version: '1.0.0',
  analyzers: false,
  endsListWithReference: true,
  referenceEveryMs: 5_000,
};

/** The model by its software name; a code that nobody knows is a plain player. */
export function modelOf(software: string): Model {
  return MODELS.get(software) ?? UNKNOWN_MODEL;
}

/** Fills in what the models say, for all devices together: what stands on a mixer's channels is driven by it. */
export function deviceSpecs(wishes: readonly DeviceWish[]): DeviceSpec[] {
  const carried = new Set(wishes.flatMap((wish) => channelsOf(wish, wishes).map(({ device }) => device)));
  return wishes.map((wish): DeviceSpec => {
    const model = modelOf(wish.software);
    return {
      id: wish.id,
      role: model.role,
      software: wish.software,
      version: wish.version ?? model.version,
      name: wish.name ?? model.name,
      token: wish.token ?? tokenFor(wish.id),
      decks: wish.decks ?? model.decks,
      player: wish.player ?? 1,
      blank: wish.blank ?? false,
      mixer: wish.mixer ?? model.role !== 'player',
      levels: wish.levels ?? (carried.has(wish.id) ? 'driven' : 'stuck'),
      channels: channelsOf(wish, wishes),
      chunkSize: wish.chunkSize ?? CHUNK_SIZE,
      files: wish.files ?? [],
    };
  });
}

/** An all-in-one carries its own decks; a mixer first the first decks of all players, then the second ones. */
function channelsOf(wish: DeviceWish, wishes: readonly DeviceWish[]): readonly DeckRef[] {
  if (wish.channels !== undefined) {
    return wish.channels;
  }
  const { role } = modelOf(wish.software);
  if (role === 'player') {
    return [];
  }
  const players =
    role === 'mixer' ? wishes.filter(({ software }) => modelOf(software).role === 'player') : [wish];
  const decks = players.flatMap((player) =>
    Array.from(
      { length: player.decks ?? modelOf(player.software).decks },
      (_, index): DeckRef => ({ device: player.id, deck: index + 1 }),
    ),
  );
  return decks.sort((one, other) => one.deck - other.deck).slice(0, MIXER_CHANNELS);
}

/** Tokens look like version-4 UUIDs and stay the same for ever; the top bit of a device's token is 0. */
function tokenFor(id: string): string {
  const bytes = createHash('sha256').update(id).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) >>> 0, 0);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex');
}
