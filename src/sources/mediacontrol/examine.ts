/** What this computer has to play music with, while the source is not chosen. */

import { type Finding, unused } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { printable } from '../../core/printable.ts';
import type { Tools } from '../../core/tools.ts';
import { findBinary } from './binary.ts';
import { listPlayers } from './mpris/bus.ts';

/** Through media-control: whether it is there. It is not run. */
export async function mediaControlThere(
  binary: string,
  searchPath: string,
  { disk }: Pick<Tools, 'disk'>,
): Promise<readonly Finding[]> {
  const path = await findBinary(binary, searchPath, disk);
  return path === undefined
    ? []
    : [unused('mediacontrol', 'software', say('mediacontrol.media-control-installed', { path }))];
}

/** On D-Bus: the players that run, whether they play or not. `busAddress`: undefined where there is no session. */
export async function playersThere(
  busAddress: string | undefined,
  { clock }: Pick<Tools, 'clock'>,
): Promise<readonly Finding[]> {
  const names = busAddress === undefined ? [] : await listPlayers(busAddress, clock).catch(() => []);
  const programs = new Set(names.map((name) => name.replace(/\.instance.*$/, '')));
  return [...programs].map((program) =>
    unused('mediacontrol', 'software', say('mediacontrol.media-player-runs', { name: printable(program) })),
  );
}
