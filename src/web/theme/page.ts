import { resolve } from 'node:path';
import type { Finding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { readLive } from '../../core/option.ts';
import type { Disk } from '../../core/tools.ts';
import { findFile } from '../files.ts';
import type { ServerSettings } from '../options.ts';

/** Whether the custom theme in the folder can be shown. False while its disk is absent or does not answer. */
export async function hasPage(folder: string, disk: Disk): Promise<boolean> {
  const page = await findFile(folder, 'index.html', disk);
  // The system may remember the names on a disk that was pulled out.
  return page !== undefined && (await disk.read(page.path, 1).catch(() => undefined)) !== undefined;
}

/** Of the user's look, logos and fonts. */
export async function missingFolders(settings: ServerSettings, disk: Disk): Promise<readonly Finding[]> {
  const [look, files] = [readLive(settings, 'theme.dir'), readLive(settings, 'theme.files')];
  const hasLook = look === '' || (await hasPage(look, disk));
  const hasFiles = files === '' || (await disk.stat(files).catch(() => undefined)) !== undefined;
  return [...(hasLook ? [] : [missingLook(look)]), ...(hasFiles ? [] : [missingFiles(files)])];
}

function missingFiles(folder: string): Finding {
  return {
    area: 'files',
    severity: 'warning',
    finding: say('web.own-files-missing', { folder: resolve(folder) }),
    means: say('web.no-own-logo-and-font'),
    todo: say('web.bring-back-own-files'),
  };
}

export function missingLook(folder: string): Finding {
  return {
    area: 'files',
    severity: 'warning',
    finding: say('web.own-look-missing', { folder: resolve(folder) }),
    means: say('web.built-in-look-instead'),
    todo: say('web.bring-back-own-look'),
  };
}
