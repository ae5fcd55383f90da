import { type Finding, notWatched } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { printable } from '../../core/printable.ts';
import type { Tools } from '../../core/tools.ts';
import { findBinary } from './binary.ts';
import { listPlayers } from './mpris/bus.ts';

/** Does not run media-control. */
export async function suggestMediaControl(
  binary: string,
  searchPath: string,
  { disk }: Pick<Tools, 'disk'>,
): Promise<readonly Finding[]> {
  const path = await findBinary(binary, searchPath, disk);
  return path === undefined
    ? []
    : [notWatched('mediacontrol', 'software', say('mediacontrol.media-control-installed', { path }))];
}

/** Players on D-Bus, playing or not. `busAddress`: undefined without a session. */
export async function suggestPlayers(
  busAddress: string | undefined,
  { clock }: Pick<Tools, 'clock'>,
): Promise<readonly Finding[]> {
  const names = busAddress === undefined ? [] : await listPlayers(busAddress, clock).catch(() => []);
  const programs = new Set(names.map((name) => name.replace(/\.instance.*$/, '')));
  return [...programs].map((program) =>
    notWatched(
      'mediacontrol',
      'software',
      say('mediacontrol.media-player-runs', { name: printable(program) }),
    ),
  );
}
