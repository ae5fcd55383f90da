/** VirtualDJ's history: one playlist per day. */
import { join } from 'node:path';
import type { Disk } from '../../core/tools.ts';

const DATED = /^\d{4}-\d{2}-\d{2}\b.*[.]m3u8?$/i;

export function isDailyPlaylist(name: string): boolean {
  return DATED.test(name);
}

export async function latestPlaylist(folder: string, disk: Disk): Promise<string | undefined> {
  const latest = (await disk.list(folder)).filter(isDailyPlaylist).sort().at(-1);
  return latest && join(folder, latest);
}
