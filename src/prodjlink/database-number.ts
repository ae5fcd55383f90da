import type { LinkDevice } from './device-table.ts';

/** Players that answer anyone who speaks as themselves, by their exact names: found by one program only. */
const FLEXIBLE = ['CDJ-3000', 'XDJ-AZ'];

/**
 * The number to speak as to the database of a device; null where only a real player's number is answered, and a guest
 * has none. Then files are the way.
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
  // A number that the user chose: not the asked player's own, and not above 4 on these devices.
  return ownNumber <= 4 && ownNumber !== number ? ownNumber : null;
}
