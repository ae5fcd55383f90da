import { join } from 'node:path';
import { RunError, UsageError } from '../core/errors.ts';
import { defineOptions } from '../core/option.ts';
import type { Disk, Tools } from '../core/tools.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { whyNotWritten } from '../host/folders.ts';
import { globalOptions } from '../operator/global-options.ts';
import { readAssets, STAGES_ASSETS } from '../sets/page/assets.ts';
import { STAGES_MARK, type StageFolder, stagesHtml } from '../sets/page/stages.ts';
import type { Command, CommandContext } from '../settings/command.ts';
import { text } from '../settings/kinds.ts';

const options = defineOptions('Command flags', {
  ...globalOptions,
  title: { kind: text, default: 'Stages', help: 'heading of the page' },
});

export const pageStages: Command<typeof options> = {
  details:
    'Writes into the folder a page that shows what plays where, and how sure that is. Put it on a web server once: it ' +
    'reads by itself what the program of each stage writes there with --page.url.\n' +
    'A stage is its name and its folder, as the page reaches it: "Main floor=main/". A folder on another server is ' +
    'an address: "Garden=https://example.org/garden/".',
  arguments: [
    { name: 'folder', required: true },
    { name: 'stage', required: true, repeats: true },
  ],
  options,
  configuration: 'none',
  run: writeStages,
};

type Context = Pick<CommandContext<typeof options>, 'args' | 'print'> & {
  readonly settings: { readonly title: string };
  readonly tools: Pick<Tools, 'disk'>;
};

export async function writeStages({ args, settings, tools, print }: Context): Promise<void> {
  const [folder = '', ...stages] = args;
  const html = stagesHtml(settings.title, stages.map(stageOf));
  const page = join(folder, 'index.html');
  try {
    await refuseOther(page, tools.disk);
    for (const [name, file] of await readAssets(STAGES_ASSETS, nodeDisk)) {
      await tools.disk.replace(join(folder, name), file().body);
    }
    await tools.disk.replace(page, html);
  } catch (error) {
    throw error instanceof RunError ? error : new RunError(`cannot write the page: ${whyNotWritten(error)}`);
  }
  print(`${page}\n`);
}

/** Keeps other pages, such as a stage's own. */
async function refuseOther(page: string, disk: Disk): Promise<void> {
  const found = await disk.read(page);
  if (found !== undefined && !Buffer.from(found).includes(STAGES_MARK)) {
    throw new RunError(`${page} is another page: name another folder`);
  }
}

function stageOf(argument: string): StageFolder {
  const [, given, path = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(argument) ?? [];
  const folder = path.trim().replace(/(?<=[^/])$/, '/');
  const name = (given ?? lastPart(folder)).trim();
  if (name === '' || folder === '' || !isReachable(folder)) {
    throw new UsageError([
      {
        where: argument,
        what: 'a stage is a name and a folder, such as "Main floor=main/", or "Garden=https://example.org/garden/"',
      },
    ]);
  }
  return { name, folder };
}

function lastPart(folder: string): string {
  return folder.split('/').at(-2) ?? '';
}

/** Pages on a web server load only web addresses. */
function isReachable(folder: string): boolean {
  const base = 'https://page.invalid/';
  return URL.canParse(folder, base) && /^https?:$/.test(new URL(folder, base).protocol);
}
