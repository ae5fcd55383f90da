import { resolve } from 'node:path';
import type { Problem } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { readLive } from '../../core/option.ts';
import type { Disk } from '../../core/tools.ts';
import { findFile } from '../files.ts';
import type { ServerSettings } from '../options.ts';
import { checkTheme, type ThemeReport } from './check.ts';
import { logoFindings } from './logos.ts';

/** Whether the custom theme in the folder can be shown. False while its disk is absent or does not answer. */
export async function hasPage(folder: string, disk: Disk): Promise<boolean> {
  const page = await findFile(folder, 'index.html', disk);
  // The system may remember the names on a disk that was pulled out.
  return page !== undefined && (await disk.read(page.path, 1).catch(() => undefined)) !== undefined;
}

/** Problems of the user's look, and of the folder of logos and fonts. */
export async function examineLook(settings: ServerSettings, disk: Disk): Promise<readonly Finding[]> {
  const [look, files] = [readLive(settings, 'theme.dir'), readLive(settings, 'theme.files')];
  const hasFiles = files === '' || (await disk.stat(files).catch(() => undefined)) !== undefined;
  const { page, inUse, saved } = await logoFindings(settings, disk);
  return [
    ...(look === '' ? [] : lookFindings(look, await examineTheme(look, disk))),
    ...(hasFiles ? [...inUse, ...saved] : [missingFiles(files)]),
    ...page,
  ];
}

/** False for a theme that is missing. */
export async function examineTheme(folder: string, disk: Disk): Promise<ThemeReport | false> {
  const report = (await hasPage(folder, disk)) && (await checkTheme(folder, disk));
  // It may have disappeared meanwhile.
  return report && report.broken.length > 0 && !(await hasPage(folder, disk)) ? false : report;
}

/** `report`: false for a look that is missing. */
export function lookFindings(folder: string, report: ThemeReport | false): readonly Finding[] {
  if (report === false) {
    return [missingLook(folder)];
  }
  const about = (problem: Problem): Pick<Finding, 'area' | 'finding'> => ({
    area: 'files',
    finding: say('web.own-look-problem', { file: resolve(folder, problem.where), what: problem.what }),
  });
  return [
    ...report.broken.map((problem): Finding => {
      const todo = say('web.correct-own-look');
      return { ...about(problem), severity: 'warning', means: say('web.own-look-broken'), todo };
    }),
    ...report.doubtful.map(
      (problem): Finding => ({ ...about(problem), severity: 'note', means: '', todo: '' }),
    ),
  ];
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

function missingLook(folder: string): Finding {
  return {
    area: 'files',
    severity: 'warning',
    finding: say('web.own-look-missing', { folder: resolve(folder) }),
    means: say('web.built-in-look-instead'),
    todo: say('web.bring-back-own-look'),
  };
}
