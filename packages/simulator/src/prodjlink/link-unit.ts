import { SLOT } from '@deckcast/prodjlink';
import type { LinkHost } from './link-host.ts';
import type { LinkMedium } from './link-medium.ts';
import type { LinkMixer } from './link-mixer.ts';
import type { LinkPlayer, LinkSlot } from './link-player.ts';
import type { LinkDeviceSpec } from './link-set.ts';

export interface LinkUnit {
  readonly spec: LinkDeviceSpec;
  readonly host: LinkHost;
  readonly players: readonly LinkPlayer[];
  readonly mixer: LinkMixer | undefined;
}

export const SLOT_NUMBERS: Readonly<Record<LinkSlot, number>> = {
  usb: SLOT.usb,
  sd: SLOT.sd,
  usb2: SLOT.secondUsb,
};

/** `starts`: the players claim their numbers first. */
export function switchOn({ players, mixer }: LinkUnit, starts = false): void {
  for (const device of [...players, ...(mixer === undefined ? [] : [mixer])]) {
    device.switchOn(starts);
  }
}

export function switchOff({ players, mixer }: LinkUnit): void {
  for (const device of [...players, ...(mixer === undefined ? [] : [mixer])]) {
    device.switchOff();
  }
}

export function insertMedium({ players, host }: LinkUnit, slot: LinkSlot, medium: LinkMedium): void {
  host.insert(SLOT_NUMBERS[slot], medium);
  players[0]?.insert(slot);
}

/** Unloads every player `everywhere` that plays from the medium. Resolves when the slot is empty. */
export function ejectMedium(
  { host, players }: LinkUnit,
  slot: LinkSlot,
  everywhere: () => readonly LinkPlayer[],
): Promise<void> {
  const [owner] = players;
  const number = SLOT_NUMBERS[slot];
  if (owner === undefined || host.mediumIn(number) === undefined) {
    return Promise.resolve();
  }
  return owner.eject(slot, () => {
    host.insert(number, undefined);
    for (const player of everywhere()) {
      const { sourcePlayer, slot: from } = player.status;
      if (sourcePlayer === owner.number && from === number) {
        player.unload();
      }
    }
  });
}
