import { join } from 'node:path';
import type { DiagnoseTools } from '../../core/contracts/part.ts';
import { textOf } from '../../core/errors.ts';
import { type Finding, notWatched, okFinding } from '../../core/finding.ts';
import type { Text } from '../../core/message.ts';
import { say } from '../../core/message.ts';
import { makeCopyFolder, removeCopyFolder } from '../../host/sqlite/copy-folder.ts';
import { DatabaseRecord } from '../softb/database.ts';
import { REKORDBOX } from './history.ts';
import { databaseOf, type RekordboxSettings } from './options.ts';

export async function examineRekordbox(
  settings: RekordboxSettings,
  tools: DiagnoseTools,
): Promise<readonly Finding[]> {
  const path = databaseOf(settings);
  const isThere = (await tools.disk.stat(path).catch(() => undefined)) !== undefined;
  if (!tools.chosen) {
    return isThere
      ? [notWatched('rekordbox', 'software', say('rekordbox.rekordbox-keeps-collection-here', { path }))]
      : [];
  }
  if (!isThere) {
    return [notThere(path)];
  }
  const folder = await makeCopyFolder();
  const copy = join(folder, 'copy.db');
  const record = new DatabaseRecord(path, REKORDBOX, tools, { key: settings['rekordbox.key'], copy });
  try {
    await record.newest();
    return [okFinding('software', say('rekordbox.history-rekordbox-can-read', { path }))];
  } catch (error) {
    return [unreadable(path, textOf(error))];
  } finally {
    record.close();
    await removeCopyFolder(folder);
  }
}

export function notThere(path: string): Finding {
  return {
    area: 'software',
    severity: 'fault',
    finding: say('rekordbox.no-database-rekordbox', { path }),
    means: say('rekordbox.nothing-rekordbox-plays-shown-until'),
    todo: say('rekordbox.start-rekordbox-once-same-user-name'),
    waits: true,
  };
}

export function unreadable(path: string, reason: Text): Finding {
  return {
    area: 'software',
    severity: 'fault',
    finding: say('rekordbox.history-rekordbox-cannot-read', { reason, path }),
    means: say('rekordbox.until-then-nothing-rekordbox-plays-shown'),
    todo: say('rekordbox.set-rekordbox-key-key-database-help'),
  };
}
