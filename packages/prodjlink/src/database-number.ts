import type { LinkDevice } from './device-table.ts';

/** Exact names of players whose database answers a client that presents their own number. Several programs use this. */
const ANSWER_EVERY_CLIENT = ['CDJ-3000', 'CDJ-3000X', 'XDJ-AZ'];

/** Returns whether the database of a player answers every client, not only those with another player's number. */
export function answersEveryClient({ name, role }: Pick<LinkDevice, 'name' | 'role'>): boolean {
  return role === 'player' && ANSWER_EVERY_CLIENT.includes(name);
}

/**
 * Returns the number to present to the database of a device. Null if it answers only a real player's number and we have
 * none: read its files instead.
 * @param ownNumber number that we announce
 */
export function databaseNumber(device: LinkDevice, ownNumber: number): number | null {
  const { number, role } = device;
  if (role === 'rekordbox') {
    return ownNumber;
  }
  if (role !== 'player') {
    return null;
  }
  if (answersEveryClient(device)) {
    return number;
  }
  // The user chose this number. It must not be the player's own, and at most 4 on these devices.
  return ownNumber <= 4 && ownNumber !== number ? ownNumber : null;
}
