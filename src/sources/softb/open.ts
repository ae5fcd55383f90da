import type { Clock, Disk } from '../../core/tools.ts';
import { DatabaseRecord, MIXXX } from './database.ts';
import type { RecordLocation } from './locations.ts';
import type { PlayRecord } from './record.ts';
import { SessionFolder } from './session-folder.ts';

/** Opens nothing before its first read. Serato DJ 4: see `SeratoSource`. */
export function openRecord(
  { program, path }: RecordLocation,
  tools: { readonly clock: Clock; readonly disk: Disk },
): PlayRecord {
  switch (program) {
    case 'Serato DJ 3':
      return new SessionFolder(path, tools.disk);
    case 'Mixxx':
      return new DatabaseRecord(path, MIXXX, tools);
  }
}
