import type { BroadcastAudio } from '../../core/contracts/hearing.ts';
import type { Tools } from '../../core/tools.ts';
import type { HearSettings } from '../options.ts';
import { CommandDoor } from './command.ts';
import type { SoundDoor } from './door.ts';
import { IcecastDoor, type IcecastDoorOptions } from './icecast.ts';
import { Doors } from './index.ts';
import { PageDoor } from './page.ts';

export { doorFindings } from './findings.ts';

export interface CreatedDoors {
  readonly doors: Doors;
  /** Absent if broadcasts are not heard. */
  readonly audio: BroadcastAudio | undefined;
  /** Absent if pages are not heard. */
  readonly page: PageDoor | undefined;
}

/** Creates the doors that the settings name, in their order. */
export function createDoors(
  settings: HearSettings,
  { clock, log, listen }: Pick<Tools, 'clock' | 'log'> & Pick<IcecastDoorOptions, 'listen'>,
): CreatedDoors {
  const { 'hear.input': names, 'hear.command': command, 'hear.rate': rate } = settings;
  const made = {
    icecast: names.includes('icecast') ? new IcecastDoor({ listen, clock, log }) : undefined,
    page: names.includes('page') ? new PageDoor() : undefined,
    command: names.includes('command') ? new CommandDoor({ command, rate, clock, log }) : undefined,
  };
  const inOrder = [...new Set(names)].map((name): SoundDoor | undefined => made[name]);
  const doors = new Doors(
    inOrder.filter((door) => door !== undefined),
    { clock, log },
  );
  return { doors, audio: made.icecast, page: made.page };
}
