/** Whether there is a collection of rekordbox on this computer, and whether the key opens it. */
import { join } from 'node:path';
import type { DiagnoseTools } from '../../core/contracts.ts';
import { messageOf } from '../../core/errors.ts';
import { type Finding, unused, well } from '../../core/finding.ts';
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
    return isThere ? [unused('rekordbox', 'software', `rekordbox keeps a collection here: ${path}`)] : [];
  }
  if (!isThere) {
    return [notThere(path)];
  }
  const folder = await makeCopyFolder();
  const copy = join(folder, 'copy.db');
  const record = new DatabaseRecord(path, REKORDBOX, tools, { key: settings['rekordbox.key'], copy });
  try {
    await record.newest();
    return [well('software', `the history of rekordbox can be read: ${path}`)];
  } catch (error) {
    return [unreadable(path, messageOf(error))];
  } finally {
    record.close();
    await removeCopyFolder(folder);
  }
}

export function notThere(path: string): Finding {
  return {
    area: 'software',
    severity: 'fault',
    finding: `there is no database of rekordbox: ${path}`,
    means: 'nothing that rekordbox plays is shown until there is',
    todo: 'start rekordbox once as the same user, or name its master.db with --rekordbox.database',
    waits: true,
  };
}

export function unreadable(path: string, reason: string): Finding {
  return {
    area: 'software',
    severity: 'fault',
    finding: `the history of rekordbox cannot be read: ${reason} (${path})`,
    means: 'until then, nothing that rekordbox plays is shown',
    todo: 'set --rekordbox.key to the key of this database (help page: /help/rekordbox)',
  };
}
