import type { LinkDevice } from './device-table.ts';

/** Exact names of players that answer a client which presents their own number: found by one program only. */
const FLEXIBLE = ['CDJ-3000', 'XDJ-AZ'];

/**
 * The number to present to the database of a device; null where only a real player's number is answered and we have
 * none. Then read files.
 * @param ownNumber what we announce
 */
export function databaseNumber({ name, number, role }: LinkDevice, ownNumber: number): number | null {
  if (role === 'rekordbox') {
    return ownNumber;
  }
  if (role !== 'player') {
    return null;
  }
  if (FLEXIBLE.includes(name)) {
    return number;
  }
  // A number that the user chose: not that of this player, and not above 4 on these devices.
  return ownNumber <= 4 && ownNumber !== number ? ownNumber : null;
}
