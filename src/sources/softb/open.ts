import type { Clock, Disk } from '../../core/tools.ts';
import { DatabaseRecord, MIXXX, SERATO_4 } from './database.ts';
import type { HistoryLocation } from './locations.ts';
import type { PlayRecord } from './record.ts';
import { SessionFolder } from './session-folder.ts';

/** The play record at this location. Opens nothing before it is read. */
export function openRecord(
  { program, path }: HistoryLocation,
  tools: { readonly clock: Clock; readonly disk: Disk },
): PlayRecord {
  switch (program) {
    case 'Serato DJ 4':
      return new DatabaseRecord(path, SERATO_4, tools);
    case 'Serato DJ 3':
      return new SessionFolder(path, tools.disk);
    case 'Mixxx':
      return new DatabaseRecord(path, MIXXX, tools);
  }
}
