import { type DeckRef, decksOf } from '../device-spec.ts';
import type { SimulatedSet } from '../set.ts';
import { linkModel } from './link-models.ts';
import type { LinkAction } from './link-script.ts';

export interface LinkDeviceSpec {
  /** Unique in the set. */
  readonly id: string;
  readonly model: string;
  /** Number of the first player; ignored for a mixer. */
  readonly player: number;
  /** `3.30`; default: the model's usual one. */
  readonly firmware?: string;
}

/** `on` of a track: device with the stick; default: the first with a slot. */
export interface SimulatedLinkSet extends Omit<SimulatedSet, 'devices' | 'timeline'> {
  readonly devices: readonly LinkDeviceSpec[];
  readonly timeline: readonly { readonly at: number; readonly action: LinkAction }[];
}

export function linkDecksOf({ id, model }: LinkDeviceSpec): DeckRef[] {
  return decksOf(id, linkModel(model).players);
}

/** Players with a mixer, or an all-in-one with two. */
export type LinkRig = '2' | '4' | '6' | 'all-in-one';
export const LINK_RIGS = ['2', '4', '6', 'all-in-one'] as const satisfies readonly LinkRig[];

export function linkRig(rig: LinkRig): readonly LinkDeviceSpec[] {
  if (rig === 'all-in-one') {
    return [{ id: 'xz', model: 'XDJ-XZ', player: 1 }];
  }
  const count = Number(rig);
  // Only a CDJ-3000 can be player 5 or 6, and only a DJM-V10 has their channels.
  const model = count > 4 ? 'CDJ-3000' : 'CDJ-2000NXS2';
  const players = Array.from({ length: count }, (_, index) => ({
    id: `cdj${index + 1}`,
    model,
    player: index + 1,
  }));
  return [...players, { id: 'mixer', model: count > 4 ? 'DJM-V10' : 'DJM-900NXS2', player: 0 }];
}
