import type { LinkDevice } from './device-table.ts';

/** Exact names of players that answer a client which presents their own number: several programs read titles from them. */
const ANSWER_EVERY_CLIENT = ['CDJ-3000', 'CDJ-3000X', 'XDJ-AZ'];

/** Whether the database of a player answers every client, not only those with another player's number. */
export function answersEveryClient({ name, role }: Pick<LinkDevice, 'name' | 'role'>): boolean {
  return role === 'player' && ANSWER_EVERY_CLIENT.includes(name);
}

/**
 * The number to present to the database of a device; null where only a real player's number is answered and we have
 * none. Then read files.
 * @param ownNumber what we announce
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
  // A number that the user chose: not that of this player, and not above 4 on these devices.
  return ownNumber <= 4 && ownNumber !== number ? ownNumber : null;
}
