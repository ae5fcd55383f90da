import { defineOptions } from '../core/option.ts';
import { BUILD_LINE, buildInfo } from '../host/package/build-info.ts';
import { isNewer } from '../host/package/versions.ts';
import { globalOptions } from '../operator/global-options.ts';
import type { Command, CommandContext } from '../settings/command.ts';
import { flag, url } from '../settings/kinds.ts';

const versionOptions = defineOptions('Command flags', {
  ...globalOptions,
  check: {
    kind: flag,
    default: false,
    help: 'ask the npm registry whether there is a newer version',
  },
  registry: {
    kind: url,
    default: '',
    help: "npm registry that --check asks; by default, that of the package's publisher",
  },
});

type Context = CommandContext<typeof versionOptions>;

export const version: Command<typeof versionOptions> = {
  details:
    'Prints version, commit, time of the build and who built it. deckcast never looks for newer versions by itself: ' +
    'with --check it asks once, and sends nothing but its own name and version.',
  options: versionOptions,
  configuration: 'own',
  warnsWithoutFile: true,
  check: ({ settings }) =>
    settings.check && registryIn(settings) === ''
      ? [
          {
            where: '--check',
            what: 'this copy does not know its npm registry: add --registry with what "npm config get registry" prints',
          },
        ]
      : [],
  async run(context) {
    context.print(BUILD_LINE);
    if (context.settings.check) {
      await compare(context);
    }
  },
};

function registryIn(settings: Context['settings']): string {
  return settings.registry || buildInfo.registry;
}

async function compare({ settings, tools, signal, print }: Context): Promise<void> {
  const { newestVersion } = await import('./newest-version.ts');
  const newest = await newestVersion(registryIn(settings), tools, signal);
  if (isNewer(newest, buildInfo.version)) {
    const { originOf } = await import('../host/package/origin.ts');
    print(`deckcast ${newest} is out. To update: ${originOf().update}\n`);
  } else if (isNewer(buildInfo.version, newest)) {
    print(`This is newer than the newest published version, ${newest}.\n`);
  } else {
    print('This is the newest version.\n');
  }
}
