import { type Finding, notWatched } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { Secret } from '../../core/option.ts';
import type { Tools } from '../../core/tools.ts';
import { MpdConnection } from './connection.ts';
import { followedFinding, whyNotFollowed } from './findings.ts';
import { type MpdSettings, placeOf } from './options.ts';

export async function examineMpd(
  settings: MpdSettings,
  { clock }: Pick<Tools, 'clock'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const place = placeOf(settings);
  const { at } = place;
  try {
    const connection = await MpdConnection.open(place, settings['mpd.password'], clock, signal);
    try {
      await connection.command('status');
      return [followedFinding(at, connection.version)];
    } finally {
      connection.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    return [whyNotFollowed(at, error)];
  }
}

/** Sends no password: another program may be there. */
export async function suggestMpd(
  settings: MpdSettings,
  { clock }: Pick<Tools, 'clock'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const place = placeOf(settings);
  if (!place.isHere) {
    return [];
  }
  const connection = await MpdConnection.open(place, new Secret(''), clock, signal).catch(() => undefined);
  connection?.close();
  return connection === undefined
    ? []
    : [notWatched('mpd', 'software', say('mpd.mpd-runs-computer', { version: connection.version }))];
}
