import type { LinkDevice } from './device-table.ts';

/** Exact names of players that answer a client presenting their own number, as several programs do. */
const ANSWER_EVERY_CLIENT = ['CDJ-3000', 'CDJ-3000X', 'XDJ-AZ'];

/** Whether the database answers every client, not only those with another player's number. */
export function answersEveryClient({ name, role }: Pick<LinkDevice, 'name' | 'role'>): boolean {
  return role === 'player' && ANSWER_EVERY_CLIENT.includes(name);
}

/**
 * Number to present to a device's database. Null if it answers only real players' numbers and we have none:
 * read its files instead.
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
  // Chosen by the user; must differ from the player's own, and be at most 4 on these devices.
  return ownNumber <= 4 && ownNumber !== number ? ownNumber : null;
}
